"""Turns the text of packs into a checked program in the IR, or into findings."""

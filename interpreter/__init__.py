"""Turns a program in the IR into a running game; this is the definition of the language."""

"""Turns a running game into a session that people can play, undo, save and replay."""

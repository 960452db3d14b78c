"""Turns a game into many played games and a report about them."""

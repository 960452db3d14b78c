"""Commands that are too large for `cli.py`, which gives them their names."""

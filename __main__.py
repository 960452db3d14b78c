"""Lets `python -m tafl` do what the script `tafl` does."""

from tafl.cli import main

if __name__ == "__main__":
    main()

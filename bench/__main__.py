"""Starts the measurements: `python -m tafl.bench`."""

from tafl.bench.reference import main

main()

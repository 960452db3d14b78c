"""A language and a table for tabletop games."""

from pathlib import Path

# A checkout is entered through .dev/tafl; with this, tracebacks show the files' own paths.
__path__ = [str(Path(__file__).resolve().parent)]

__version__ = "0.1.0"

__all__ = ["__version__"]

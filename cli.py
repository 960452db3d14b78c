"""The command line: turns arguments into calls of the other rooms, and their results into text."""

from typing import Annotated

import typer

from tafl import __version__

app = typer.Typer(name="tafl", no_args_is_help=True, add_completion=True)


def _print_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"tafl {__version__}")
        raise typer.Exit


@app.callback()
def _root(
    version: Annotated[
        bool,
        typer.Option(
            "--version", callback=_print_version, is_eager=True, help="Print the version and leave."
        ),
    ] = False,
) -> None:
    """Write tabletop games as text, check them, play them."""


def main() -> None:
    """Run the command line; the entry point of the script `tafl` and of `python -m tafl`."""
    app()

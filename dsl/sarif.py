"""Turns findings into what other programs show beside the code: SARIF 2.1.0, and annotations of GitHub.

SARIF is a standard of OASIS (sarif-v2.1.0, 2020); the annotations are GitHub's workflow commands. Both want
paths as the reader's own folder sees them, with `/`, and count lines and columns from 1, as `Span` does.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import PurePath
from urllib.parse import quote

from ..ir.span import Span
from .codes import CODES
from .diagnostics import Diagnostic
from .explain import explained

SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"

Files = Mapping[str, str]
"""The paths of files, relative to the reader's folder where they lie in it, by what findings call them."""


def to_sarif(found: Iterable[Diagnostic], files: Files, version: str) -> dict[str, object]:
    """A log of one run with these findings as its results, ready for `json.dumps`.

    `version` is that of Tafl.
    """
    listed = list(found)
    codes = sorted({each.code for each in listed})
    driver = {"name": "tafl", "version": version, "rules": [_rule(code) for code in codes]}
    run = {
        "tool": {"driver": driver},
        "columnKind": "unicodeCodePoints",
        "results": [_result(each, codes.index(each.code), files) for each in listed],
    }
    return {"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}


def _rule(code: str) -> dict[str, object]:
    entry = CODES[code]
    return {
        "id": code,
        "shortDescription": {"text": entry.sentence},
        "fullDescription": {"text": entry.meaning},
        "help": {"text": explained(code)},
        "defaultConfiguration": {"level": entry.severity},
    }


def _result(found: Diagnostic, rule: int, files: Files) -> dict[str, object]:
    made: dict[str, object] = {
        "ruleId": found.code,
        "ruleIndex": rule,
        "level": found.severity,
        "message": {"text": _message(found)},
        "locations": [_location(found.span, files)],
    }
    if found.related:
        made["relatedLocations"] = [
            {**_location(span, files), "id": number, "message": {"text": remark}}
            for number, (span, remark) in enumerate(found.related)
        ]
    return made


def _location(span: Span, files: Files) -> dict[str, object]:
    region = {
        "startLine": span.line,
        "startColumn": span.column,
        "endLine": span.end_line,
        "endColumn": span.end_column,
    }
    path = files.get(span.file, span.file)
    outside = PurePath(path).is_absolute()
    artifact = {"uri": PurePath(path).as_uri()} if outside else {"uri": quote(path), "uriBaseId": "%SRCROOT%"}
    return {"physicalLocation": {"artifactLocation": artifact, "region": region}}


def to_github(found: Iterable[Diagnostic], files: Files) -> str:
    """A workflow command for each finding, one a line."""
    return "\n".join(_command(each, files) for each in found)


def _command(found: Diagnostic, files: Files) -> str:
    span = found.span
    settings: dict[str, object] = {
        "file": files.get(span.file, span.file),
        "line": span.line,
        "col": span.column,
    }
    if span.end_line == span.line:
        settings["endColumn"] = max(span.column, span.end_column - 1)
    settings |= {"endLine": span.end_line, "title": f"tafl {found.code}"}
    listed = ",".join(f"{name}={_setting(str(value))}" for name, value in settings.items())
    return f"::{found.severity} {listed}::{_data(_message(found))}"


def _message(found: Diagnostic) -> str:
    near = f"; did you mean `{found.suggestion}`?" if found.suggestion is not None else ""
    return found.message + near


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _setting(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")

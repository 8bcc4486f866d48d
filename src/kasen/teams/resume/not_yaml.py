"""Why a file of the user is no YAML, in words for them."""

from __future__ import annotations

import yaml

_LONGEST = 200


def why_not_yaml(error: yaml.YAMLError | UnicodeDecodeError) -> str:
    """`line 2: expected the node content, but found '<stream end>'`; without a line where none is known."""
    if isinstance(error, UnicodeDecodeError):
        return "it is not written in UTF-8"
    problem, mark = getattr(error, "problem", None), getattr(error, "problem_mark", None)
    said = " ".join(str(problem or error).split())[:_LONGEST]
    return said if mark is None else f"line {mark.line + 1}: {said}"

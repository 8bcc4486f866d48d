"""The fact ledger as a file, and the skeleton of `facts.yaml` that its owner fills in."""

from __future__ import annotations

import json
from collections.abc import Iterator

from kasen.prompts.outside import printable
from kasen.teams.resume.page.labels import words
from kasen.teams.resume.schemas.facts import ToConfirm
from kasen.teams.resume.schemas.result import Result


def facts_json(result: Result) -> bytes:
    """`facts`, `confirmed`, `refused`, `to_confirm` as one JSON object, UTF-8; the same result gives the same bytes."""
    ledger = {
        "file": result.file,
        "run": result.run_id,
        "facts": [one.model_dump() for one in result.facts],
        "confirmed": [one.text for one in result.facts if one.status == "confirmed"],
        "refused": [one.model_dump() for one in result.refused],
        "to_confirm": [one.model_dump() for one in result.to_confirm],
    }
    return (json.dumps(ledger, ensure_ascii=False, indent=2) + "\n").encode()


def facts_yaml(result: Result) -> str:
    """A YAML file that confirms nothing yet: each question as a comment, below it a line to uncomment and correct.

    Empty where there is nothing to confirm.
    """
    if not result.to_confirm:
        return ""
    said = words(result.lang)
    lines = [f"# {said['yaml_head']}"]
    for one in result.to_confirm:
        lines += ["", *_question(one, result), f"# - {_quoted(one.proposed)}"]
    return "\n".join(lines) + "\n"


def _question(one: ToConfirm, result: Result) -> Iterator[str]:
    said = words(result.lang)
    place = said["line"].format(one.line) if one.line else ""
    about = said.quoted(_line(one.about)) if one.about else ""
    if head := " ".join(part for part in (place, about) if part):
        yield f"# {head}"
    yield f"# {_line(one.question)}"


def _quoted(text: str) -> str:
    return json.dumps(_line(text), ensure_ascii=False)


def _line(text: str) -> str:
    """The text on one line, with nothing that YAML cannot hold."""
    return " ".join("".join(c if c.isprintable() else " " for c in printable(text)).split())

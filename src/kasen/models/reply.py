"""From what a model wrote to a validated value."""

from __future__ import annotations

import json
import re
from collections.abc import Callable

from pydantic import ValidationError

from kasen.errors import Malformed
from kasen.models.provider import Completion
from kasen.models.role import Reply, Role

_THOUGHT = re.compile(r"\A\s*<(think|thinking)>.*?</\1>", re.DOTALL)
_FENCE = re.compile(r"[ \t]*```[ \t]*(json)?[ \t]*", re.IGNORECASE)
_SHOWN_ERRORS = 8


def parser(role: Role[Reply]) -> Callable[[Completion], Reply]:
    """A function from a completion to the reply of that role; it raises Malformed."""

    def parse(completion: Completion) -> Reply:
        return read(role, reply_json(completion))

    return parse


def read(role: Role[Reply], text: str) -> Reply:
    """The reply that a JSON text stands for. Raises Malformed, naming each field that is wrong."""
    try:
        return role.reply.model_validate_json(text, by_alias=True, by_name=True)
    except ValidationError as error:
        raise Malformed(_in_words(error)) from error


def write(value: Reply) -> str:
    """A reply as JSON that `read` takes back. Raises ValueError for text that is not Unicode."""
    return value.model_dump_json(round_trip=True)


def settled(role: Role[Reply], value: Reply) -> tuple[Reply, str]:
    """The value as a continued run would get it, and its JSON, so that both runs go on from the same thing.

    Raises Malformed for a value that JSON cannot carry (NaN, lone surrogates).
    """
    try:
        text = write(value)
    except ValueError as error:
        raise Malformed(f"the answer cannot be written as JSON: {error}") from error
    return read(role, text), text


def reply_json(completion: Completion) -> str:
    """The JSON part of an answer: thoughts before it and one Markdown fence around it are taken off.

    Nothing is guessed: text that is not JSON comes back as it is and fails validation. Raises Malformed for two fences.
    """
    if completion.value is not None:
        return json.dumps(completion.value)
    text = _without_thoughts(completion.text.removeprefix("\ufeff")).strip()
    if text.startswith(("{", "[")):
        return text
    # A JSON string holds no raw line break, so a fence at the start of a line is never part of the JSON itself.
    fenced = _fenced(text)
    if len(fenced) > 1:
        raise Malformed(f"the answer holds {len(fenced)} fenced blocks; it must be one JSON object")
    return fenced[0].strip() if fenced else text


def _fenced(text: str) -> list[str]:
    """What stands between fences; one that is never closed holds nothing. Each line is looked at once."""
    blocks: list[str] = []
    inside: list[str] | None = None
    for line in text.split("\n"):
        mark = _FENCE.fullmatch(line)
        if inside is None:
            inside = [] if mark else None
        elif mark and not mark[1]:
            blocks.append("\n".join(inside))
            inside = None
        else:
            inside.append(line)
    return blocks


def _without_thoughts(text: str) -> str:
    """Some servers swallow the opening tag of the thoughts, so a closing one alone counts too."""
    rest = _THOUGHT.sub("", text, count=1)
    if rest is text and not text.lstrip().startswith(("{", "[", "```", "<think")):
        before, closing, after = text.partition("</think>")
        return after if closing else before
    return rest


def _in_words(error: ValidationError) -> str:
    problems = error.errors(include_url=False, include_context=False, include_input=False)
    lines = [f"{'.'.join(str(part) for part in p['loc']) or 'answer'}: {p['msg']}" for p in problems[:_SHOWN_ERRORS]]
    more = len(problems) - len(lines)
    return "; ".join(lines) + (f"; and {more} more" if more > 0 else "")

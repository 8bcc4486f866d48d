"""What the user asked a team for: checked once, at the door."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from pydantic import BaseModel, ValidationError

from kasen.errors import InputError
from kasen.team import Team, request_type

if TYPE_CHECKING:
    from kasen.runtime.rows import Options

_JAPANESE = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uff66-\uff9f]")
_BOUND = re.compile(r"(greater|less) than or equal to (\S+)")
SHOWN = 40
"""Characters of a wrong value that are said again."""
TITLE = 80
"""Characters of a title in lists."""


def parse_request(team: Team, request: BaseModel | dict[str, Any], *, reads_files: bool = True) -> BaseModel:
    """The request as the team's own type. `reads_files`: whether a path may stand where its file's words are meant.

    Raises:
        InputError: one sentence that names the field and what is wrong with it.
    """
    wanted = request_type(team)
    if isinstance(request, wanted):
        return request
    values = request.model_dump() if isinstance(request, BaseModel) else request
    try:
        return wanted.model_validate(values, context={"reads_files": reads_files})
    except ValidationError as error:
        first = error.errors(include_url=False, include_context=False)[0]
        place = ".".join(str(part) for part in first["loc"])
        text = "is missing" if first["type"] == "missing" else in_words(first["msg"])
        given = first["input"]
        if "must be " in text and isinstance(given, str | int | float) and len(str(given)) <= SHOWN:
            text = f"{text}, not `{given}`"
        raise InputError(f"`{place}`: {text}" if place else text) from error


def in_words(told: str) -> str:
    """What pydantic says of a value, as a person would say it: `must be 60 or less`."""
    text = told.replace("Value error, ", "").replace("Input should be ", "must be ")
    text = _BOUND.sub(lambda bound: f"{bound[2]} or {'more' if bound[1] == 'greater' else 'less'}", text)
    return text.split(", unable to parse ")[0]


def look_at_the_door(request: BaseModel) -> None:
    """Let a request look for what it names before a run of it is recorded (`at_the_door()`). Raises InputError."""
    own = getattr(request, "at_the_door", None)
    if callable(own):
        own()


def check_suits(request: BaseModel, mode: str, options: Options) -> None:
    """Let a request say what it lacks for a mode (`suits(mode, by_rules=…)`), likewise. Raises InputError.

    `by_rules`: whether no model is there to understand it better than a rule does.
    """
    from kasen.models.presets import NONE

    own = getattr(request, "suits", None)
    if callable(own):
        own(mode, by_rules=options.preset == NONE and not options.models)


def kbs_of(request: BaseModel) -> list[str]:
    """The knowledge bases that a request names: what stands in its fields that are marked `kb`."""
    fields = type(request).model_fields.items()
    marks = {name: one.json_schema_extra for name, one in fields if isinstance(one.json_schema_extra, dict)}
    return [base for name, marked in marks.items() if marked.get("kb") for base in getattr(request, name)]


def argument_of(wanted: type[BaseModel]) -> str:
    """Name of the first required text of a request: what it asks. Empty where there is none."""
    fields = wanted.model_fields.items()
    return next((name for name, field in fields if field.is_required() and field.annotation is str), "")


def keeps_argument(wanted: type[BaseModel]) -> bool:
    """Whether a follow-up takes the argument of the earlier run along: `keeps_argument = True` in the class says so."""
    return bool(getattr(wanted, "keeps_argument", False))


def never_kept(wanted: type[BaseModel]) -> frozenset[str]:
    """Fields that are said anew in each run: those in `never_kept` of the class."""
    return frozenset(getattr(wanted, "never_kept", ()))


def title_of(request: BaseModel) -> str:
    """What a request says it is called (`title()`), else its first required text, on one line."""
    own = getattr(request, "title", None)
    name = argument_of(type(request))
    words = own() if callable(own) else getattr(request, name) if name else type(request).__name__
    text = " ".join(str(words).split())
    return text if len(text) <= TITLE else text[: TITLE - 1] + "…"


def language_of(request: BaseModel) -> str:
    """`ja` or `en`: what the request says (`lang`, else `language()`), else the language that it is written in."""
    own = getattr(request, "language", None)
    for said in (getattr(request, "lang", None), own() if callable(own) else None):
        if said in ("ja", "en"):
            return str(said)
    return "ja" if is_japanese(title_of(request)) else "en"


def is_japanese(text: str) -> bool:
    """True when it holds kana or kanji."""
    return _JAPANESE.search(text) is not None

"""What a model wrote that no source stands behind, and that people read all the same: points, queries, names.

Titles have a check of their own, `prose.may_head`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any, TypeVar

from pydantic import BaseModel

from kasen.evidence.normal import normalise
from kasen.teams.research import wording
from kasen.teams.research.prose import Lang, strange_addresses
from kasen.teams.research.rules.addressed import speaks_to_a_model
from kasen.teams.research.rules.coverage import coverage
from kasen.teams.research.schemas import PointCoverage

_MARKUP = re.compile(r"[<>{}\\]|\]\(|\[\^?|\]|!\[|(?i:javascript|data):\S*")
R = TypeVar("R", bound=BaseModel)
_YEAR = re.compile(r"1\d{3}|20\d{2}")


def is_plain(text: str, known: str) -> bool:
    """Whether a text holds neither markup nor orders to a model, and no address that is not known."""
    return not (strange_addresses(text, [known]) or _MARKUP.search(text) or speaks_to_a_model(text))


def may_be_asked(text: str, known: str) -> bool:
    """Whether a point is about the matter: plain, with a word of what is known, and with no new figure but a year."""
    said = _figures(known)
    new = {figure for figure in _figures(text) - said if not _YEAR.fullmatch(figure)}
    return bool(text.strip()) and is_plain(text, known) and coverage(text, known) > 0 and not new


def _figures(text: str) -> set[str]:
    return {figure.replace(",", "") for figure in re.findall(r"\d+(?:,\d{3})*", normalise(text).text)}


def headed(points: Sequence[PointCoverage], known: str, lang: Lang, *, supposed: bool = False) -> list[PointCoverage]:
    """The points as they may stand in a report: one that is not about the matter is known by its number only.

    `supposed`: they are suppositions, which bring words of their own, and are shown as such.
    """
    fits = is_plain if supposed else may_be_asked
    return [
        point
        if fits(point.text, known)
        else point.model_copy(update={"text": wording.unnamed_point(point.point, lang), "missing": []})
        for point in points
    ]


def plain_queries(queries: Iterable[str], question: str) -> list[str]:
    """The queries, each once, without addresses that the question does not name and without markup.

    One that was nothing else is left out; an empty one stays what it was.
    """
    plain = {_plain(query, question) or ("" if query.strip() else query): None for query in queries}
    return [query for query in plain if query]


def without_addresses(reply: R, known: str) -> R:
    """A reply without the addresses that are not known: what it names stands in tables, headings and pictures."""
    return type(reply).model_validate(_unaddressed(reply.model_dump(), known))


def _unaddressed(value: Any, known: str) -> Any:
    if isinstance(value, dict):
        return {key: _unaddressed(one, known) for key, one in value.items()}
    if isinstance(value, list):
        return [_unaddressed(one, known) for one in value]
    if isinstance(value, str) and (strange := strange_addresses(value, [known])):
        for address in strange:
            value = value.replace(address, " ")
        return " ".join(value.split())
    return value


def _plain(query: str, question: str) -> str:
    for address in strange_addresses(query, [question]):
        query = query.replace(address, " ")
    return " ".join(_MARKUP.sub(" ", query).split())

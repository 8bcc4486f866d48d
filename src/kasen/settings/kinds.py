"""The setting that says how a model of embeddings is told a question from a passage."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Literal, NamedTuple

Kind = Literal["query", "passage"]
"""What a text is: what is looked for, or what is found."""
SEPARATOR = "||"
NONE = "none"
_FIELD = re.compile("([a-z][a-z_]*)=(.*)", re.DOTALL)


class Kinds(NamedTuple):
    """`query` and `passage` are put before the text, or are the values of `field` where there is one."""

    field: str = ""
    query: str = ""
    passage: str = ""

    def __str__(self) -> str:
        """In the form of the setting; empty when questions and passages are made alike. An index remembers it."""
        if not self.query and not self.passage:
            return ""
        return f"{self.field}{'=' * bool(self.field)}{self.query}{SEPARATOR}{self.passage}"

    def texts(self, texts: Sequence[str], kind: Kind | None) -> list[str]:
        """The texts as they are sent."""
        before = "" if self.field else self._value(kind)
        return [before + text for text in texts]

    def fields(self, kind: Kind | None) -> dict[str, str]:
        """What is sent beside them."""
        value = self._value(kind)
        return {self.field: value} if self.field and value else {}

    def _value(self, kind: Kind | None) -> str:
        return {"query": self.query, "passage": self.passage, None: ""}[kind]


def read_kinds(told: str) -> Kinds:
    """`query: ||passage: `, `input_type=query||passage` or `none`. Raises ValueError for what is none of them."""
    if told.strip() == NONE:
        return Kinds()
    query, separator, passage = told.partition(SEPARATOR)
    named = _FIELD.fullmatch(query)
    kinds = Kinds(named[1], named[2], passage) if named else Kinds("", query, passage)
    if not separator or SEPARATOR in passage or not (query or passage) or (named and not all(kinds)):
        raise ValueError(
            "must be what stands before a question and before a passage, as `query: ||passage: `, a field of the"
            " request, as `input_type=query||passage`, or `none`"
        )
    return kinds


def kinds_told(value: str) -> str:
    """The setting as it is, when it can be read. Raises ValueError."""
    if value:
        read_kinds(value)
    return value

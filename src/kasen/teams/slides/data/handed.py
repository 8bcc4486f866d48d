"""Figures as the code in the sandbox hands them over: lines of its output, nothing of which is believed yet."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import accumulate
from typing import Annotated, Literal

import orjson
from pydantic import BaseModel, ConfigDict, Field, PlainValidator, TypeAdapter, ValidationError, ValidationInfo

from kasen.teams.slides.data.kasen_data import MARK

MOST_LINES = 40
LONGEST = 4_000_000
"""Characters of one line; row numbers take most of them."""
MOST_ROWS = 4_000_000
"""Row numbers of one figure, all of its lists together: each of the rows of the largest table in a dozen of them."""
MOST_POINTS = 400
MOST_SERIES = 12
_STEP = re.compile(r"(-?\d{1,9})(?:\*(\d{1,9}))?")


def _rows(given: object, info: ValidationInfo) -> Sequence[int]:
    """A list, or the place of one among those of the figure, which is then the same object wherever it is named."""
    if isinstance(given, list):
        return _LIST.validate_python(given)
    lists: Sequence[Sequence[int]] = (info.context or {}).get("lists", ())
    if isinstance(given, int) and 0 <= given < len(lists):
        return lists[given]
    raise ValueError("no list of row numbers")


_LIST = TypeAdapter(list[int])
Rows = Annotated[Sequence[int], PlainValidator(_rows)]
"""Numbers of rows."""


class Trace(BaseModel):
    """How one value was computed."""

    model_config = ConfigDict(extra="ignore")

    rows: Rows = Field(default_factory=list)
    column: str = ""
    how: str = ""
    base: str = ""
    """Of `share` and `change`: how the values were computed of which they are one."""
    whole: Rows = Field(default_factory=list)
    """Of `share` the rows of the whole, of `change` those of the value before."""
    cut: bool = False
    """Whether values beside it were left out: then the others are no whole."""


class Handed(BaseModel):
    """One figure."""

    model_config = ConfigDict(extra="ignore", coerce_numbers_to_str=True)

    id: str
    kind: Literal["chart", "table", "number"]
    chart: str = ""
    title: str = ""
    shows: str = ""
    unit: str = ""
    table: str = ""
    how: str = ""
    column: str = ""
    categories: list[str] = Field(default_factory=list, max_length=MOST_POINTS)
    series: dict[str, list[float | None]] = Field(default_factory=dict, max_length=MOST_SERIES)
    traces: dict[str, list[Trace]] | list[Trace] = Field(default_factory=dict)
    rows: Rows = Field(default_factory=list)
    columns: list[str] = Field(default_factory=list, max_length=20)
    cells: list[list[float | bool | str | None]] = Field(default_factory=list, max_length=MOST_POINTS)
    used: list[Rows] = Field(default_factory=list)
    value: float | None = None
    trace: Trace = Field(default_factory=Trace)

    def series_trace(self, name: str, position: int) -> Trace:
        """How a value of a chart was computed; nothing known is an empty one."""
        listed = self.traces.get(name, []) if isinstance(self.traces, dict) else []
        return listed[position] if position < len(listed) else Trace()

    def row_trace(self, position: int) -> Trace:
        """How a row of a table was computed."""
        listed = self.traces if isinstance(self.traces, list) else []
        return listed[position] if position < len(listed) else Trace()


def handed_over(stdout: str) -> tuple[list[Handed], list[str]]:
    """The figures of an output; and what is wrong with lines that are none.

    Figures of one id and title are the same figure, the last of which stands; of another title they are others.
    """
    found: dict[str, Handed] = {}
    wrong: list[str] = []
    lines = [line for line in stdout.split("\n") if line.startswith(MARK)]
    if len(lines) > MOST_LINES:
        wrong.append(f"{len(lines)} figures were handed over; only the first {MOST_LINES} were looked at")
    for line in lines[:MOST_LINES]:
        if len(line) > LONGEST:
            wrong.append(f"a figure is not read: its line has {len(line):,} characters, at most {LONGEST:,} are")
            continue
        try:
            body = orjson.loads(line[len(MARK) :])
            figure = Handed.model_validate(body, context={"lists": _lists(body)})
        except orjson.JSONDecodeError:
            wrong.append("a line that begins as a figure is no JSON")
        except ValidationError as error:
            first = error.errors()[0]
            where = ".".join(str(part) for part in first["loc"])
            wrong.append(f"a figure is not valid: {where}: {first['msg']}")
        else:
            _keep(found, figure)
    return list(found.values()), wrong


def _lists(body: object) -> list[list[int]]:
    """The lists of row numbers of a figure; a list that is none, or after too many numbers, is empty."""
    said = body.get("lists") if isinstance(body, dict) else None
    left, found = MOST_ROWS, list[list[int]]()
    for text in said if isinstance(said, list) else ():
        steps = [_STEP.fullmatch(part) for part in text.split()] if isinstance(text, str) else [None]
        pairs = [(int(step[1]), int(step[2] or 1)) for step in steps if step]
        left -= sum(count for _, count in pairs)
        usable = left >= 0 and len(pairs) == len(steps)
        found.append(list(accumulate(step for step, count in pairs for _ in range(count))) if usable else [])
    return found


def _keep(found: dict[str, Handed], figure: Handed) -> None:
    id, count = figure.id.strip(), 1
    name = id
    while name in found and found[name].title != figure.title:
        count += 1
        name = f"{id} ({count})"
    found[name] = figure.model_copy(update={"id": name})

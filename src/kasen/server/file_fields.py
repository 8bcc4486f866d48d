"""Fields of a request that take files, as its schema marks them (`json_schema_extra`), and what may stand in them.

| mark | meaning |
|---|---|
| `file` | takes a file: `upload:ID`; of this machine's own user also a path |
| `many` | a list of files |
| `folder` | a folder too: several uploads become one |
| `forms` | endings of names that it takes |
| `words` | what else may stand there, besides a file |
| `pattern` | likewise, as a regular expression |
| `address` | takes an address (http, https) |
| `text` | takes lines of text, or one file that holds them |
| `writes` | writes into the user's own file: this machine's user only |
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from pydantic import BaseModel, ConfigDict

if TYPE_CHECKING:
    from kasen.team import Team


class Marks(BaseModel):
    """What the schema of a field says of files."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    file: bool = False
    many: bool = False
    folder: bool = False
    forms: tuple[str, ...] = ()
    words: tuple[str, ...] = ()
    pattern: str = ""
    address: bool = False
    text: bool = False
    writes: bool = False

    def is_word(self, given: str) -> bool:
        """Whether it is one of the words that mean no file."""
        plain = given.strip()
        return plain.lower() in self.words or bool(self.pattern and re.fullmatch(self.pattern, plain, re.IGNORECASE))


def marks_of(team: Team) -> dict[str, Marks]:
    """Field → marks, of those that the schema of a team's request marks."""
    from kasen.team import request_type

    extras = {name: field.json_schema_extra for name, field in request_type(team).model_fields.items()}
    return {name: Marks.model_validate(said) for name, said in extras.items() if isinstance(said, dict)}


def file_fields(team: Team) -> Sequence[str]:
    """Names of the fields that take files, in the order of the schema."""
    return [name for name, marks in marks_of(team).items() if marks.file]


def is_address(text: Any) -> bool:
    """Whether it is asked over http or https."""
    return isinstance(text, str) and text.strip().lower().startswith(("http://", "https://"))

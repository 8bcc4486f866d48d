"""Texts and questions in SQuAD form, as the evals of search, answers and the verifier read them.

A paragraph has its text in `context`; in the files of `questions/` it may name that of another file instead, so that
no text stands twice: `"of": "en.json#sourdough"`.
"""

from __future__ import annotations

import json
import random
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

MOST = 300
"""Questions of a sample; of a file with fewer than twice as many, half are left for tuning."""


class Paragraph(NamedTuple):
    """A text; in JSQuAD its `context` is headed by the title of its article."""

    id: str
    article: str
    context: str

    @property
    def text(self) -> str:
        """Without what stands before `[SEP]`."""
        return (self.context.partition("[SEP]")[2] or self.context).strip()


class Question(NamedTuple):
    """`paragraph` is an index; a question that its text does not answer has no answers."""

    text: str
    answers: tuple[str, ...]
    paragraph: int
    id: str = ""


def load(file: Path) -> tuple[list[Paragraph], list[Question]]:
    """Everything in a file. Exits with one sentence where it is not of that form."""
    try:
        return _read(json.loads(file.read_text(encoding="utf-8"))["data"], file.parent)
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise SystemExit(f"`{file}` is no file in SQuAD form: {type(error).__name__} {error}") from error


def _read(data: Sequence[Any], folder: Path) -> tuple[list[Paragraph], list[Question]]:
    paragraphs: list[Paragraph] = []
    questions: list[Question] = []
    for article in data:
        for found in article["paragraphs"]:
            for qa in found["qas"]:
                golds = tuple(dict.fromkeys(answer["text"] for answer in qa["answers"]))
                questions.append(Question(qa["question"], golds, len(paragraphs), str(qa.get("id", ""))))
            paragraphs.append(_of(found["of"], folder) if "of" in found else _own(found, article["title"]))
    return paragraphs, questions


def _own(found: Any, article: str) -> Paragraph:
    return Paragraph(str(found.get("id", "")), article, found["context"])


def _of(place: str, folder: Path) -> Paragraph:
    name, _, id = place.partition("#")
    return _by_id(folder / name)[id]


@lru_cache(maxsize=8)
def _by_id(file: Path) -> dict[str, Paragraph]:
    return {paragraph.id: paragraph for paragraph in load(file)[0]}


def answered(questions: Sequence[Question]) -> list[Question]:
    """Those that their text answers."""
    return [question for question in questions if question.answers]


def sample(
    questions: Sequence[Question], seed: int, size: int | None = None, exclude_seed: int | None = None
) -> list[Question]:
    """A fixed sample of `size`; `exclude_seed` leaves out the one that another seed gives."""
    most = min(MOST, len(questions) // 2)
    out = set(random.Random(exclude_seed).sample(range(len(questions)), most)) if exclude_seed is not None else set()
    left = [n for n in range(len(questions)) if n not in out]
    return [questions[n] for n in random.Random(seed).sample(left, min(most if size is None else size, len(left)))]

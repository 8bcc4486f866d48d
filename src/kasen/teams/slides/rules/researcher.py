"""The researcher without a model: the topics of the wish, as questions that stand alone."""

from __future__ import annotations

import re
from collections.abc import Sequence

from kasen.teams.slides.schemas.brief import About
from kasen.teams.slides.schemas.outputs import ResearchTask, ResearchTaskList

MOST_TASKS = 4
"""Questions that code makes of a wish; a model may ask more."""
LONGEST = 300
"""Characters of a question."""
_ENGLISH = re.compile(
    r"^\s*(?:please\s+)?(?:(?:can|could)\s+you\s+)?(?:(?:make|create|prepare|build|write|design|give|draft|do)\b|i(?:'d)?\s+"
    r"(?:need|want|would\s+like)\b|we\s+(?:need|want)\b)?[^.:;\n]{0,60}?\b(?:deck|presentation|slides?|slide\s*show|talk|"
    r"pitch)\b[^.:;\n]{0,40}?\b(?:about|on|regarding|covering|concerning|titled|introducing|explaining)\b[\s:]*",
    re.IGNORECASE,
)
_JAPANESE = re.compile(
    r"(?:について|に関して|に関する|に関し|を紹介する|を説明する|を解説する|を提案する|向け)?(?:の|を|した)?"
    r"(?:[0-9０-９]+\s*(?:枚|ページ|頁)(?:程度|ほど|くらい)?の?)?"
    r"(?:スライド|プレゼンテーション|プレゼン|発表資料|提案資料|説明資料|資料|デッキ)(?:資料)?"
    r"(?:を[^。\n]{0,24}|に[^。\n]{0,16}|が[^。\n]{0,16})?(?=[。\n]|$)"
)
_COUNT = re.compile(
    r"[0-9０-９]+\s*(?:枚|ページ|頁)(?:程度|ほど|くらい)?(?:で|の|に)?、?|\b(?:in\s+)?[0-9]+\s*(?:-\s*)?slides?\b",
    re.IGNORECASE,
)
_ENDS = re.compile(r"(?<=[。？！?!])|(?<=[.;])\s+|\n+")
_ITEMS = re.compile(r"(?:[:：]?[ \t]*\n[ \t]*(?:[-*+•・]|[0-9]+[.)．）])[ \t]*[^\n]+)+")
_ITEM = re.compile(r"\n[ \t]*(?:[-*+•・]|[0-9]+[.)．）])[ \t]*([^\n]+)")
"""Lines of a list: what stands before them is what they are of."""
_LIST = re.compile(r"\s*[、,，;；・]\s*(?:and\s+|および|ならびに)?|\s+and\s+")


def topics(
    *, about: About, instruction: str, inputs: Sequence[str], documents: bool, web: bool, today: str, lang: str
) -> ResearchTaskList:
    """One question for each sentence of the instruction, or of the wish, and each topic of a list after a colon."""
    del documents, web, today
    told = instruction if instruction.strip() and not _is_name(instruction) else about.wish
    told = _ITEMS.sub(lambda items: f": {', '.join(_ITEM.findall(items[0]))}", told.strip())
    found = [question for sentence in _ENDS.split(told) for question in _questions(sentence)]
    found = found or [question for one in (about.title, about.wish) for question in _questions(one)][:1]
    named = [" ".join(one.split()) for one in inputs if one.strip()]
    why = "依頼の話題" if lang == "ja" else "a topic of the wish"
    asked = list(dict.fromkeys([*found, *named])) or [" ".join(about.wish.split())]
    return ResearchTaskList(
        tasks=[
            ResearchTask(id=f"R{n}", question=question[:LONGEST], why=why)
            for n, question in enumerate(asked[:MOST_TASKS], start=1)
        ]
    )


def _is_name(instruction: str) -> bool:
    """Whether nothing more is said than what the step is called."""
    return instruction.strip() in ("Research", "調査")


def _questions(sentence: str) -> list[str]:
    """What a sentence is about, without the words that order a deck; several where it lists them after a colon."""
    text = _ENGLISH.sub("", sentence, count=1)
    text = _COUNT.sub("", _JAPANESE.sub("", text))
    text = " ".join(text.split()).strip(" 　。.、,;:：・-")
    if sum(character.isalnum() for character in text) < 2:
        return []
    head, colon, rest = re.sub(r"[:：](?!//)", "\0", text, count=1).partition("\0")
    items = [item.strip(" 　。.") for item in _LIST.split(rest) if item.strip(" 　。.")] if colon else []
    if len(items) < 2:
        return [text]
    return [f"{head.strip()} {item}" for item in items]

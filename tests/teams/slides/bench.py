"""A team of scripted workers over a small table and a few passages, for tests of the whole graph."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from kasen.evidence.types import Hit, Passage, Source, content_id
from kasen.models.provider import ModelRequest
from kasen.teams.slides.graphs.deck import build
from kasen.teams.slides.schemas.request import Request
from kasen.teams.slides.schemas.result import Result
from kasen.testing.deps import FakeDeps, fake_deps
from kasen.testing.office import FakeOffice
from kasen.testing.scripted import ScriptedModel

CSV = """Year,Country,Exports (t)
2020,USA,1200
2020,Germany,400
2022,USA,2100
2022,Germany,800
2024,USA,3100
2024,Germany,1150
"""
PASSAGES = {
    "Shading": "Tea gardens are covered for about 20 days before picking. The cover keeps the light out.",
    "Buyers": "Buyers abroad ask for powdered tea. In 2023 they paid twice as much as in 2019.",
    "Risks": "Late frost destroyed a third of the harvest of 2021. Farmers use fans against it.",
}

Reply = Callable[[ModelRequest], Mapping[str, Any] | str | BaseException]


def hits(passages: Mapping[str, str] = PASSAGES) -> list[Hit]:
    """Passages of as many documents."""
    made = []
    for rank, (title, text) in enumerate(passages.items()):
        source = Source(id=content_id("s", title), kind="document", title=title, uri=f"/docs/{title}.md")
        passage = Passage(id=content_id("p", text), source_id=source.id, text=text, headings=(title,), end=len(text))
        made.append(Hit(passage=passage, source=source, score=1.0 - rank / 10))
    return made


def goes_on(_: ModelRequest) -> Mapping[str, Any]:
    """A coordinator that hands off."""
    return {"reply": "I will make the deck.", "goto": "planner", "title": "Tea abroad"}


def plans(*roles: str, slides: int = 7) -> Reply:
    """A planner that wants these workers."""
    steps = [
        {"id": f"S{n}", "role": role, "title": role, "instruction": f"Do the work of the {role}."}
        for n, role in enumerate(roles or ("data_analyst", "storywriter"), start=1)
    ]
    return lambda _: {"title": "Tea abroad", "goal": "Decide on more shade.", "slides": slides, "steps": steps}


def outlines(*slides: tuple[str, str], title: str = "Tea abroad") -> Reply:
    """A storywriter that outlines these kinds and titles."""
    given = slides or (
        ("title", "Tea abroad"),
        ("chart", "Exports grow every year"),
        ("bullets", "Shade makes the tea"),
        ("bullets", "Buyers pay more"),
        ("two_columns", "Risks and answers"),
        ("closing", "Plant more shade"),
    )
    made = [{"kind": kind, "title": name, "message": f"{name}."} for kind, name in given]
    return lambda _: {"title": title, "subtitle": "For the board", "slides": made}


def briefs_of(request: ModelRequest) -> list[tuple[int, str, list[str]]]:
    """Number, kind and fitting passages of the slides that a writer was asked for."""
    found = re.findall(r"^Slide (\d+) \[(\w+)\]$.*?^- fits it best: (.*?)$", request.prompt, re.MULTILINE | re.DOTALL)
    return [(int(number), kind, re.findall(r"[PR]\d+(?:-\d+)?", ids)) for number, kind, ids in found]


def writes(request: ModelRequest) -> Mapping[str, Any]:
    """A storywriter that quotes the first sentence of the best passage, and of a figure what it shows."""
    return {"slides": [slide(number, kind, ids, request) for number, kind, ids in briefs_of(request)]}


def slide(number: int, kind: str, ids: Sequence[str], request: ModelRequest) -> dict[str, Any]:
    """One slide of such a writer."""
    points = [{"text": sentence_of(id, request), "sources": [id]} for id in ids[:2]]
    points = points or [{"text": "We plant more shade."}, {"text": "We ask the farmers."}]
    titles = re.findall(rf"^{number} \[\w+\] (.*?)(?: · .*)?$", request.prompt, re.MULTILINE)
    said = {"number": number, "title": titles[0] if titles else "Title", "message": "", "notes": "Let us look at it."}
    if kind == "two_columns":
        return {**said, "left_heading": "Risk", "left": points[:1], "right_heading": "Answer", "right": points[1:]}
    return {**said, "points": points}


def sentence_of(id: str, request: ModelRequest) -> str:
    """The first sentence of a passage as it was shown."""
    shown = re.search(
        rf'<outside kind="passage" id="{re.escape(id)}".*?\n.*?\n.*?\n(.*?)</outside', request.prompt, re.DOTALL
    )
    return shown[1].strip().split(". ")[0].rstrip(".") + "." if shown else "Nothing was shown."


def passes(_: ModelRequest) -> Mapping[str, Any]:
    """A critic who has nothing to say."""
    return {"findings": [], "verdict": "pass"}


GOOD: dict[str, Reply] = {
    "coordinator": goes_on,
    "planner": plans(),
    "storywriter_outline": outlines(),
    "storywriter": writes,
    "storywriter_critique": passes,
}
"""Everybody does what they should; who is not named answers by rule."""


@dataclass
class Cast:
    """Who answers what: a reply per role, or one per call of the role."""

    roles: Mapping[str, Reply | Sequence[Reply]]
    asked: list[str] = field(default_factory=list)
    requests: list[ModelRequest] = field(default_factory=list)

    def __call__(self, request: ModelRequest) -> Any:
        """The answer of the role, by the number of times that it was asked."""
        said = self.roles.get(request.role)
        number = self.asked.count(request.role)
        self.asked.append(request.role)
        self.requests.append(request)
        if said is None:
            return ValueError(f"nobody plays {request.role}")
        reply = said if callable(said) else said[min(number, len(said) - 1)]
        return reply(request)

    def prompts(self, role: str) -> list[str]:
        """What a role was shown."""
        return [request.prompt for request in self.requests if request.role == role]


@dataclass
class Done:
    """A run that has ended."""

    result: Result
    state: dict[str, Any]
    deps: FakeDeps
    cast: Cast

    def text(self, name: str) -> str:
        """An artifact."""
        return self.deps.artifacts.text(name)

    @property
    def titles(self) -> list[str]:
        """Of the slides as they were made."""
        assert self.result.deck is not None
        return [one.title for one in self.result.deck.slides]

    @property
    def words(self) -> str:
        """Everything that stands on slides and in notes."""
        assert self.result.deck is not None
        return self.result.deck.model_dump_json(include={"slides"})


async def made(
    folder: Path,
    roles: Mapping[str, Reply | Sequence[Reply]] | None = None,
    *,
    csv: str = "",
    lang: str = "en",
    documents: Mapping[str, str] | None = None,
    more: Mapping[str, Any] | None = None,
    **request: Any,
) -> Done:
    """Run the whole graph; without `roles` the rules answer. `more` goes to `fake_deps`, `documents` are passages."""
    cast = Cast(roles or {})
    model = None if roles is None else ScriptedModel(cast, id="scripted:team")
    fields: dict[str, Any] = {"office": FakeOffice(), "documents": hits(documents or {}), **(more or {})}
    deps = fake_deps(model=model, lang=lang, **fields)
    given: dict[str, Any] = {"wish": "Tea exports, for the board", **request}
    if csv:
        path = folder / "tea.csv"
        path.write_text(csv, encoding="utf-8")
        given["data"] = [path]
    if documents:
        given["docs"] = [folder]
    state = await build().compile().ainvoke({"request": Request(**given)}, {"recursion_limit": 100}, context=deps)
    return Done(state["result"], state, deps, cast)

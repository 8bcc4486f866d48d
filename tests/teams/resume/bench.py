"""A team of scripted critics over a small résumé, for tests of the whole graph."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from kasen.models.provider import ModelRequest
from kasen.teams.resume.graphs.review import build
from kasen.teams.resume.schemas.request import Request
from kasen.teams.resume.schemas.result import Result
from kasen.testing.deps import FakeDeps, fake_deps
from kasen.testing.scripted import ScriptedModel

CRITICS = ("recruiter", "tech_writer", "copywriter", "ux_designer", "visual_designer")
ENGLISH = """---
title: "Résumé"
author: "Sample Person"
---

## Summary

Backend engineer with eight years of experience in Python.

## Experience

### Backend Engineer, Example Systems Inc.

April 2019 – Present

- Was responsible for the development of the billing service in Python.
- Reduced the time of the monthly closing by 30%.
- Helped in the migration of two databases to PostgreSQL.

::: {.note}
Available from spring.
:::

```{python}
#| echo: false
print("skills")
```

{{< pagebreak >}}

## Skills

Python, PostgreSQL, Docker
"""
WEAK = "Was responsible for the development of the billing service in Python."
BETTER = "Developed the billing service in Python."

Reply = Callable[[ModelRequest], Mapping[str, Any] | str | BaseException]


def criteria_of(request: ModelRequest) -> list[str]:
    """Ids of the criteria that a critic was shown, in the order in which it was shown them."""
    return re.findall(r"^### `(\w+)`", request.prompt, re.MULTILINE)


def words_of(request: ModelRequest) -> str:
    """Words of the résumé that a critic was shown: its longest line."""
    shown = re.search(r'<outside kind="resume".*?\n.*?\n(.*?)</outside', request.prompt, re.DOTALL)
    return max(shown[1].splitlines(), key=len) if shown else ""


def critique(value: int, findings: Sequence[Mapping[str, Any]] = ()) -> Reply:
    """A critic that gives every criterion the same value, and shows words for it."""

    def answer(request: ModelRequest) -> Mapping[str, Any]:
        quote = words_of(request)
        criteria = [
            {"criterion": id, "why": "as it stands", "quote": quote, "score": value} for id in criteria_of(request)
        ]
        return {"criteria": criteria, "findings": list(findings)}

    return answer


def finding(quote: str = WEAK, **more: Any) -> dict[str, Any]:
    """A finding of a critic."""
    return {"quote": quote, "severity": "major", "problem": "The verb is weak.", "suggestion": "", **more}


def edit(old: str = WEAK, new: str = BETTER, line: int = 16, **more: Any) -> dict[str, Any]:
    """An edit of the revisor."""
    return {"finding": "1C1", "line": line, "old": old, "new": new, **more}


def prefers(words: str) -> Reply:
    """A judge that prefers the version which holds these words, in either order."""

    def answer(request: ModelRequest) -> Mapping[str, Any]:
        first, second = re.findall(r'<outside kind="version" id="[AB]".*?</outside', request.prompt, re.DOTALL)
        better = "tie" if (words in first) == (words in second) else "A" if words in first else "B"
        return {"why": "clearer", "better": better}

    return answer


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
            return critique(4)(request) if request.role in CRITICS else {"edits": []}
        reply = said if callable(said) else said[min(number, len(said) - 1)]
        return reply(request)


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
    def warnings(self) -> list[str]:
        """What was warned of."""
        return [event.text for event in self.deps.events.of("warning")]


async def reviewed(
    folder: Path,
    roles: Mapping[str, Reply | Sequence[Reply]] | None = None,
    *,
    text: str = ENGLISH,
    name: str = "cv.qmd",
    encoding: str = "utf-8",
    lang: str = "en",
    more: Mapping[str, Any] | None = None,
    **request: Any,
) -> Done:
    """Run the whole graph on a text; without `roles` the rules answer. `more` goes to `fake_deps`."""
    path = folder / name
    path.write_bytes(text.encode(encoding))
    cast = Cast(roles or {})
    model = None if roles is None else ScriptedModel(cast, id="scripted:critics")
    deps = fake_deps(model=model, lang=lang, **(more or {}))
    asked = Request(resume=str(path), **{"role": "Backend engineer", **request})
    state = await build().compile().ainvoke({"request": asked}, {"recursion_limit": 100}, context=deps)
    return Done(state["result"], state, deps, cast)

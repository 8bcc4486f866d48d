"""The criteria that résumés are judged by, per critic and language."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from kasen.teams.resume.schemas.part import Critic, Lang


@dataclass(frozen=True)
class Criterion:
    """One criterion, 0–5."""

    id: str
    """Unique in the rubric: `quantified_results`."""
    critic: Critic
    name: str
    """In the language of the rubric."""
    question: str
    """What is asked of the text, one sentence."""
    anchors: Mapping[int, str]
    """What 0, 1, 3 and 5 look like; empty for what code measures."""
    measured: bool
    """True: code measures it and no model is asked; False: a model judges it and code does not."""
    needs: str = ""
    """`posting` or `page`: it counts only where there is one; empty: always."""


@dataclass(frozen=True)
class Rubric:
    """All criteria of one language."""

    lang: Lang
    criteria: tuple[Criterion, ...]

    def of(self, critic: Critic, *, measured: bool, posting: bool = False, page: bool = False) -> list[Criterion]:
        """The criteria of a critic that code measures, or a model judges, and that apply here."""
        has = {"": True, "posting": posting, "page": page}
        return [one for one in self.criteria if one.critic == critic and one.measured is measured and has[one.needs]]

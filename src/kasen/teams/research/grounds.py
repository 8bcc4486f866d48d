"""What the evidence of a comparison says of each item by itself, so that no item gets what is said of another."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from kasen.evidence.reading import Reading
from kasen.evidence.types import Claim, Passage, Source
from kasen.evidence.verify import verify
from kasen.team import Deps
from kasen.teams.research.nodes.item_analyzer import names_criterion, place_of, subjects_of
from kasen.teams.research.rules.subject import Subjects
from kasen.teams.research.schemas import Excerpt, Statement
from kasen.teams.research.schemas.compare import ComparisonPlan


@dataclass(frozen=True)
class Grounds:
    """Excerpts by id with what stands around them, and the items by name."""

    plan: ComparisonPlan
    subjects: Subjects
    excerpts: Mapping[str, Excerpt]
    passages: Mapping[str, Passage]
    sources: Mapping[str, Source]

    @classmethod
    async def of(cls, deps: Deps, plan: ComparisonPlan, excerpts: Sequence[Excerpt]) -> Grounds:
        """The grounds of these excerpts."""
        passages = await deps.evidence.passages(list(dict.fromkeys(e.passage_id for e in excerpts)))
        sources = await deps.evidence.sources(list(dict.fromkeys(p.source_id for p in passages)))
        by_id = {passage.id: passage for passage in passages}
        return cls(plan, subjects_of(plan), {e.id: e for e in excerpts}, by_id, {s.id: s for s in sources})

    def item_of(self, id: str) -> int:
        """Number of the item that an excerpt was kept for."""
        return (self.excerpts[id].point - 1) // len(self.plan.criteria) + 1

    def criterion_of(self, id: str) -> int:
        """Number of the criterion that an excerpt was kept for."""
        return (self.excerpts[id].point - 1) % len(self.plan.criteria) + 1

    def source_of(self, id: str) -> Source:
        """Where an excerpt is from."""
        return self.sources[self.passages[self.excerpts[id].passage_id].source_id]

    def quote(self, id: str) -> str:
        """The words of an excerpt."""
        excerpt = self.excerpts[id]
        return self.passages[excerpt.passage_id].text[excerpt.start : excerpt.end]

    def words(self, id: str, item: int) -> str:
        """What an excerpt says of an item alone; empty when nothing."""
        excerpt = self.excerpts[id]
        passage = self.passages[excerpt.passage_id]
        return self.subjects.words_of(item, place_of(excerpt, passage, self.sources[passage.source_id]))

    def names_criterion(self, id: str) -> bool:
        """Whether an excerpt has the words of the criterion that it was kept for; see `names_criterion`."""
        criterion = self.plan.criteria[self.criterion_of(id) - 1]
        return names_criterion(criterion, self.excerpts[id], self.passages[self.excerpts[id].passage_id])

    def own(self, statement: Statement, item: int) -> Statement | None:
        """A statement about an item with only the evidence that speaks of it; None when none does."""
        ids = [id for id in dict.fromkeys(statement.evidence) if id in self.excerpts and self.words(id, item)]
        return statement.model_copy(update={"evidence": ids}) if ids else None

    def stands(self, statement: Statement, item: int) -> bool:
        """Whether what the evidence says of the item alone bears a statement out, by code; a quotation always does."""
        if any(_squeezed(statement.text) == _squeezed(self.quote(id)) for id in statement.evidence):
            return True
        name = self.plan.items[item - 1].name
        said = "\n".join(f"{name}: {self.words(id, item)}" for id in statement.evidence)
        passage = Passage(id="own", source_id="own", text=said, end=len(said))
        claim = verify([Claim(id="own", text=statement.text, passage_ids=("own",))], {"own": passage})[0]
        return claim.support in ("supported", "partial")

    def fits(self, statement: Statement) -> bool:
        """Whether each item that a statement names is spoken of by its evidence, with the figures given for it."""
        known = [id for id in statement.evidence if id in self.excerpts]
        if any(_squeezed(statement.text) == _squeezed(self.quote(id)) for id in known):
            return True
        for item in sorted(self.subjects.named(statement.text)):
            own = [words for id in known if (words := self.words(id, item))]
            if not own or not _has_figures(self.subjects.share(item, statement.text), "\n".join(own)):
                return False
        return bool(known)


def _squeezed(text: str) -> str:
    return "".join(text.split())


def _has_figures(said: str, words: str) -> bool:
    """Whether every number and date of `said` stands in the words."""
    claim, text = Reading(said), Reading(words)
    dates = all(any(date.holds(other) for other in text.dates) for date in claim.dates if not date.bare)
    return dates and all(any(number.same(other) for other in text.numbers) for number in claim.numbers)

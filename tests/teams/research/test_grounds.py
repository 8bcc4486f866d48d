"""What the evidence says of each item by itself."""

from __future__ import annotations

import pytest

from kasen.teams.research.grounds import Grounds
from kasen.teams.research.schemas import Excerpt, Statement
from kasen.teams.research.schemas.compare import ComparisonPlan
from kasen.testing.deps import fake_deps
from kasen.testing.search import document_hit

PLAN = ComparisonPlan.model_validate({"items": ["Alpha", "Beta"], "criteria": ["price", "battery"]})
BOTH = "The Alpha ran 10 hours, while the Beta ran 14 hours on its battery."
PRICE = "The price of the Alpha is 500 dollars."


async def grounds() -> Grounds:
    hits = [document_hit(PRICE, path="/d/a.md"), document_hit(BOTH, path="/d/b.md")]
    deps = fake_deps()
    await deps.evidence.add(hits)
    places = [("e1", 1, hits[0]), ("e2", 2, hits[1]), ("e3", 4, hits[1])]
    return await Grounds.of(
        deps,
        PLAN,
        [Excerpt(id=i, point=n, passage_id=h.passage.id, start=0, end=len(h.passage.text)) for i, n, h in places],
    )


async def test_an_excerpt_knows_its_cell() -> None:
    found = await grounds()
    assert [(found.item_of(id), found.criterion_of(id)) for id in ("e1", "e2", "e3")] == [(1, 1), (1, 2), (2, 2)]
    assert found.names_criterion("e1")
    assert found.quote("e1") == PRICE
    assert found.source_of("e1").title == "a.md"


async def test_only_evidence_that_speaks_of_the_item_counts_for_it() -> None:
    found = await grounds()
    said = Statement(text="x", evidence=["e1", "e2", "e1", "e99"])
    alpha, beta = found.own(said, 1), found.own(said, 2)
    assert alpha is not None
    assert beta is not None
    assert (alpha.evidence, beta.evidence) == (["e1", "e2"], ["e2"])
    assert found.own(Statement(text="x", evidence=["e1"]), 2) is None


@pytest.mark.parametrize(
    ("text", "item", "stands"),
    [
        ("The Alpha ran 10 hours.", 1, True),
        ("The Alpha ran 14 hours.", 1, False),
        ("The Beta ran 14 hours on its battery.", 2, True),
        (BOTH, 1, True),
    ],
)
async def test_what_is_said_of_the_other_item_bears_nothing_out(text: str, item: int, stands: bool) -> None:
    found = await grounds()
    assert found.stands(Statement(text=text, evidence=["e2"]), item) is stands


@pytest.mark.parametrize(
    ("text", "evidence", "fits"),
    [
        ("The Alpha ran 10 hours and the Beta 14 hours.", ["e2"], True),
        ("The Alpha ran 14 hours and the Beta 10 hours.", ["e2"], False),
        ("The Beta costs 500 dollars.", ["e1"], False),
        ("It costs 500 dollars.", ["e1"], True),
        (BOTH, ["e2"], True),
        ("The Alpha ran 10 hours.", [], False),
        ("The Alpha ran 10 hours.", ["e99"], False),
    ],
)
async def test_a_conclusion_fits_when_each_item_has_its_own_figures(text: str, evidence: list[str], fits: bool) -> None:
    found = await grounds()
    assert found.fits(Statement(text=text, evidence=evidence)) is fits

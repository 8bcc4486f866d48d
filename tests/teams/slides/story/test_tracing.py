from __future__ import annotations

import pytest

from kasen.evidence.types import Passage
from kasen.teams.slides.schemas.arrangement import Capacity
from kasen.teams.slides.schemas.brief import About, SlideBrief
from kasen.teams.slides.schemas.deck import Chart, Point, Ref, Series, Slide
from kasen.teams.slides.schemas.findings import Evidence, Figure
from kasen.teams.slides.schemas.outputs import OutlineOutput
from kasen.teams.slides.story.composing import Shelf
from kasen.teams.slides.story.tracing import Tracing, is_gap, rests_on

CHART = Chart(
    id="F1", kind="line", categories=("2023", "2024"), series=(Series(name="sales", values=(2000.0, 1960.0)),)
)
FIGURES = [
    Figure(
        id="F1", kind="chart", title="Sales", chart=CHART, unit="t", numbers=(2000.0, 1960.0, -2.0, 0.98),
        ref=Ref(id="D1", kind="rows"), by="rule",
    )
]  # fmt: skip
POOL = [
    Evidence(ref=Ref(id="P1", kind="passage", passage_id="p1"), text="Bushes are covered for 20 days."),
    Evidence(ref=Ref(id="P2", kind="passage", passage_id="p2"), text="coffee | 90 | 27000"),
]


def lost(text: str, *refs: str, figure: str = "", spoken: bool = False, beside: tuple[str, ...] = ()) -> list[str]:
    shelf = Shelf(outline=OutlineOutput(title="t", slides=[]), pool=POOL, figures=FIGURES, lang="en")
    passages = {"p1": Passage(id="p1", source_id="s", text=POOL[0].text + " Then come 7,000 pickers.", end=60)}
    tracing = Tracing(shelf, "A wish for 300 guests", About(wish=""), passages)
    room = Capacity(title=40, lines=5, line=40, points=5)
    brief = SlideBrief(
        number=2, kind="bullets", title="t", message="", figure=figure, capacity=room, passages=("P1", "P2")
    )
    return tracing.lost(text, refs, brief, beside=beside, spoken=spoken)


@pytest.mark.parametrize(
    ("text", "refs", "found"),
    [
        ("Covered for 20 days", ("P1",), []),
        ("Covered for 20 days", ("P2",), ["20 days"]),
        ("7,000 pickers come", ("P1",), []),
        ("About 300 guests", ("P1",), []),
        ("Sales fell to 2.0 thousand", ("D1",), []),
        ("Sales fell by 2%", ("D1",), []),
    ],
)
def test_what_is_cited_has_to_say_it(text: str, refs: tuple[str, ...], found: list[str]) -> None:
    assert lost(text, *refs) == found


def test_what_cites_nothing_says_what_was_shown_without_rounding() -> None:
    assert lost("Covered for 20 days") == []
    assert lost("It takes 90 days") == ["90 days"], "of coffee it is no span of time"
    assert lost("Guests are 98% happy") == ["98%"], "a ratio of sales is no share of guests"
    assert lost("30,000 people in all") == ["30,000 people"]
    assert lost("About 2,000 t were sold") == []


def test_what_stands_beside_it_may_be_rounded() -> None:
    assert lost("Sales fell by 2%", figure="F1") == []
    assert lost("Sales are 98% of before", beside=("D1",)) == []


def test_what_is_spoken_may_be_rounded() -> None:
    assert lost("Nearly 30 thousand tonnes", spoken=True) == []
    assert lost("Nearly 50 thousand tonnes", spoken=True) != []


def test_addresses_stand_in_a_source_too() -> None:
    assert lost("Write to sales@example.com") == ["sales@example.com"]
    assert lost("See https://example.com/tea") == ["https://example.com/tea"]


@pytest.mark.parametrize(
    "text",
    [
        "【ここに写真を入れる】",
        "【図を挿入】",
        "TBD",
        "[Insert quote here]",
        "XX% of them",
        "〇〇氏",
        "◯◯様",
        "（要確認）",
        "Lorem ipsum",
        "【社名を入力】",
    ],
)
def test_gaps_are_seen(text: str) -> None:
    assert is_gap(text)


@pytest.mark.parametrize("text", ["Todos los días", "〇を付ける", "XL sizes", "見学会は未定ではない"])
def test_words_are_no_gaps(text: str) -> None:
    assert not is_gap(text)


def test_a_slide_rests_on_its_own_sources_and_those_of_its_points() -> None:
    slide = Slide(id="s-01", kind="bullets", title="t", refs=("D1",), points=(Point(text="a", refs=("P1",)),))
    assert rests_on(slide) == {"D1", "P1"}

from __future__ import annotations

import pytest

from kasen.evidence.types import Passage
from kasen.teams.slides.schemas.deck import Chart, Ref, Series
from kasen.teams.slides.schemas.findings import Figure
from kasen.teams.slides.story.contradicting import against

SHADE = "Shaded leaves keep more theanine and hold fewer catechins. Gardens are covered for about 20 days."
SERVICE = "会員数は前の年より増えた。一方、解約率は下がった。満足度はわずかに上がり、問い合わせは減った。"
REGIONS = "region | sales (t)\nNorth | 480\nSouth | 1020\nWest | 615"
SALES = Figure(
    id="F1",
    kind="chart",
    title="Sales by shop",
    chart=Chart(
        id="c",
        kind="column",
        categories=("January", "February"),
        series=(Series(name="Harbour shop", values=(310, 355)), Series(name="Station shop", values=(470, 420))),
    ),
    numbers=(310, 355, 470, 420),
    ref=Ref(id="D1", kind="rows"),
    by="rule",
)


def passage(text: str) -> Passage:
    return Passage(id=f"p-{hash(text)}", source_id="s", text=text, end=len(text))


@pytest.mark.parametrize(
    ("text", "source", "cites"),
    [
        ("Shaded leaves keep less theanine", SHADE, True),
        ("Shaded leaves keep less theanine.", SHADE, False),
        ("解約率は上がった", SERVICE, True),
        ("満足度は下がった", SERVICE, True),
        ("North sold 1,020 t", REGIONS, True),
        ("North sold 1,020 t", REGIONS, False),
        ("Gardens are not covered for about 20 days", SHADE, True),
    ],
)
def test_what_its_source_speaks_against_is_found(text: str, source: str, cites: bool) -> None:
    assert against(text, [passage(source)], [], lang="en", cites=cites)


@pytest.mark.parametrize(
    ("text", "source", "cites"),
    [
        ("Shaded leaves keep more theanine", SHADE, True),
        ("If shaded leaves kept less theanine, nobody would pay", SHADE, True),
        ("We sell no more matcha than we can shade well.", SHADE, False),
        ("A garden that was not shaded gives no matcha.", SHADE, False),
        ("会員の減少を防ぐ手を早めに打つ", SERVICE, True),
        ("満足度はわずかに上がった", SERVICE, True),
        ("South sold 1,020 t", REGIONS, True),
        ("South leads with 1,020 t, West follows", REGIONS, False),
        ("", SHADE, True),
    ],
)
def test_what_it_bears_out_or_is_only_wished_is_let_be(text: str, source: str, cites: bool) -> None:
    assert against(text, [passage(source)], [], lang="en", cites=cites) == []


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("The Harbour shop reached 470", True),
        ("The Harbour shop reached 355", False),
        ("Station shop: 470 in January, 420 in February", False),
        ("The shops reached 780 together", False),
    ],
)
def test_a_number_of_another_series_of_a_figure_is_found(text: str, wrong: bool) -> None:
    assert bool(against(text, [], [SALES], lang="en")) is wrong


def test_reasons_are_told_in_the_language_of_the_deck() -> None:
    [reason] = against("North sold 1,020 t", [passage(REGIONS)], [], lang="ja", cites=True)
    assert reason == "「1,020 t」は「north」ではなく「south」の行にあります"

from __future__ import annotations

import json

from kasen.teams.slides.schemas.deck import Chart, Column, Deck, Point, Ref, Series, Slide
from kasen.teams.slides.schemas.findings import Figure
from kasen.teams.slides.sources import sources_json

REF = Ref(id="D1", kind="rows", file="tea.csv", rows=((2, 9),), columns=("Exports",))
CHART = Chart(
    id="C1", kind="line", title="Exports", categories=("a",), series=(Series(name="s", values=(1.0,)),), refs=("D1",)
)


def test_each_statement_and_each_figure_is_told_with_what_it_rests_on() -> None:
    slides = (
        Slide(id="s-01", kind="title", title="茶"),
        Slide(
            id="s-02", kind="chart", title="輸出", chart=CHART, points=(Point(text="増えた", refs=("D1",), by="rule"),)
        ),
        Slide(id="s-03", kind="two_columns", title="B", columns=(Column(points=(Point(text="left"),)), Column())),
    )
    figure = Figure(id="F1", kind="chart", title="Exports", chart=CHART, ref=REF, by="rule")
    told = json.loads(sources_json(Deck(title="茶", lang="ja", slides=slides, refs=(REF,)), [figure]))
    assert told["references"] == [
        {"id": "D1", "kind": "rows", "file": "tea.csv", "rows": [[2, 9]], "columns": ["Exports"]}
    ]
    assert [one["rests_on"] for one in told["slides"]] == [
        [],
        [
            {"text": "増えた", "references": ["D1"], "by": "rule"},
            {"text": "Exports", "references": ["D1"], "by": ""},
        ],
        [{"text": "left", "references": [], "by": ""}],
    ]
    assert told["figures"][0]["reference"]["rows"] == [[2, 9]]


def test_japanese_stays_readable() -> None:
    deck = Deck(title="茶", lang="ja", slides=(Slide(id="s-01", kind="title", title="茶の輸出"),))
    assert "茶の輸出" in sources_json(deck, []).decode()

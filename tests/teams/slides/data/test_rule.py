from __future__ import annotations

from pathlib import Path

import pytest

from kasen.teams.slides.data.child import tables_of
from kasen.teams.slides.data.numbers import figure_texts, untraced
from kasen.teams.slides.data.rule import MOST_FIGURES, figures_of
from kasen.teams.slides.schemas.findings import Figure
from kasen.teams.slides.schemas.part import Lang
from teams.slides.data.tabled import table

EXAMPLES = Path(__file__).parents[4] / "examples"


def drawn(name: str, wish: str, lang: Lang) -> list[Figure]:
    return figures_of(tables_of(EXAMPLES / name, lang), wish, lang=lang)


def test_what_the_wish_speaks_of_comes_first() -> None:
    tea = drawn("slides/tea_exports.csv", "value of exports by product", "en")
    assert tea[0].title == "Value by product over time"
    other = drawn("slides/tea_exports.csv", "volume by region", "en")
    assert other[0].title == "Volume by region over time"


@pytest.mark.parametrize("lang", ["ja", "en"])
@pytest.mark.parametrize(
    "name",
    ["slides/tea_exports.csv", "slides/uriage.csv", "slides/shops.xlsx", "slides/visitors.json", "corpus/regions.xlsx",
     "corpus/caffeine.csv"],
)  # fmt: skip
def test_every_figure_of_the_examples_is_whole_and_rests_on_rows(name: str, lang: Lang) -> None:
    figures = drawn(name, "売上 sales", lang)
    assert 1 <= len(figures) <= MOST_FIGURES
    for number, figure in enumerate(figures, start=1):
        assert (figure.id, figure.ref.id, figure.by) == (f"F{number}", f"D{number}", "rule")
        assert figure.ref.rows
        assert figure.ref.columns
        assert figure.ref.quote
        assert figure.title
        known = [text for text in figure_texts([figure]) if text != figure.shows]
        assert untraced(figure.shows, numbers=figure.numbers, texts=[*known, figure.ref.where]) == []
        if figure.chart:
            assert {len(series.values) for series in figure.chart.series} == {len(figure.chart.categories)}
            assert figure.chart.alt
            assert len(set(figure.chart.categories)) == len(figure.chart.categories)


def test_the_rows_of_a_figure_are_those_of_the_file() -> None:
    figure = drawn("slides/tea_exports.csv", "volume by region 2024", "en")[0]
    assert figure.ref.rows == ((4, 63),)
    assert figure.ref.where == "rows 4–63"
    records = drawn("slides/visitors.json", "visitors", "en")[0]
    assert records.ref.where == "records 1–12"


def test_shares_are_drawn_once_at_most_and_where_they_are_wished_for() -> None:
    figures = drawn("slides/tea_exports.csv", "the breakdown of volume", "en")
    kinds = [figure.chart.kind for figure in figures if figure.chart]
    assert kinds.count("doughnut") == 1
    assert kinds[0] == "doughnut"


def test_nothing_is_drawn_twice() -> None:
    figures = drawn("slides/tea_exports.csv", "", "en")
    assert len({(figure.kind, figure.ref.columns, figure.chart and figure.chart.kind) for figure in figures}) == len(
        figures
    )


def test_totals_are_not_counted_with_their_parts() -> None:
    with_total = figures_of([table("shop,sales\nA,1\nB,2\nC,3\n合計,6\n")], "", lang="ja")
    bars = next(figure for figure in with_total if figure.chart)
    assert bars.chart is not None
    assert bars.chart.categories == ("C", "B", "A")
    assert 12 not in bars.numbers


def test_words_alone_are_a_table_or_nothing() -> None:
    (only,) = figures_of([table("who,what\na,b\nc,d\n")], "", lang="en")
    assert only.kind == "table"
    assert figures_of([], "", lang="en") == []


def test_ids_go_on_from_where_they_are_told() -> None:
    assert [figure.id for figure in figures_of([table()], "", lang="en", first=21)][:2] == ["F21", "F22"]


def test_a_name_that_is_a_formula_stays_words() -> None:
    figures = figures_of([table("shop,sales\n=SUM(A1),1\n@x,2\n+1-1,3\n")], "", lang="en")
    assert figures[0].chart is not None
    assert set(figures[0].chart.categories) == {"=SUM(A1)", "@x", "+1-1"}


def test_a_listing_that_only_repeats_a_chart_is_left_out_and_one_that_brings_columns_together_stays() -> None:
    one = figures_of([table("team,people\na,1\nb,5\nc,9\n")], "", lang="en")
    assert [figure.kind for figure in one] == ["chart", "number"]
    two = figures_of([table("option,cost,price\nbuild,120,4\nbuy,85,3\n")], "", lang="en")
    listing = next(figure for figure in two if figure.kind == "table")
    assert (listing.title, listing.shows) == ("Cost and price by option", "Build is highest in cost and price.")


def test_no_share_is_said_of_a_part_of_the_columns() -> None:
    shops = ",".join(f"shop {n}" for n in range(1, 13))
    rows = "\n".join(f"{what}," + ",".join(str(n * times) for n in range(1, 13)) for times, what in enumerate("xyz", 2))
    figures = figures_of([table(f"what,{shops}\n{rows}\n")], "totals of shops", lang="en")
    totals = [figure for figure in figures if figure.chart and figure.title.startswith("Totals of")]
    assert [len(figure.chart.categories) for figure in totals if figure.chart] == [12]


def test_figures_of_one_table_stand_together_and_single_numbers_last() -> None:
    figures = [*tables_of(EXAMPLES / "slides/tea_exports.csv", "en"), *tables_of(EXAMPLES / "slides/shops.xlsx", "en")]
    drawn_of = [figure.ref.file for figure in figures_of(figures, "tea exports", lang="en") if figure.kind != "number"]
    assert drawn_of == sorted(drawn_of, key=drawn_of.index), drawn_of


def test_of_columns_that_say_the_same_in_two_languages_the_deck_takes_its_own() -> None:
    text = "drink,飲み物,sugar (g)\ncola,コーラ,11\ntea,お茶,0\nmilk,牛乳,5\n"
    for lang, first in (("ja", "コーラ"), ("en", "cola")):
        chart = figures_of([table(text, lang=lang)], "", lang=lang)[0].chart  # type: ignore[arg-type]
        assert chart is not None
        assert chart.categories[0] == first


@pytest.mark.parametrize("lang", ["ja", "en"])
@pytest.mark.parametrize("name", ["slides/tea_exports.csv", "slides/uriage.csv", "slides/shops.xlsx"])
def test_every_headline_holds_only_numbers_that_were_computed(name: str, lang: Lang) -> None:
    figures = [figure for figure in drawn(name, "", lang) if figure.headline]
    assert figures
    for figure in figures:
        known = [text for text in figure_texts([figure]) if text != figure.shows]
        assert untraced(figure.headline, numbers=figure.numbers, texts=known) == []

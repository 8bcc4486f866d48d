from __future__ import annotations

from dataclasses import replace

import pytest

from kasen.teams.slides.building.look import Color, Fonts, Look, contrast
from kasen.teams.slides.building.plotting import Plot, labels_of, series_of, shades, shown
from kasen.teams.slides.building.text import Style
from kasen.teams.slides.schemas.deck import Series
from teams.slides.building.hand_made import CHART, design

LOOK = Look(design(), design().layout(1))
PLOT = Plot(CHART, LOOK, Style(12, Fonts("+mn-lt", "Meiryo"), "ja", color=Color("000000", "tx1")), 600, 300)


def plot(**changed: object) -> Plot:
    return replace(PLOT, chart=CHART.model_copy(update=changed))


def test_missing_values_are_gaps_in_the_cache() -> None:
    made = series_of(PLOT, CHART.series[0], 0, LOOK.accents[0])
    held = made.find("{*}val")
    assert held.find(".//{*}ptCount").get("val") == "5"
    assert [point.get("idx") for point in held.iter("{*}pt")] == ["0", "1", "2", "4"]
    broken = Series(name="x", values=(1.0, float("nan"), float("inf"), 2.0, 3.0))
    made = series_of(plot(series=(broken,)), broken, 0, LOOK.accents[0])
    assert [point.get("idx") for point in made.find("{*}val").iter("{*}pt")] == ["0", "3", "4"]


def test_whole_numbers_without_a_format_are_grouped() -> None:
    assert plot(number_format="General").format == "General"
    large = (Series(name="x", values=(1200.0, 3.0, None, 1.0, 1.0)),)
    assert plot(number_format="General", series=large).format == "#,##0"
    parts = (Series(name="x", values=(1200.5, 3.0, None, 1.0, 1.0)),)
    assert plot(number_format="General", series=parts).format == "General"
    assert plot(number_format="0.0%").format == "0.0%"


def test_values_are_written_where_they_are_few_and_have_room() -> None:
    assert PLOT.labelled
    assert not replace(PLOT, width=90).labelled
    many = (Series(name="x", values=tuple(map(float, range(20)))),)
    assert not plot(series=many, categories=tuple(map(str, range(20)))).labelled
    assert labels_of(plot(kind="scatter")) is None


@pytest.mark.parametrize(
    ("kind", "position"), [("column", "outEnd"), ("line", "t"), ("stacked_column", "ctr"), ("pie", "outEnd")]
)
def test_labels_stand_where_office_lets_them(kind: str, position: str) -> None:
    made = labels_of(plot(kind=kind))
    assert made is not None
    assert made.find("{*}dLblPos").get("val") == position


def test_labels_of_a_doughnut_name_no_place_because_office_refuses_any() -> None:
    made = labels_of(plot(kind="doughnut"))
    assert made is not None
    assert made.find("{*}dLblPos") is None


def test_slices_say_their_share_unless_they_are_percent_already() -> None:
    assert labels_of(plot(kind="pie")).find("{*}showPercent").get("val") == "1"  # type: ignore[union-attr]
    assert labels_of(plot(kind="pie", unit="%")).find("{*}showVal").get("val") == "1"  # type: ignore[union-attr]


def test_there_are_as_many_colours_as_series_and_the_first_are_the_accents() -> None:
    assert [color.scheme for color in shades(LOOK, 3)] == ["accent1", "accent2", "accent3"]
    assert len(set(shades(LOOK, 20))) == 20


def test_labels_on_bars_are_read_on_all_of_them() -> None:
    three = tuple(Series(name=name, values=(1.0, 2.0, 3.0, 4.0, 5.0)) for name in "ab")
    made = labels_of(plot(kind="stacked_bar", series=three))
    assert made is not None
    text = made.find(".//{*}schemeClr").get("val")
    assert contrast(LOOK.named(text).rgb, LOOK.accents[0].rgb) > 3


@pytest.mark.parametrize(
    ("value", "form", "said"), [(1234.5, "#,##0.0", "1,234.5"), (0.125, "0.0%", "12.5%"), (3.0, "General", "3")]
)
def test_the_width_of_a_number_is_about_that_of_what_office_writes(value: float, form: str, said: str) -> None:
    assert shown(value, form) == said

from __future__ import annotations

from kasen.teams.slides.building.axes import axes, unit_of
from kasen.teams.slides.building.look import Color, Fonts, Look
from kasen.teams.slides.building.plotting import Plot
from kasen.teams.slides.building.text import Style
from kasen.teams.slides.schemas.deck import Chart, Series
from teams.slides.building.hand_made import CHART, design


def plot(**changed: object) -> Plot:
    look = Look(design(), design().layout(1))
    style = Style(14, Fonts("+mn-lt", "Meiryo"), "ja", color=Color("000000", "tx1"))
    return Plot(CHART.model_copy(update=changed), look, style, 600, 300)


MANY = {
    "categories": tuple(f"2023年{month}月" for month in range(1, 61)),
    "series": (Series(name="x", values=tuple(float(at) for at in range(60))),),
}


def test_bars_begin_at_nothing_unless_something_is_below_it() -> None:
    assert axes(plot(kind="column"))[1].find(".//{*}min").get("val") == "0"
    below = (Series(name="x", values=(-1.0, 2.0, 3.0, 4.0, 5.0)),)
    assert axes(plot(kind="column", series=below))[1].find(".//{*}min") is None
    assert axes(plot(kind="line"))[1].find(".//{*}min") is None


def test_bars_that_lie_are_read_from_the_top_and_have_their_scale_at_the_bottom() -> None:
    two = tuple(Series(name=name, values=(1.0, 2.0, 3.0, 4.0, 5.0)) for name in "ab")
    across, scale = axes(plot(kind="bar", series=two))
    assert across.find(".//{*}orientation").get("val") == "maxMin"
    assert scale.find("{*}crosses").get("val") == "max"


def test_many_categories_are_named_every_so_often() -> None:
    skip = axes(plot(**MANY))[0].find("{*}tickLblSkip")
    assert 4 <= int(skip.get("val")) <= 20
    assert axes(plot())[0].find("{*}tickLblSkip") is None


def test_a_unit_stands_at_the_axis_unless_the_numbers_say_it() -> None:
    line = axes(plot(kind="line", unit="億円"))[1]
    assert line.find("{*}title").findtext(".//{*}t") == "億円"
    assert line.find("{*}title").find(".//{*}bodyPr").get("rot") == "0"
    long = axes(plot(kind="line", unit="百万米ドル換算"))[1]
    assert long.find("{*}title").find(".//{*}bodyPr").get("rot") == "-5400000"
    assert unit_of(plot(unit="%", number_format="0.0%")) == ""
    assert unit_of(plot(unit="%", number_format="0.0")) == "%"


def test_the_axis_goes_where_each_bar_says_its_value() -> None:
    assert axes(plot(kind="column"))[1].find("{*}delete").get("val") == "1"
    assert axes(plot(kind="area"))[1].find("{*}delete").get("val") == "0"


def test_both_axes_of_a_scatter_chart_are_scales() -> None:
    scatter = Chart(id="x", kind="scatter", categories=("1", "2"), series=(Series(name="y", values=(1.0, 2.0)),))
    assert [axis.tag.rpartition("}")[2] for axis in axes(plot(**dict(scatter)))] == ["valAx", "valAx"]

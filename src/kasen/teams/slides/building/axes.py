"""Axes of a native chart, in the order of the schema."""

from __future__ import annotations

import math
from dataclasses import replace

from kasen.teams.slides.building.plotting import CATEGORY_AXIS, LYING, VALUE_AXIS, Plot, text_of, title, value
from kasen.teams.slides.building.text import CJK
from kasen.teams.slides.building.workbook import number
from kasen.teams.slides.building.xml import Element, node

_SIDEWAYS = 4
"""Characters of a unit that still stand upright beside the axis."""


def axes(plot: Plot) -> list[Element]:
    """Both axes."""
    if plot.chart.kind == "scatter":
        across = _scale(plot, (CATEGORY_AXIS, VALUE_AXIS), "b", unit="", lines=False, zero=False)
        return [across, _scale(plot, (VALUE_AXIS, CATEGORY_AXIS), "l", unit=unit_of(plot), zero=False)]
    return [_categories(plot), _values(plot)]


def unit_of(plot: Plot) -> str:
    """What stands at the axis; nothing where the numbers say it themselves."""
    unit = plot.chart.unit.strip()
    return "" if unit in {"%", "％"} and "%" in plot.format else unit


def _categories(plot: Plot) -> Element:
    lying = plot.chart.kind in LYING
    skip = _skip(plot)
    line = node("a:ln", {"w": 9_525}, plot.look.line().fill())
    return node(
        "c:catAx",
        None,
        value("c:axId", CATEGORY_AXIS),
        node("c:scaling", None, value("c:orientation", "maxMin" if lying else "minMax")),
        value("c:delete", 0),
        value("c:axPos", "l" if lying else "b"),
        node("c:numFmt", {"formatCode": "General", "sourceLinked": 0}),
        value("c:majorTickMark", "none"),
        value("c:minorTickMark", "none"),
        value("c:tickLblPos", "low"),
        node("c:spPr", None, line),
        text_of(plot.style, level=skip == 1),
        value("c:crossAx", VALUE_AXIS),
        value("c:crosses", "autoZero"),
        value("c:auto", 0),
        value("c:lblAlgn", "ctr"),
        value("c:lblOffset", 100),
        value("c:tickLblSkip", skip) if skip > 1 else None,
        value("c:tickMarkSkip", skip) if skip > 1 else None,
        value("c:noMultiLvlLbl", 1),
    )


def _skip(plot: Plot) -> int:
    """Every how many categories one is named, so that names do not run into each other."""
    names = plot.chart.categories
    if not names:
        return 1
    if plot.chart.kind in LYING:
        room, need = plot.height * 0.85, plot.style.size * 1.25
    else:
        widest = max(sum(1.0 if CJK.match(sign) else 0.55 for sign in name) for name in names)
        room, need = plot.width * 0.88, min(widest, 6.0) * plot.style.size * 1.15
    fit = max(1, int(room / max(need, 1.0)))
    return math.ceil(len(names) / fit)


def _values(plot: Plot) -> Element:
    lying = plot.chart.kind in LYING
    made = _scale(
        plot, (VALUE_AXIS, CATEGORY_AXIS), "b" if lying else "l", unit=unit_of(plot), zero=plot.chart.kind != "line"
    )
    crosses = made.find("{*}crosses")
    if lying:
        crosses.set("val", "max")
    made.append(value("c:crossBetween", "midCat" if plot.chart.kind == "area" else "between"))
    return made


def _scale(plot: Plot, ids: tuple[int, int], side: str, *, unit: str, lines: bool = True, zero: bool = True) -> Element:
    """`c:valAx`; a bar begins at nothing, else its length says nothing."""
    values = [one for series in plot.chart.series for one in series.values if number(one) is not None]
    grounded = zero and all(one is not None and one >= 0 for one in values)
    grid = node("c:spPr", None, node("a:ln", {"w": 6_350}, plot.look.faint().fill()))
    upright = side == "l" and sum(1.0 if CJK.match(sign) else 0.55 for sign in unit) > _SIDEWAYS
    made = node(
        "c:valAx",
        None,
        value("c:axId", ids[0]),
        node("c:scaling", None, value("c:orientation", "minMax"), value("c:min", 0) if grounded else None),
        value("c:delete", int(plot.bare)),
        value("c:axPos", side),
        node("c:majorGridlines", None, grid) if lines and not plot.bare else None,
        title(unit, replace(plot.style, bold=False), turned=upright) if unit and not plot.bare else None,
        node("c:numFmt", {"formatCode": plot.format if lines else "General", "sourceLinked": 0}),
        value("c:majorTickMark", "none"),
        value("c:minorTickMark", "none"),
        value("c:tickLblPos", "nextTo" if lines else "low"),
        node("c:spPr", None, node("a:ln", None, node("a:noFill"))),
        text_of(plot.style),
        value("c:crossAx", ids[1]),
        value("c:crosses", "autoZero"),
    )
    if plot.chart.kind == "scatter":
        made.append(value("c:crossBetween", "midCat"))
    return made

"""Series, axes and labels of a native chart as XML, each in the order of the schema (ECMA-376, DrawingML Charts)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from kasen.teams.slides.building.look import Color, Look, contrast
from kasen.teams.slides.building.text import Paragraph, Run, Style, paragraph
from kasen.teams.slides.building.workbook import SHEET, number, place
from kasen.teams.slides.building.xml import Element, node
from kasen.teams.slides.schemas.deck import Chart, Series
from kasen.teams.slides.schemas.part import EMU_PER_POINT

CATEGORY_AXIS, VALUE_AXIS = 111_111_111, 222_222_222
ROUND = ("pie", "doughnut")
LYING = ("bar", "stacked_bar")
STACKED = ("stacked_column", "stacked_bar")
_DECIMALS = re.compile(r"\.([0#?]*)")
_MOST_LABELS = 12
_MOST_NAMED = 8
_NARROW = 0.55
"""Width of a digit, as a share of the size."""


@dataclass(frozen=True)
class Plot:
    """A chart with how it is to look."""

    chart: Chart
    look: Look
    style: Style
    width: float
    """Points."""
    height: float

    @property
    def format(self) -> str:
        """The number format; whole numbers that have none are grouped by thousands."""
        given = self.chart.number_format or "General"
        values = [value for series in self.chart.series for value in series.values if number(value) is not None]
        if given == "General" and values and all(value == int(value) for value in values if value is not None):
            return "#,##0" if max(abs(value) for value in values if value is not None) >= 1000 else "General"
        return given

    @property
    def bare(self) -> bool:
        """Whether the value axis can go: each bar of the one series says its value itself."""
        return self.chart.kind in {"column", "bar"} and len(self.chart.series) == 1 and self.labelled

    @property
    def named(self) -> bool:
        """Whether slices of a pie say what they are, so that no legend is needed."""
        return self.chart.kind == "pie" and len(self.chart.categories) <= _MOST_NAMED

    @property
    def shares(self) -> bool:
        """Whether slices say their share of the whole rather than their value."""
        return self.chart.kind in ROUND and "%" not in self.format and self.chart.unit.strip() not in {"%", "％"}

    @property
    def labelled(self) -> bool:
        """Whether each value is written beside its point: where they are few and their words have room."""
        chart = self.chart
        values = [value for series in chart.series for value in series.values if number(value) is not None]
        if not values or len(values) > _MOST_LABELS or chart.kind in {"area", "scatter"}:
            return False
        if chart.kind == "line" and len(chart.series) > 1:
            return False
        bars = len(chart.categories) * (1 if chart.kind in {*STACKED, "line"} else len(chart.series))
        if chart.kind in LYING:
            return self.height * 0.75 / bars >= self.style.size * 1.1
        widest = max(len(shown(value, self.format)) for value in values if value is not None)
        return self.width * 0.85 / bars >= widest * self.style.size * _NARROW


def shown(value: float, form: str) -> str:
    """About what Office writes: enough to know how wide it is."""
    digits = len(_DECIMALS.findall(form)[0]) if "." in form else 0
    if "%" in form:
        return f"{value * 100:.{digits}f}%"
    return f"{value:,.{digits}f}" if "," in form else f"{value:g}"


def value(tag: str, given: object) -> Element:
    """An element whose whole content is `val`."""
    return node(tag, {"val": given})


def text_of(style: Style, *, level: bool = False) -> Element:
    """`c:txPr`: size, colour and fonts of labels; `level`: never turned."""
    made = paragraph(Paragraph((), style))
    properties = made[0]
    written = made[-1]
    written.tag = written.tag.replace("endParaRPr", "defRPr")
    properties.append(written)
    made.append(_end(style))
    turn = {"rot": 0, "vert": "horz"} if level else None
    return node("c:txPr", None, node("a:bodyPr", turn), node("a:lstStyle"), made)


def _end(style: Style) -> Element:
    return node("a:endParaRPr", {"lang": "ja-JP" if style.lang == "ja" else "en-US", "sz": round(style.size * 100)})


def title(text: str, style: Style, *, turned: bool = False) -> Element:
    """`c:title` of a chart or an axis."""
    turn = node("a:bodyPr", {"rot": -5_400_000 if turned else 0, "vert": "horz"})
    said = paragraph(Paragraph((Run(text),), style))
    return node(
        "c:title", None, node("c:tx", None, node("c:rich", None, turn, node("a:lstStyle"), said)), value("c:overlay", 0)
    )


def series_of(plot: Plot, series: Series, at: int, color: Color) -> Element:
    """`c:ser`."""
    chart, kind = plot.chart, plot.chart.kind
    column = _letters(at + 1)
    head = node("c:tx", None, node("c:strRef", None, node("c:f", text=f"{SHEET}!${column}$1"), _strings([series.name])))
    made = node("c:ser", None, value("c:idx", at), value("c:order", at), head)
    made.extend(_drawn(plot, color))
    if kind in ROUND:
        made.extend(_slices(plot, len(chart.categories)))
    labels = labels_of(plot)
    if labels is not None:
        made.append(labels)
    last = len(chart.categories) + 1
    across = (
        node("c:cat", None, _names(chart, last)) if kind != "scatter" else node("c:xVal", None, _places(chart, last))
    )
    values = [number(one) for one in series.values[: len(chart.categories)]]
    numbers = node(
        "c:numRef", None, node("c:f", text=f"{SHEET}!${column}$2:${column}${last}"), _numbers(values, plot.format)
    )
    made.append(across)
    made.append(node("c:yVal" if kind == "scatter" else "c:val", None, numbers))
    if kind in {"line", "scatter"}:
        made.append(value("c:smooth", 0))
    return made


def _drawn(plot: Plot, color: Color) -> list[Element]:
    """Fill, line and markers of a series."""
    kind = plot.chart.kind
    few = len(plot.chart.categories) <= 24
    if kind == "line":
        line = node("a:ln", {"w": round(2.25 * EMU_PER_POINT), "cap": "rnd"}, color.fill(), node("a:round"))
        return [node("c:spPr", None, line), _marker(color, 6 if few else 0)]
    if kind == "scatter":
        return [node("c:spPr", None, node("a:ln", {"w": 19_050}, node("a:noFill"))), _marker(color, 7)]
    if kind in ROUND:
        return []
    if kind == "area" and len(plot.chart.series) > 1:
        color = replace(color, changes=(*color.changes, ("alpha", 60_000)))
    filled = node("c:spPr", None, color.fill())
    return [filled] if kind == "area" else [filled, value("c:invertIfNegative", 0)]


def _marker(color: Color, size: int) -> Element:
    if not size:
        return node("c:marker", None, value("c:symbol", "none"))
    paint = node("c:spPr", None, color.fill(), node("a:ln", {"w": 9_525}, color.fill()))
    return node("c:marker", None, value("c:symbol", "circle"), value("c:size", size), paint)


def _slices(plot: Plot, count: int) -> list[Element]:
    colors = shades(plot.look, count)
    line = plot.look.paper
    return [
        node(
            "c:dPt",
            None,
            value("c:idx", at),
            value("c:bubble3D", 0),
            node("c:spPr", None, color.fill(), node("a:ln", {"w": 12_700}, line.fill())),
        )
        for at, color in enumerate(colors)
    ]


def shades(look: Look, count: int) -> list[Color]:
    """Colours for so many series or slices: the accents, then the same lighter and darker."""
    rounds: tuple[dict[str, int], ...] = (
        {},
        {"lumMod": 60, "lumOff": 40},
        {"lumMod": 60},
        {"lumMod": 80, "lumOff": 20},
        {"lumMod": 80},
    )
    every = [color.changed(**change) if change else color for change in rounds for color in look.accents]
    return [every[at % len(every)] for at in range(count)]


def labels_of(plot: Plot) -> Element | None:
    """`c:dLbls`, or None where values are not written."""
    kind = plot.chart.kind
    if kind in ROUND:
        return _round_labels(plot)
    if not plot.labelled:
        return None
    position = {"line": "t"}.get(kind, "ctr" if kind in STACKED else "outEnd")
    style = plot.style
    if kind in STACKED:
        style = replace(style, color=_inside(plot))
    return _labels(plot, style, position, values=True)


def _inside(plot: Plot) -> Color:
    """What is read best on all the colours that labels stand on."""
    count = len(plot.chart.categories) if plot.chart.kind in ROUND else len(plot.chart.series)
    under = [color.shown for color in shades(plot.look, count)]
    texts = (plot.look.named("bg1"), plot.look.named("tx1"))
    return max(texts, key=lambda text: min((contrast(text.rgb, one) for one in under), default=1.0))


def _round_labels(plot: Plot) -> Element:
    outside = plot.chart.kind == "pie"
    percent = plot.shares
    style = plot.style
    if not outside:
        style = replace(style, color=_inside(plot))
    return _labels(plot, style, "outEnd" if outside else "", values=not percent, percent=percent)


def _labels(plot: Plot, style: Style, position: str, *, values: bool, percent: bool = False) -> Element:
    form = "0%" if percent else plot.format
    return node(
        "c:dLbls",
        None,
        node("c:numFmt", {"formatCode": form, "sourceLinked": 0}),
        node("c:spPr", None, node("a:noFill"), node("a:ln", None, node("a:noFill"))),
        text_of(style),
        value("c:dLblPos", position) if position else None,
        value("c:showLegendKey", 0),
        value("c:showVal", int(values)),
        value("c:showCatName", int(plot.named)),
        value("c:showSerName", 0),
        value("c:showPercent", int(percent)),
        value("c:showBubbleSize", 0),
        node("c:separator", text="\n") if plot.named else None,
        value("c:showLeaderLines", 1) if plot.chart.kind == "pie" else None,
    )


def _strings(texts: Sequence[str]) -> Element:
    points = (node("c:pt", {"idx": at}, node("c:v", text=text)) for at, text in enumerate(texts))
    return node("c:strCache", None, value("c:ptCount", len(texts)), *points)


def _numbers(values: Sequence[float | None], form: str) -> Element:
    points = (
        node("c:pt", {"idx": at}, node("c:v", text=repr(float(one))))
        for at, one in enumerate(values)
        if one is not None
    )
    return node("c:numCache", None, node("c:formatCode", text=form), value("c:ptCount", len(values)), *points)


def _names(chart: Chart, last: int) -> Element:
    return node("c:strRef", None, node("c:f", text=f"{SHEET}!$A$2:$A${last}"), _strings(chart.categories))


def _places(chart: Chart, last: int) -> Element:
    at = [place(category) for category in chart.categories]
    return node("c:numRef", None, node("c:f", text=f"{SHEET}!$A$2:$A${last}"), _numbers(at, "General"))


def _letters(column: int) -> str:
    """0 is A."""
    name = ""
    column += 1
    while column:
        column, rest = divmod(column - 1, 26)
        name = chr(65 + rest) + name
    return name

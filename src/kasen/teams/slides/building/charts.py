"""Native charts: a part of their own with the workbook in it, in the placeholder where there is one."""

from __future__ import annotations

from dataclasses import replace

from kasen.teams.slides.building.axes import axes, unit_of
from kasen.teams.slides.building.captions import with_caption
from kasen.teams.slides.building.page import PREFIX, Page, named, transform
from kasen.teams.slides.building.plotting import (
    CATEGORY_AXIS,
    LYING,
    ROUND,
    STACKED,
    VALUE_AXIS,
    Plot,
    series_of,
    shades,
    text_of,
    title,
    value,
)
from kasen.teams.slides.building.text import Style
from kasen.teams.slides.building.workbook import workbook
from kasen.teams.slides.building.xml import Element, node
from kasen.teams.slides.schemas.arrangement import Frame
from kasen.teams.slides.schemas.deck import Chart
from kasen.teams.slides.schemas.part import EMU_PER_POINT

_GRAPHIC = "http://schemas.openxmlformats.org/drawingml/2006/chart"
_TAGS = {
    "line": "c:lineChart", "area": "c:areaChart", "pie": "c:pieChart", "doughnut": "c:doughnutChart",
    "scatter": "c:scatterChart",
}  # fmt: skip


def add_chart(page: Page, frame: Frame) -> None:
    """The chart of the slide."""
    chart = page.arrangement.slide.chart
    if chart is None:
        return
    frame = with_caption(page, frame)
    style = Style(frame.sizes[0] if frame.sizes else 12.0, page.texts, page.deck.lang, color=page.look.ink)
    plot = Plot(chart, page.look, style, frame.box.w / EMU_PER_POINT, frame.box.h / EMU_PER_POINT)
    relation = _part(page, chart_space(plot, titled=_titled(chart, page.arrangement.slide.title)), chart)
    graphic = node("a:graphicData", {"uri": _GRAPHIC}, node("c:chart", {"r:id": relation}))
    alt = chart.alt or chart.title or page.arrangement.slide.title
    page.add(graphic_frame(page, frame, graphic, alt))


def graphic_frame(page: Page, frame: Frame, graphic: Element, alt: str) -> Element:
    """`p:graphicFrame` of a chart or table, with the placeholder that it fills."""
    locks = node("a:graphicFrameLocks", {"noGrp": True})
    return node(
        "p:graphicFrame",
        None,
        node(
            "p:nvGraphicFramePr",
            None,
            named(page.id(), PREFIX + frame.content, alt),
            node("p:cNvGraphicFramePr", None, locks),
            page.properties(frame),
        ),
        transform(frame.box, "p:xfrm"),
        node("a:graphic", None, graphic),
    )


def _titled(chart: Chart, said: str) -> str:
    """The title of the chart, where the slide does not say it already."""
    own = "".join(chart.title.split()).casefold()
    return "" if not own or own in "".join(said.split()).casefold() else chart.title


def _part(page: Page, space: Element, chart: Chart) -> str:
    from pptx.opc.constants import CONTENT_TYPE, RELATIONSHIP_TYPE
    from pptx.parts.chart import ChartPart

    package = page.part.package
    part = ChartPart(package.next_partname(ChartPart.partname_template), CONTENT_TYPE.DML_CHART, package, space)
    part.chart_workbook.update_from_xlsx_blob(workbook(chart))
    return str(page.part.relate_to(part, RELATIONSHIP_TYPE.CHART))


def chart_space(plot: Plot, *, titled: str) -> Element:
    """`c:chartSpace`, but for the workbook."""
    chart = plot.chart
    said = titled
    if unit_of(plot) and (plot.bare or (chart.kind in ROUND and not plot.shares)):
        said = _with_unit(titled, unit_of(plot), plot.style.lang)
    return node(
        "c:chartSpace",
        None,
        value("c:date1904", 0),
        value("c:lang", "ja-JP" if plot.style.lang == "ja" else "en-US"),
        value("c:roundedCorners", 0),
        node(
            "c:chart",
            None,
            title(said, replace(plot.style, bold=bool(titled))) if said else None,
            value("c:autoTitleDeleted", 0 if said else 1),
            _area(plot),
            _legend(plot) if _has_legend(plot) else None,
            value("c:plotVisOnly", 1),
            value("c:dispBlanksAs", "gap"),
        ),
        node("c:spPr", None, node("a:noFill"), node("a:ln", None, node("a:noFill"))),
        text_of(plot.style),
    )


def _has_legend(plot: Plot) -> bool:
    return (plot.chart.kind in ROUND and not plot.named) or (
        plot.chart.kind not in ROUND and len(plot.chart.series) > 1
    )


def _with_unit(said: str, unit: str, lang: str) -> str:
    if not said:
        return f"単位：{unit}" if lang == "ja" else f"Unit: {unit}"
    if said.rstrip(" )）").casefold().endswith(unit.casefold()):
        return said
    return f"{said}（{unit}）" if lang == "ja" else f"{said} ({unit})"


def _legend(plot: Plot) -> Element:
    wide = plot.width > plot.height * 1.3
    side = "r" if plot.chart.kind in ROUND and wide else "b"
    return node("c:legend", None, value("c:legendPos", side), value("c:overlay", 0), text_of(plot.style))


def _area(plot: Plot) -> Element:
    drawn = _drawn(plot)
    lines = [] if plot.chart.kind in ROUND else axes(plot)
    return node("c:plotArea", None, node("c:layout"), drawn, *lines, node("c:spPr", None, node("a:noFill")))


def _drawn(plot: Plot) -> Element:
    chart, kind = plot.chart, plot.chart.kind
    made = node(_TAGS.get(kind, "c:barChart"))
    if kind not in {*_TAGS}:
        made.append(value("c:barDir", "bar" if kind in LYING else "col"))
        made.append(value("c:grouping", "stacked" if kind in STACKED else "clustered"))
    elif kind in {"line", "area"}:
        made.append(value("c:grouping", "standard"))
    elif kind == "scatter":
        made.append(value("c:scatterStyle", "lineMarker"))
    made.append(value("c:varyColors", int(kind in ROUND)))
    series = chart.series[:1] if kind in ROUND else chart.series
    for at, (one, color) in enumerate(zip(series, shades(plot.look, len(series)), strict=True)):
        made.append(series_of(plot, one, at, color))
    made.extend(_end(plot))
    return made


def _end(plot: Plot) -> list[Element]:
    kind = plot.chart.kind
    if kind in ROUND:
        hole = [value("c:holeSize", 58)] if kind == "doughnut" else []
        return [value("c:firstSliceAng", 0), *hole]
    made = []
    if kind == "line":
        made.append(value("c:marker", 1))
    elif kind not in _TAGS:
        made.append(value("c:gapWidth", 60 if len(plot.chart.series) == 1 else 80))
        made.append(value("c:overlap", 100 if kind in STACKED else -5))
    return [*made, value("c:axId", CATEGORY_AXIS), value("c:axId", VALUE_AXIS)]

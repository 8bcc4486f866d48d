"""Children in the order of the schema: what is out of it, Office offers to repair (ECMA-376, transitional)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

_AXIS = (
    "axId scaling delete axPos majorGridlines minorGridlines title numFmt majorTickMark minorTickMark tickLblPos "
    "spPr txPr crossAx crosses crossesAt"
)
_ORDERS = {
    "p:presentation": "sldMasterIdLst notesMasterIdLst handoutMasterIdLst sldIdLst sldSz notesSz embeddedFontLst "
    "custShowLst photoAlbum custDataLst kinsoku defaultTextStyle modifyVerifier extLst",
    "p:sld": "cSld clrMapOvr transition timing extLst",
    "p:cSld": "bg spTree custDataLst controls extLst",
    "p:sp": "nvSpPr spPr style txBody extLst",
    "p:pic": "nvPicPr blipFill spPr style extLst",
    "p:graphicFrame": "nvGraphicFramePr xfrm graphic extLst",
    "p:cxnSp": "nvCxnSpPr spPr style extLst",
    "p:nvPr": "ph audioCd wavAudioFile audioFile videoFile quickTimeFile custDataLst extLst",
    "p:spPr": "xfrm custGeom prstGeom noFill solidFill gradFill blipFill pattFill grpFill ln effectLst effectDag",
    "p:txBody": "bodyPr lstStyle p",
    "a:txBody": "bodyPr lstStyle p",
    "a:pPr": "lnSpc spcBef spcAft buClrTx buClr buSzTx buSzPct buSzPts buFontTx buFont buNone buAutoNum buChar buBlip "
    "tabLst defRPr extLst",
    "a:rPr": "ln noFill solidFill gradFill blipFill pattFill grpFill effectLst effectDag highlight uLnTx uLn uFillTx "
    "uFill latin ea cs sym hlinkClick hlinkMouseOver rtl extLst",
    "a:ln": "noFill solidFill gradFill pattFill prstDash custDash round bevel miter headEnd tailEnd extLst",
    "a:tbl": "tblPr tblGrid tr",
    "a:tc": "txBody tcPr extLst",
    "a:tcPr": "lnL lnR lnT lnB lnTlToBr lnBlToTr cell3D noFill solidFill gradFill blipFill pattFill grpFill headers",
    "c:chartSpace": "date1904 lang roundedCorners AlternateContent style clrMapOvr pivotSource protection chart spPr "
    "txPr externalData printSettings userShapes extLst",
    "c:chart": "title autoTitleDeleted pivotFmts view3D floor sideWall backWall plotArea legend plotVisOnly "
    "dispBlanksAs extLst",
    "c:title": "tx layout overlay spPr txPr extLst",
    "c:legend": "legendPos legendEntry layout overlay spPr txPr extLst",
    "c:ser": "idx order tx spPr invertIfNegative explosion marker pictureOptions dPt dLbls trendline errBars cat xVal "
    "val yVal shape smooth extLst",
    "c:dLbls": "dLbl delete numFmt spPr txPr dLblPos showLegendKey showVal showCatName showSerName showPercent "
    "showBubbleSize separator showLeaderLines leaderLines extLst",
    "c:barChart": "barDir grouping varyColors ser dLbls gapWidth overlap serLines axId extLst",
    "c:lineChart": "grouping varyColors ser dLbls dropLines hiLowLines upDownBars marker smooth axId extLst",
    "c:areaChart": "grouping varyColors ser dLbls dropLines axId extLst",
    "c:pieChart": "varyColors ser dLbls firstSliceAng extLst",
    "c:doughnutChart": "varyColors ser dLbls firstSliceAng holeSize extLst",
    "c:scatterChart": "scatterStyle varyColors ser dLbls axId extLst",
    "c:catAx": f"{_AXIS} auto lblAlgn lblOffset tickLblSkip tickMarkSkip noMultiLvlLbl extLst",
    "c:valAx": f"{_AXIS} crossBetween majorUnit minorUnit dispUnits extLst",
}
_ORDERS["a:endParaRPr"] = _ORDERS["a:defRPr"] = _ORDERS["a:rPr"]
_SPACES = {
    "http://schemas.openxmlformats.org/drawingml/2006/main": "a",
    "http://schemas.openxmlformats.org/presentationml/2006/main": "p",
    "http://schemas.openxmlformats.org/drawingml/2006/chart": "c",
}


@cache
def _ranks(parent: str) -> dict[str, int]:
    return {name: rank for rank, name in enumerate(_ORDERS[parent].split())}


def _short(tag: object) -> str:
    if not isinstance(tag, str):
        return ""
    space, _, name = tag.removeprefix("{").partition("}")
    return f"{_SPACES.get(space, '')}:{name}"


def misplaced(root: Any) -> Iterator[tuple[str, str, str]]:
    """Of each element whose children are out of order: itself, the child, the one that it stands after wrongly."""
    for element in root.iter():
        parent = _short(element.tag)
        if parent not in _ORDERS:
            continue
        ranks = _ranks(parent)
        last, before = -1, ""
        for child in element:
            name = _short(child.tag).partition(":")[2]
            rank = ranks.get(name, last)
            if rank < last:
                yield parent, name, before
                break
            last, before = rank, name

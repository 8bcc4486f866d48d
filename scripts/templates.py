"""Write the bundled templates of the slides team: `templates.py` makes them, `templates.py --check` compares them.

Each is written from nothing, part by part: ten layouts at 16:9, one master, a notes master, a theme. The same bytes
come out on every run: no date, no random id, a fixed order of the parts.
"""

from __future__ import annotations

import argparse
import io
import sys
import zipfile
from dataclasses import dataclass, field
from pathlib import Path
from xml.sax.saxutils import escape

PLACE = Path(__file__).resolve().parent.parent / "src" / "kasen" / "teams" / "slides" / "templates"
WIDTH, HEIGHT = 13.333, 7.5
SLIDE = (12_192_000, 6_858_000)
NAMESPACES = (
    'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"'
    ' xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"'
    ' xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main"'
)
HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
PACKAGE = "http://schemas.openxmlformats.org/package/2006"
TYPES = "application/vnd.openxmlformats-officedocument.presentationml"
BODY_IDX, SECOND_IDX, LEFT_HEAD, RIGHT_HEAD, PICTURE_IDX = 1, 2, 13, 14, 15
TABLE_STYLE = "{4B1F2D0A-6C3E-4E57-9A41-7F0C52D9E8B3}"
DATE_IDX, FOOTER_IDX, NUMBER_IDX = 10, 11, 12


@dataclass(frozen=True)
class Text:
    """How the text of a placeholder looks, beyond what its master says."""

    size: float = 0
    color: str = ""
    bold: bool | None = None
    anchor: str = ""
    align: str = ""
    bullets: bool = True
    sizes: tuple[float, ...] = ()


@dataclass(frozen=True)
class Hold:
    """One placeholder: kind, idx, box in inches (left, top, width, height)."""

    kind: str
    idx: int
    box: tuple[float, float, float, float]
    text: Text = Text()


@dataclass(frozen=True)
class Block:
    """One rectangle in a colour of the theme."""

    box: tuple[float, float, float, float]
    color: str = "accent1"


@dataclass(frozen=True)
class Sheet:
    """One layout."""

    kind: str
    holds: tuple[Hold, ...]
    blocks: tuple[Block, ...] = ()
    background: str = ""
    masters: bool = True
    """Whether the shapes of the master are shown."""
    footers: bool = True


@dataclass(frozen=True)
class Look:
    """One template."""

    name: str
    lang: str
    colors: dict[str, str]
    mapped: dict[str, str]
    latin: tuple[str, str]
    east: tuple[str, str]
    margin: float
    title: tuple[float, float, float, float]
    body: tuple[float, float]
    """Top and height of the content."""
    footer_top: float
    title_text: Text
    sizes: tuple[float, ...]
    before: int
    gap: float
    blocks: tuple[Block, ...]
    sheets: dict[str, Sheet] = field(default_factory=dict)
    quiet: str = "tx2"
    """Colour of footers and captions."""
    width: float = WIDTH


NAMES = {
    "title": ("Title Slide", "タイトル スライド"),
    "secHead": ("Section Header", "セクション見出し"),
    "obj": ("Title and Content", "タイトルとコンテンツ"),
    "twoObj": ("Two Content", "2 つのコンテンツ"),
    "twoTxTwoObj": ("Comparison", "比較"),
    "titleOnly": ("Title Only", "タイトルのみ"),
    "picTx": ("Picture with Caption", "タイトル付きの図"),
    "chart": ("Chart with Notes", "グラフと説明"),
    "blank": ("Blank", "白紙"),
    "closing": ("Closing", "クロージング"),
}
ORDER = tuple(NAMES)
TYPE_OF = {"chart": "", "closing": ""}
PROMPTS = {
    "title": ("Click to add a title", "タイトルを入力"),
    "ctrTitle": ("Click to add a title", "タイトルを入力"),
    "subTitle": ("Click to add a subtitle", "サブタイトルを入力"),
    "body": ("Click to add text", "テキストを入力"),
    "": ("Click to add content", "コンテンツを入力"),
    "pic": ("Click the icon to add a picture", "アイコンをクリックして図を追加"),
    "dt": ("", ""),
    "ftr": ("", ""),
    "sldNum": ("‹#›", "‹#›"),
}
LEVELS = (
    ("First level", "第 1 レベル"),
    ("Second level", "第 2 レベル"),
    ("Third level", "第 3 レベル"),
    ("Fourth level", "第 4 レベル"),
    ("Fifth level", "第 5 レベル"),
)
HOLD_NAMES = {
    "title": ("Title", "タイトル"),
    "ctrTitle": ("Title", "タイトル"),
    "subTitle": ("Subtitle", "サブタイトル"),
    "body": ("Text Placeholder", "テキスト プレースホルダー"),
    "": ("Content Placeholder", "コンテンツ プレースホルダー"),
    "pic": ("Picture Placeholder", "図プレースホルダー"),
    "dt": ("Date Placeholder", "日付プレースホルダー"),
    "ftr": ("Footer Placeholder", "フッター プレースホルダー"),
    "sldNum": ("Slide Number Placeholder", "スライド番号プレースホルダー"),
}


def cover_sheet(kind: str, holds: tuple[Hold, ...], *blocks: Block, background: str = "") -> Sheet:
    """The first or the last slide: nothing of the master, no footer."""
    return Sheet(kind, holds, blocks, background, masters=False, footers=False)


# --- the three looks ------------------------------------------------------------------------------------------------


def light() -> Look:
    """White, airy, one accent: a tab at the left edge beside the title."""
    colors = {
        "dk1": "1B2430", "lt1": "FFFFFF", "dk2": "566173", "lt2": "F2F5FA",
        "accent1": "1F5FD0", "accent2": "B9500B", "accent3": "0C766D", "accent4": "7A3FD6", "accent5": "B4235A",
        "accent6": "566173", "hlink": "1F5FD0", "folHlink": "6B4BB8",
    }  # fmt: skip
    cover = (
        Hold("ctrTitle", 0, (1.25, 1.75, 10.6, 2.05), Text(44, bold=True, anchor="b")),
        Hold("subTitle", BODY_IDX, (1.25, 4.3, 10.6, 1.3), Text(20, "tx2", anchor="t", bullets=False)),
    )
    section = (
        Hold("title", 0, (1.25, 2.05, 10.6, 1.75), Text(38, bold=True, anchor="b")),
        Hold("body", BODY_IDX, (1.25, 4.1, 10.6, 1.3), Text(20, "tx2", anchor="t", bullets=False)),
    )
    last = (
        Hold("ctrTitle", 0, (1.25, 2.05, 10.6, 1.75), Text(44, "bg1", True, "b")),
        Hold("subTitle", BODY_IDX, (1.25, 4.1, 10.6, 1.4), Text(20, "bg1", anchor="t", bullets=False)),
    )
    return Look(
        "light", "en-US", colors, STRAIGHT, ("Arial", "Arial"), ("Meiryo", "Meiryo"),
        margin=0.85, title=(0.85, 0.5, 11.633, 1.0), body=(1.85, 4.8), footer_top=6.95,
        title_text=Text(32, bold=True, anchor="ctr"), sizes=(20, 18, 16, 16, 16), before=10, gap=0.55,
        blocks=(Block((0, 0.62, 0.2, 0.76)),),
        sheets={
            "title": cover_sheet("title", cover, Block((0, 0, 0.45, HEIGHT)), Block((1.25, 4.02, 1.3, 0.06))),
            "secHead": Sheet("secHead", section, (Block((0, 2.3, 0.45, 2.9)),), background="bg2", masters=False),
            "closing": cover_sheet("closing", last, background="accent1"),
        },
    )  # fmt: skip


def dark() -> Look:
    """Near black with light text; a short line under the title."""
    colors = {
        "dk1": "10151F", "lt1": "F4F7FB", "dk2": "1B2433", "lt2": "AEBACB",
        "accent1": "4CC2F1", "accent2": "FFB454", "accent3": "5FD6A2", "accent4": "C5A3FF", "accent5": "FF8FA3",
        "accent6": "AEBACB", "hlink": "7CCBFF", "folHlink": "C5A3FF",
    }  # fmt: skip
    cover = (
        Hold("ctrTitle", 0, (0.85, 1.9, 11.0, 2.05), Text(44, bold=True, anchor="b")),
        Hold("subTitle", BODY_IDX, (0.85, 4.5, 11.0, 1.3), Text(20, "tx2", anchor="t", bullets=False)),
    )
    section = (
        Hold("title", 0, (0.85, 2.05, 11.0, 1.75), Text(38, "accent1", True, "b")),
        Hold("body", BODY_IDX, (0.85, 4.1, 11.0, 1.3), Text(20, "tx1", anchor="t", bullets=False)),
    )
    last = (
        Hold("ctrTitle", 0, (0.85, 2.2, 11.0, 1.75), Text(44, bold=True, anchor="b")),
        Hold("subTitle", BODY_IDX, (0.85, 4.5, 11.0, 1.4), Text(20, "tx2", anchor="t", bullets=False)),
    )
    return Look(
        "dark", "en-US", colors, TURNED, ("Arial", "Arial"), ("Meiryo", "Meiryo"),
        margin=0.85, title=(0.85, 0.45, 11.633, 0.95), body=(1.85, 4.8), footer_top=6.95,
        title_text=Text(32, bold=True, anchor="b"), sizes=(20, 18, 16, 16, 16), before=10, gap=0.55,
        blocks=(Block((0.85, 1.47, 0.9, 0.05)),),
        sheets={
            "title": cover_sheet("title", cover, Block((0.85, 4.16, 1.3, 0.06))),
            "secHead": Sheet("secHead", section, (), background="bg2", masters=False),
            "closing": cover_sheet("closing", last, Block((0.85, 4.16, 1.3, 0.06))),
        },
    )  # fmt: skip


def business() -> Look:
    """Japanese business: navy, a rule under the title, denser than the others."""
    colors = {
        "dk1": "222B38", "lt1": "FFFFFF", "dk2": "1E3A5F", "lt2": "EEF2F7",
        "accent1": "1E3A5F", "accent2": "2A6FA8", "accent3": "A35A12", "accent4": "2E7A5A", "accent5": "8C3B4A",
        "accent6": "5B6675", "hlink": "1D5FA8", "folHlink": "6A4C93",
    }  # fmt: skip
    cover = (
        Hold("ctrTitle", 0, (1.1, 1.9, 11.1, 1.75), Text(40, "tx2", True, "b")),
        Hold("subTitle", BODY_IDX, (1.1, 4.1, 11.1, 1.5), Text(20, "accent6", anchor="t", bullets=False)),
    )
    section = (
        Hold("title", 0, (1.1, 2.25, 11.1, 1.5), Text(36, "tx2", True, "b")),
        Hold("body", BODY_IDX, (1.1, 4.05, 11.1, 1.2), Text(18, "accent6", anchor="t", bullets=False)),
    )
    last = (
        Hold("ctrTitle", 0, (1.1, 2.25, 11.1, 1.5), Text(36, "bg1", True, "b")),
        Hold("subTitle", BODY_IDX, (1.1, 4.05, 11.1, 1.5), Text(18, "bg1", anchor="t", bullets=False)),
    )
    return Look(
        "business", "ja-JP", colors, STRAIGHT, ("Arial", "Arial"), ("Meiryo", "Meiryo"),
        margin=0.6, title=(0.6, 0.38, 12.133, 0.92), body=(1.62, 5.13), footer_top=7.0,
        title_text=Text(30, "tx2", True, "b"), sizes=(18, 16, 14, 14, 14), before=8, gap=0.4,
        blocks=(Block((0, 0, WIDTH, 0.14)), Block((0.6, 1.36, 12.133, 0.028))),
        sheets={
            "title": cover_sheet(
                "title",
                cover,
                Block((0, 0, WIDTH, 0.45)),
                Block((1.1, 3.86, 11.1, 0.028)),
                Block((0, 7.28, WIDTH, 0.22)),
            ),
            "secHead": Sheet(
                "secHead", section, (Block((0, 0, 0.3, HEIGHT)), Block((1.1, 3.9, 11.1, 0.028))), masters=False
            ),
            "closing": cover_sheet("closing", last, Block((1.1, 3.9, 11.1, 0.028), "bg1"), background="accent1"),
        },
        quiet="accent6",
    )  # fmt: skip


STRAIGHT = {"bg1": "lt1", "tx1": "dk1", "bg2": "lt2", "tx2": "dk2"}
TURNED = {"bg1": "dk1", "tx1": "lt1", "bg2": "dk2", "tx2": "lt2"}
LOOKS = {"light": light, "dark": dark, "business": business}


def sheets(look: Look) -> list[Sheet]:
    """All layouts of a look, in their order: those on the common grid, and its own."""
    left, top, height, gap = look.margin, look.body[0], look.body[1], look.gap
    whole = WIDTH - 2 * left
    half = (whole - gap) / 2
    right = left + half + gap
    wide = round(whole * 0.655, 3)
    beside = left + wide + gap
    title = Hold("title", 0, look.title)
    heading = Text(look.sizes[0], "accent1", True, "b", bullets=False)
    heads, under = 0.55, 0.68
    smaller = tuple(max(14.0, size - 2) for size in look.sizes)
    columns = Text(sizes=look.sizes)
    common = {
        "obj": (title, Hold("", BODY_IDX, (left, top, whole, height))),
        "twoObj": (
            title,
            Hold("", BODY_IDX, (left, top, half, height), columns),
            Hold("", SECOND_IDX, (right, top, half, height), columns),
        ),
        "twoTxTwoObj": (
            title,
            Hold("body", LEFT_HEAD, (left, top, half, heads), heading),
            Hold("", BODY_IDX, (left, top + under, half, height - under), columns),
            Hold("body", RIGHT_HEAD, (right, top, half, heads), heading),
            Hold("", SECOND_IDX, (right, top + under, half, height - under), columns),
        ),
        "titleOnly": (title,),
        "picTx": (
            title,
            Hold("pic", PICTURE_IDX, (right, top, half, height), Text(16, bullets=False, anchor="ctr", align="ctr")),
            Hold("body", BODY_IDX, (left, top, half, height), columns),
        ),
        "chart": (
            title,
            Hold("", BODY_IDX, (left, top, wide, height)),
            Hold("body", SECOND_IDX, (beside, top, whole - wide - gap, height), Text(sizes=smaller, anchor="ctr")),
        ),
        "blank": (),
    }
    rule = 0.02
    underline = tuple(Block((x, top + heads + 0.03, half, rule)) for x in (left, right))
    made = {kind: Sheet(kind, holds, underline if kind == "twoTxTwoObj" else ()) for kind, holds in common.items()}
    made["blank"] = Sheet("blank", (), masters=False)
    return [(made | look.sheets)[kind] for kind in ORDER]


# --- parts of a slide -----------------------------------------------------------------------------------------------


def emu(inches: float) -> int:
    """Inches as EMU, on whole hundredths of a point; the slide's own width and height exactly."""
    if inches in (WIDTH, HEIGHT):
        return SLIDE[0] if inches == WIDTH else SLIDE[1]
    return round(inches * 7200) * 127


def frame(box: tuple[float, float, float, float], tag: str = "a:xfrm") -> str:
    """A box as `a:xfrm`."""
    x, y, w, h = (emu(part) for part in box)
    w, h = min(w, SLIDE[0] - x), min(h, SLIDE[1] - y)
    return f'<{tag}><a:off x="{x}" y="{y}"/><a:ext cx="{w}" cy="{h}"/></{tag}>'


def paint(color: str) -> str:
    """A colour of the theme as a fill."""
    return f'<a:solidFill><a:schemeClr val="{color}"/></a:solidFill>'


def words(pair: tuple[str, str], look: Look) -> str:
    """The one of two wordings that the template speaks."""
    return pair[look.lang == "ja-JP"]


def block(number: int, each: Block) -> str:
    """A rectangle without an outline."""
    return (
        f'<p:sp><p:nvSpPr><p:cNvPr id="{number}" name="Accent {number}"/><p:cNvSpPr/><p:nvPr userDrawn="1"/></p:nvSpPr>'
        f'<p:spPr>{frame(each.box)}<a:prstGeom prst="rect"><a:avLst/></a:prstGeom>{paint(each.color)}'
        "<a:ln><a:noFill/></a:ln></p:spPr><p:txBody><a:bodyPr/><a:lstStyle/><a:p><a:endParaRPr/></a:p></p:txBody>"
        "</p:sp>"
    )


def own_style(text: Text) -> str:
    """`a:lstStyle` of a placeholder."""
    sizes = text.sizes or ((text.size,) * (1 if text.bullets else 5) if text.size else ())
    if not sizes and not text.color and text.bold is None:
        return "<a:lstStyle/>"
    levels = []
    for number, size in enumerate(sizes or (0,), 1):
        align = f' algn="{text.align}"' if text.align else ""
        plain = "" if text.bullets else ' marL="0" indent="0"'
        none = "" if text.bullets else "<a:buNone/>"
        bold = "" if text.bold is None else f' b="{int(text.bold)}"'
        points = f' sz="{round(size * 100)}"' if size else ""
        fill = paint(text.color) if text.color else ""
        levels.append(
            f"<a:lvl{number}pPr{plain}{align}>{none}<a:defRPr{points}{bold}>{fill}</a:defRPr></a:lvl{number}pPr>"
        )
    return f"<a:lstStyle>{''.join(levels)}</a:lstStyle>"


def number_field(id: str, look: Look) -> str:
    """A paragraph that shows the number of its slide."""
    lang = f'lang="{look.lang}"'
    field = f'<a:fld id="{id}" type="slidenum"><a:rPr {lang}/><a:t>‹#›</a:t></a:fld>'
    return f"<a:p>{field}<a:endParaRPr {lang}/></a:p>"


def paragraphs(hold: Hold, look: Look, *, levels: bool) -> str:
    """The prompt of a placeholder; in `levels`, one paragraph for each."""
    lang = f'lang="{look.lang}"'
    if hold.kind == "sldNum":
        return number_field("{B6F15528-21DE-4FAA-801E-634DDDAF4B2B}", look)
    if levels:
        each = [words(pair, look) for pair in LEVELS]
        return "".join(
            f'<a:p><a:pPr lvl="{level}"/><a:r><a:rPr {lang}/><a:t>{text}</a:t></a:r></a:p>'
            for level, text in enumerate(each)
        )
    text = words(PROMPTS[hold.kind], look)
    run = f"<a:r><a:rPr {lang}/><a:t>{text}</a:t></a:r>" if text else ""
    return f"<a:p>{run}<a:endParaRPr {lang}/></a:p>"


def placeholder(number: int, hold: Hold, look: Look, *, master: bool = False) -> str:
    """One `p:sp` with its `p:ph`."""
    text = hold.text
    kind = f' type="{hold.kind}"' if hold.kind else ""
    if master and not hold.kind.startswith(("title", "body")):
        kind += ' sz="quarter"'
    idx = f' idx="{hold.idx}"' if hold.idx else ""
    locks = '<a:spLocks noGrp="1"/>'
    anchor = f' anchor="{text.anchor}"' if text.anchor else ""
    sides = ' vert="horz" lIns="0" rIns="0"' if master else ""
    fit = "<a:normAutofit/>" if master and hold.kind in ("title", "body") else ""
    shape = '<a:prstGeom prst="rect"><a:avLst/></a:prstGeom>' if master else ""
    levels = (master and hold.kind == "body") or (hold.kind == "" and not master)
    name = f"{words(HOLD_NAMES[hold.kind], look)} {number}"
    fill = paint("bg2") if hold.kind == "pic" else ""
    return (
        f'<p:sp><p:nvSpPr><p:cNvPr id="{number}" name="{name}"/><p:cNvSpPr>{locks}</p:cNvSpPr><p:nvPr>'
        f"<p:ph{kind}{idx}/></p:nvPr></p:nvSpPr>"
        f"<p:spPr>{frame(hold.box)}{shape}{fill}</p:spPr>"
        f"<p:txBody><a:bodyPr{sides}{anchor}>{fit}</a:bodyPr>{own_style(text)}"
        f"{paragraphs(hold, look, levels=levels)}</p:txBody></p:sp>"
    )


def footers(look: Look) -> tuple[Hold, ...]:
    """Footer at the left, date and number at the right, on one line."""
    left, top = look.margin, look.footer_top
    quiet = Text(11, look.quiet, anchor="ctr")
    right = Text(11, look.quiet, anchor="ctr", align="r")
    return (
        Hold("dt", DATE_IDX, (WIDTH - left - 3.1, top, 2.2, 0.3), right),
        Hold("ftr", FOOTER_IDX, (left, top, 7.5, 0.3), quiet),
        Hold("sldNum", NUMBER_IDX, (WIDTH - left - 0.8, top, 0.8, 0.3), right),
    )


def tree(shapes: str) -> str:
    """`p:spTree`."""
    nothing = (
        '<a:xfrm><a:off x="0" y="0"/><a:ext cx="0" cy="0"/><a:chOff x="0" y="0"/><a:chExt cx="0" cy="0"/></a:xfrm>'
    )
    return (
        '<p:spTree><p:nvGrpSpPr><p:cNvPr id="1" name=""/><p:cNvGrpSpPr/><p:nvPr/></p:nvGrpSpPr>'
        f"<p:grpSpPr>{nothing}</p:grpSpPr>{shapes}</p:spTree>"
    )


def backdrop(color: str) -> str:
    """`p:bg` in a colour of the theme; nothing for the master's."""
    return f"<p:bg><p:bgPr>{paint(color)}<a:effectLst/></p:bgPr></p:bg>" if color else ""


def layout(sheet: Sheet, look: Look) -> str:
    """One layout part."""
    number = 2
    shapes = []
    for each in sheet.blocks:
        shapes.append(block(number, each))
        number += 1
    for hold in (*sheet.holds, *(footers(look) if sheet.footers else ())):
        shapes.append(placeholder(number, hold, look))
        number += 1
    name = words(NAMES[sheet.kind], look)
    known = TYPE_OF.get(sheet.kind, sheet.kind)
    kind = f' type="{known}"' if known else ""
    hidden = "" if sheet.masters else ' showMasterSp="0"'
    return (
        f'{HEAD}<p:sldLayout {NAMESPACES}{hidden}{kind} preserve="1"><p:cSld name="{name}">{backdrop(sheet.background)}'
        f"{tree(''.join(shapes))}</p:cSld><p:clrMapOvr><a:masterClrMapping/></p:clrMapOvr></p:sldLayout>"
    )


# --- master, notes master, theme ------------------------------------------------------------------------------------


def level_start(level: int, left: int = 0, first: int = 0) -> str:
    """The opening tag of what is said of a level (from 1); where its text begins, and its first line, in EMU."""
    same = 'defTabSz="914400" rtl="0" eaLnBrk="1" latinLnBrk="0" hangingPunct="1"'
    return f'<a:lvl{level}pPr marL="{left}" indent="{first}" algn="l" {same}>'


def plain_levels(step: int, each: str) -> str:
    """Five levels without bullets, each indented by `step` EMU more."""
    return "".join(f"{level_start(n, step * (n - 1))}{each}</a:lvl{n}pPr>" for n in range(1, 6))


def character(size: float, fonts: str, color: str, *, bold: bool = False) -> str:
    """`a:defRPr` with the fonts of the theme (`mj` or `mn`)."""
    return (
        f'<a:defRPr sz="{round(size * 100)}" b="{int(bold)}" kern="1200">{paint(color)}'
        f'<a:latin typeface="+{fonts}-lt"/>'
        f'<a:ea typeface="+{fonts}-ea"/><a:cs typeface="+{fonts}-cs"/></a:defRPr>'
    )


def styles(look: Look) -> str:
    """`p:txStyles`: title, body in five levels, other."""
    title = look.title_text
    head = (
        f'{level_start(1)}<a:lnSpc><a:spcPct val="95000"/></a:lnSpc><a:spcBef><a:spcPct val="0"/></a:spcBef>'
        f"<a:buNone/>{character(title.size, 'mj', title.color or 'tx1', bold=bool(title.bold))}</a:lvl1pPr>"
    )
    body = []
    for level, size in enumerate(look.sizes):
        indent = 0.26
        left = emu(indent * (level + 1))
        before = look.before * 100 if not level else max(300, look.before * 50)
        mark = "•" if level % 2 == 0 else "–"
        body.append(
            f"{level_start(level + 1, left, -emu(indent))}"
            f'<a:lnSpc><a:spcPct val="100000"/></a:lnSpc><a:spcBef><a:spcPts val="{before}"/></a:spcBef>'
            f'<a:buClr><a:schemeClr val="accent1"/></a:buClr><a:buFont typeface="Arial"/><a:buChar char="{mark}"/>'
            f"{character(size, 'mn', 'tx1')}</a:lvl{level + 1}pPr>"
        )
    other = plain_levels(457_200, character(18, "mn", "tx1"))
    return (
        f"<p:txStyles><p:titleStyle>{head}</p:titleStyle><p:bodyStyle>{''.join(body)}</p:bodyStyle>"
        f"<p:otherStyle>{other}</p:otherStyle></p:txStyles>"
    )


def master(look: Look) -> str:
    """The slide master."""
    whole = (look.margin, look.body[0], WIDTH - 2 * look.margin, look.body[1])
    holds = (
        Hold("title", 0, look.title, Text(anchor=look.title_text.anchor)),
        Hold("body", BODY_IDX, whole, Text(anchor="t")),
        *footers(look),
    )
    shapes = [block(number, each) for number, each in enumerate(look.blocks, 2)]
    first = 2 + len(shapes)
    shapes += [placeholder(number, hold, look, master=True) for number, hold in enumerate(holds, first)]
    mapped = " ".join(f'{name}="{value}"' for name, value in look.mapped.items())
    same = " ".join(f'{name}="{name}"' for name in (*(f"accent{n}" for n in range(1, 7)), "hlink", "folHlink"))
    ids = "".join(f'<p:sldLayoutId id="{2147483649 + n}" r:id="rId{n + 1}"/>' for n in range(len(ORDER)))
    return (
        f"{HEAD}<p:sldMaster {NAMESPACES}><p:cSld>{backdrop('bg1')}{tree(''.join(shapes))}</p:cSld>"
        f"<p:clrMap {mapped} {same}/><p:sldLayoutIdLst>{ids}</p:sldLayoutIdLst>{styles(look)}</p:sldMaster>"
    )


def notes_master(look: Look) -> str:
    """The notes master: the slide above, what is said below."""
    lang = f'lang="{look.lang}"'
    levels = plain_levels(228_600, character(12, "mn", "tx1"))
    image = (
        '<p:sp><p:nvSpPr><p:cNvPr id="2" name="Slide Image Placeholder 1"/><p:cNvSpPr>'
        '<a:spLocks noGrp="1" noRot="1" noChangeAspect="1"/></p:cNvSpPr>'
        '<p:nvPr><p:ph type="sldImg" idx="2"/></p:nvPr></p:nvSpPr><p:spPr><a:xfrm><a:off x="685800" y="1143000"/>'
        '<a:ext cx="5486400" cy="3086100"/></a:xfrm>'
        '<a:prstGeom prst="rect"><a:avLst/></a:prstGeom><a:noFill/><a:ln w="12700"><a:solidFill>'
        '<a:prstClr val="black"/></a:solidFill></a:ln></p:spPr></p:sp>'
    )
    text = (
        '<p:sp><p:nvSpPr><p:cNvPr id="3" name="Notes Placeholder 2"/><p:cNvSpPr><a:spLocks noGrp="1"/></p:cNvSpPr>'
        '<p:nvPr><p:ph type="body" sz="quarter" idx="3"/></p:nvPr></p:nvSpPr>'
        '<p:spPr><a:xfrm><a:off x="685800" y="4400550"/><a:ext cx="5486400" cy="3600450"/></a:xfrm>'
        '<a:prstGeom prst="rect"><a:avLst/></a:prstGeom></p:spPr>'
        f'<p:txBody><a:bodyPr vert="horz"/><a:lstStyle/><a:p><a:r><a:rPr {lang}/>'
        f"<a:t>{words(PROMPTS['body'], look)}</a:t></a:r></a:p></p:txBody></p:sp>"
    )
    number = (
        '<p:sp><p:nvSpPr><p:cNvPr id="4" name="Slide Number Placeholder 3"/><p:cNvSpPr><a:spLocks noGrp="1"/>'
        '</p:cNvSpPr><p:nvPr><p:ph type="sldNum" sz="quarter" idx="5"/></p:nvPr></p:nvSpPr>'
        '<p:spPr><a:xfrm><a:off x="3884613" y="8685213"/><a:ext cx="2971800" cy="458787"/></a:xfrm>'
        '<a:prstGeom prst="rect"><a:avLst/></a:prstGeom></p:spPr>'
        '<p:txBody><a:bodyPr vert="horz" anchor="b"/><a:lstStyle><a:lvl1pPr algn="r"><a:defRPr sz="1200"/>'
        "</a:lvl1pPr></a:lstStyle>"
        f"{number_field('{5B6D1A0C-8A2F-4C0E-9A53-3D1B8C0F2A11}', look)}</p:txBody></p:sp>"
    )
    same = " ".join(f'{name}="{name}"' for name in (*(f"accent{n}" for n in range(1, 7)), "hlink", "folHlink"))
    return (
        f'{HEAD}<p:notesMaster {NAMESPACES}><p:cSld><p:bg><p:bgPr><a:solidFill><a:srgbClr val="FFFFFF"/>'
        "</a:solidFill><a:effectLst/></p:bgPr></p:bg>"
        f'{tree(image + text + number)}</p:cSld><p:clrMap bg1="lt1" tx1="dk1" bg2="lt2" tx2="dk2" {same}/>'
        f"<p:notesStyle>{levels}</p:notesStyle></p:notesMaster>"
    )


def theme(look: Look, *, plain: bool = False) -> str:
    """Colours, fonts, and the flat formats that Office asks for; `plain`: black on white, for notes."""
    colors = look.colors | ({"dk1": "000000", "lt1": "FFFFFF", "dk2": "444444", "lt2": "EEEEEE"} if plain else {})
    scheme = "".join(f'<a:{name}><a:srgbClr val="{value}"/></a:{name}>' for name, value in colors.items())
    fonts = "".join(
        f'<a:{kind}Font><a:latin typeface="{latin}"/><a:ea typeface="{east}"/><a:cs typeface=""/>'
        f'<a:font script="Jpan" typeface="{east}"/></a:{kind}Font>'
        for kind, latin, east in zip(("major", "minor"), look.latin, look.east, strict=True)
    )
    fill = '<a:solidFill><a:schemeClr val="phClr"/></a:solidFill>'
    line = "".join(
        f'<a:ln w="{w}" cap="flat" cmpd="sng" algn="ctr">{fill}<a:prstDash val="solid"/></a:ln>'
        for w in (9525, 12700, 19050)
    )
    effect = "<a:effectStyle><a:effectLst/></a:effectStyle>"
    return (
        f'{HEAD}<a:theme xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" name="Kasen {look.name}">'
        "<a:themeElements>"
        f'<a:clrScheme name="Kasen {look.name}">{scheme}</a:clrScheme>'
        f'<a:fontScheme name="Kasen {look.name}">{fonts}</a:fontScheme>'
        f'<a:fmtScheme name="Kasen"><a:fillStyleLst>{fill * 3}</a:fillStyleLst><a:lnStyleLst>{line}</a:lnStyleLst>'
        f"<a:effectStyleLst>{effect * 3}</a:effectStyleLst><a:bgFillStyleLst>{fill * 3}</a:bgFillStyleLst>"
        "</a:fmtScheme>"
        "</a:themeElements><a:objectDefaults/><a:extraClrSchemeLst/></a:theme>"
    )


# --- the package ----------------------------------------------------------------------------------------------------


def presentation(look: Look) -> str:
    """`ppt/presentation.xml`: no slide."""
    levels = plain_levels(457_200, character(18, "mn", "tx1"))
    return (
        f'{HEAD}<p:presentation {NAMESPACES} saveSubsetFonts="1"><p:sldMasterIdLst>'
        '<p:sldMasterId id="2147483648" r:id="rId1"/></p:sldMasterIdLst>'
        '<p:notesMasterIdLst><p:notesMasterId r:id="rId2"/></p:notesMasterIdLst>'
        f'<p:sldSz cx="{SLIDE[0]}" cy="{SLIDE[1]}"/>'
        f'<p:notesSz cx="6858000" cy="9144000"/><p:defaultTextStyle><a:defPPr><a:defRPr lang="{look.lang}"/>'
        f"</a:defPPr>{levels}</p:defaultTextStyle></p:presentation>"
    )


def relations(*pairs: tuple[str, str]) -> str:
    """A `.rels` part: types (the end of the address) with their targets."""
    each = "".join(
        f'<Relationship Id="rId{n}" Type="{kind if "://" in kind else f"{OFFICE}/{kind}"}" Target="{target}"/>'
        for n, (kind, target) in enumerate(pairs, 1)
    )
    return f'{HEAD}<Relationships xmlns="{PACKAGE}/relationships">{each}</Relationships>'


def content_types() -> str:
    """`[Content_Types].xml`."""
    named = {
        "ppt/presentation.xml": f"{TYPES}.presentation.main+xml",
        "ppt/slideMasters/slideMaster1.xml": f"{TYPES}.slideMaster+xml",
        "ppt/notesMasters/notesMaster1.xml": f"{TYPES}.notesMaster+xml",
        **{f"ppt/slideLayouts/slideLayout{n}.xml": f"{TYPES}.slideLayout+xml" for n in range(1, len(ORDER) + 1)},
        "ppt/theme/theme1.xml": "application/vnd.openxmlformats-officedocument.theme+xml",
        "ppt/theme/theme2.xml": "application/vnd.openxmlformats-officedocument.theme+xml",
        "ppt/presProps.xml": f"{TYPES}.presProps+xml",
        "ppt/viewProps.xml": f"{TYPES}.viewProps+xml",
        "ppt/tableStyles.xml": f"{TYPES}.tableStyles+xml",
        "docProps/core.xml": "application/vnd.openxmlformats-package.core-properties+xml",
        "docProps/app.xml": "application/vnd.openxmlformats-officedocument.extended-properties+xml",
    }
    each = "".join(f'<Override PartName="/{name}" ContentType="{kind}"/>' for name, kind in named.items())
    return (
        f'{HEAD}<Types xmlns="{PACKAGE}/content-types">'
        '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
        f'<Default Extension="xml" ContentType="application/xml"/>{each}</Types>'
    )


def table_styles() -> str:
    """One style of tables, the default: a heading in the accent over a line, hairlines, every other row tinted."""

    def line(side: str, width: int = 0, color: str = "") -> str:
        inner = f'<a:ln w="{width}" cmpd="sng">{paint(color)}</a:ln>' if width else "<a:ln><a:noFill/></a:ln>"
        return f"<a:{side}>{inner}</a:{side}>"

    def text(color: str, bold: str = "") -> str:
        font = '<a:fontRef idx="minor"><a:prstClr val="black"/></a:fontRef>'
        return f'<a:tcTxStyle{bold}>{font}<a:schemeClr val="{color}"/></a:tcTxStyle>'

    sides = line("left") + line("right") + line("top") + line("bottom", 12700, "accent1") + line("insideH", 6350, "bg2")
    whole = (
        f"{text('tx1')}<a:tcStyle><a:tcBdr>{sides}{line('insideV')}</a:tcBdr><a:fill><a:noFill/></a:fill></a:tcStyle>"
    )
    band = f"<a:tcStyle><a:tcBdr/><a:fill>{paint('bg2')}</a:fill></a:tcStyle>"
    bold = ' b="on"'
    strong = f"{text('tx1', bold)}<a:tcStyle><a:tcBdr/></a:tcStyle>"
    total = f"{text('tx1', bold)}<a:tcStyle><a:tcBdr>{line('top', 12700, 'accent1')}</a:tcBdr></a:tcStyle>"
    under = f"<a:tcBdr>{line('bottom', 19050, 'accent1')}</a:tcBdr><a:fill><a:noFill/></a:fill>"
    head = f"{text('accent1', bold)}<a:tcStyle>{under}</a:tcStyle>"
    return (
        f'{HEAD}<a:tblStyleLst xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" def="{TABLE_STYLE}">'
        f'<a:tblStyle styleId="{TABLE_STYLE}" styleName="Kasen"><a:wholeTbl>{whole}</a:wholeTbl>'
        f"<a:band2H>{band}</a:band2H>"
        f"<a:lastCol>{strong}</a:lastCol><a:firstCol>{strong}</a:firstCol><a:lastRow>{total}</a:lastRow>"
        f"<a:firstRow>{head}</a:firstRow>"
        "</a:tblStyle></a:tblStyleLst>"
    )


def properties(look: Look) -> dict[str, str]:
    """Parts that say little, and that Office asks for."""
    return {
        "ppt/presProps.xml": f"{HEAD}<p:presentationPr {NAMESPACES}/>",
        "ppt/viewProps.xml": f"{HEAD}<p:viewPr {NAMESPACES}/>",
        "ppt/tableStyles.xml": table_styles(),
        "docProps/core.xml": (
            f'{HEAD}<cp:coreProperties xmlns:cp="{PACKAGE}/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/">'
            f"<dc:title>{escape(f'Kasen {look.name}')}</dc:title></cp:coreProperties>"
        ),
        "docProps/app.xml": (
            f'{HEAD}<Properties xmlns="http://schemas.openxmlformats.org/officeDocument/2006/extended-properties">'
            "<Application>Kasen</Application></Properties>"
        ),
    }


def parts(look: Look) -> dict[str, str]:
    """Every part of the package with its text, in order."""
    all_sheets = sheets(look)
    masters = [("slideLayout", f"../slideLayouts/slideLayout{n}.xml") for n in range(1, len(all_sheets) + 1)]
    made = {
        "[Content_Types].xml": content_types(),
        "_rels/.rels": relations(
            ("officeDocument", "ppt/presentation.xml"),
            (f"{PACKAGE}/relationships/metadata/core-properties", "docProps/core.xml"),
            ("extended-properties", "docProps/app.xml"),
        ),
        "ppt/presentation.xml": presentation(look),
        "ppt/_rels/presentation.xml.rels": relations(
            ("slideMaster", "slideMasters/slideMaster1.xml"),
            ("notesMaster", "notesMasters/notesMaster1.xml"),
            ("presProps", "presProps.xml"),
            ("viewProps", "viewProps.xml"),
            ("theme", "theme/theme1.xml"),
            ("tableStyles", "tableStyles.xml"),
        ),
        "ppt/slideMasters/slideMaster1.xml": master(look),
        "ppt/slideMasters/_rels/slideMaster1.xml.rels": relations(*masters, ("theme", "../theme/theme1.xml")),
        "ppt/notesMasters/notesMaster1.xml": notes_master(look),
        "ppt/notesMasters/_rels/notesMaster1.xml.rels": relations(("theme", "../theme/theme2.xml")),
        "ppt/theme/theme1.xml": theme(look),
        "ppt/theme/theme2.xml": theme(look, plain=True),
    }
    for number, sheet in enumerate(all_sheets, 1):
        made[f"ppt/slideLayouts/slideLayout{number}.xml"] = layout(sheet, look)
        made[f"ppt/slideLayouts/_rels/slideLayout{number}.xml.rels"] = relations(
            ("slideMaster", "../slideMasters/slideMaster1.xml")
        )
    return made | properties(look)


def template(name: str) -> bytes:
    """The template of that name: the same bytes on every run."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for path, text in parts(LOOKS[name]()).items():
            about = zipfile.ZipInfo(path, (1980, 1, 1, 0, 0, 0))
            about.compress_type = zipfile.ZIP_DEFLATED
            about.create_system = 3
            about.external_attr = 0o644 << 16
            archive.writestr(about, text.encode())
    return made.getvalue()


def contents(data: bytes) -> list[tuple[str, bytes]]:
    """The parts of a package with their bytes, in order: what two packers of ZIP agree on."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return [(each.filename, archive.read(each)) for each in archive.infolist()]


def main() -> int:
    """Write the templates, or with `--check` say which is not what this script makes."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--check", action="store_true", help="write nothing; end with 1 where a file differs")
    parser.add_argument("--to", type=Path, default=PLACE, help="the folder of the templates")
    asked = parser.parse_args()
    stale = []
    for name in LOOKS:
        path, data = asked.to / f"{name}.pptx", template(name)
        if not asked.check:
            asked.to.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)
        elif not path.is_file() or contents(path.read_bytes()) != contents(data):
            stale.append(path.name)
    if stale:
        print(f"stale, run `python scripts/templates.py`: {', '.join(stale)}", file=sys.stderr)
    return 1 if stale else 0


if __name__ == "__main__":
    sys.exit(main())

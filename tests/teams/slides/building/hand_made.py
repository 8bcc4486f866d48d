"""A design read by hand from python-pptx's own template, and decks arranged on it by hand."""

from __future__ import annotations

from functools import cache
from io import BytesIO
from typing import Any

import pptx
from PIL import Image, ImageDraw
from pptx.enum.shapes import PP_PLACEHOLDER as KIND

from kasen.teams.slides.building.build import build
from kasen.teams.slides.schemas.arrangement import Arrangement, Content, Frame
from kasen.teams.slides.schemas.deck import (
    Chart,
    Column,
    Deck,
    Diagram,
    DiagramItem,
    PictureUse,
    Point,
    Ref,
    Series,
    Slide,
    Table,
)
from kasen.teams.slides.schemas.design import DesignContext, Layout, LayoutRole, Slot, SlotKind, Theme
from kasen.teams.slides.schemas.part import Box, Lang

KINDS: dict[Any, SlotKind] = {
    KIND.TITLE: "title", KIND.CENTER_TITLE: "title", KIND.SUBTITLE: "subtitle", KIND.BODY: "body",
    KIND.OBJECT: "object", KIND.PICTURE: "picture", KIND.DATE: "date", KIND.FOOTER: "footer",
    KIND.SLIDE_NUMBER: "number", KIND.VERTICAL_BODY: "body", KIND.VERTICAL_OBJECT: "object",
    KIND.VERTICAL_TITLE: "title",
}  # fmt: skip
ROLES: tuple[LayoutRole, ...] = (
    "title", "content", "section", "two_content", "comparison", "title_only", "blank", "content", "picture", "other",
    "other",
)  # fmt: skip
WIDTH, HEIGHT = 9_144_000, 6_858_000
FREE = Box(x=457_200, y=1_600_200, w=8_229_600, h=4_525_963)
THEME = Theme(
    colors={
        "bg1": "FFFFFF", "tx1": "000000", "bg2": "EEECE1", "tx2": "1F497D", "accent1": "4F81BD", "accent2": "C0504D",
        "accent3": "9BBB59", "accent4": "8064A2", "accent5": "4BACC6", "accent6": "F79646", "hlink": "0000FF",
        "folHlink": "800080",
    },
    latin_major="Calibri", latin_minor="Calibri", ea_major="ＭＳ Ｐゴシック", ea_minor="ＭＳ Ｐゴシック",
)  # fmt: skip


@cache
def template() -> bytes:
    """With two slides, a section and a link of the template's own, of which nothing may be left."""
    held = pptx.Presentation()
    for number in (1, 2):
        slide = held.slides.add_slide(held.slide_layouts[0])
        slide.shapes.title.text = f"Of the template {number}"
    stream = BytesIO()
    held.save(stream)
    return stream.getvalue()


@cache
def design() -> DesignContext:
    held = pptx.Presentation(BytesIO(template()))
    layouts = [_layout(index, layout) for index, layout in enumerate(held.slide_layouts)]
    return DesignContext(
        name="hand.pptx", sha256="0" * 64, width=WIDTH, height=HEIGHT, aspect="4:3", layouts=tuple(layouts),
        theme=THEME, slides=2,
    )  # fmt: skip


def _layout(index: int, layout: Any) -> Layout:
    slots = []
    for held in layout.placeholders:
        box = Box(x=held.left, y=held.top, w=held.width, h=held.height)
        kind = KINDS[held.placeholder_format.type]
        slots.append(Slot(idx=held.placeholder_format.idx, kind=kind, name=held.name, box=box, sizes=_sizes(kind)))
    return Layout(index=index, name=layout.name, role=ROLES[index], slots=tuple(slots), free=FREE)


def _sizes(kind: SlotKind) -> tuple[float, ...]:
    if kind == "title":
        return (32.0,)
    return (12.0,) if kind in {"date", "footer", "number"} else (20.0, 18.0, 16.0)


def frame(content: Content, layout: int, idx: int, *sizes: float, **more: Any) -> Frame:
    slot = next(slot for slot in design().layout(layout).slots if slot.idx == idx)
    return Frame(content=content, slot=idx, box=slot.box, sizes=sizes or slot.sizes, **more)


def free(content: Content, x: int, y: int, w: int, h: int, *sizes: float, **more: Any) -> Frame:
    """Places in hundredths of an inch."""
    box = Box(x=x * 9144, y=y * 9144, w=w * 9144, h=h * 9144)
    return Frame(content=content, box=box, sizes=sizes, **more)


def picture(width: int = 640, height: int = 400, color: str = "#7AA874", form: str = "PNG") -> bytes:
    image = Image.new("RGB", (width, height), color)
    pen = ImageDraw.Draw(image)
    pen.ellipse((width // 4, height // 4, width * 3 // 4, height * 3 // 4), fill="#F4D58D")
    pen.rectangle((0, 0, width - 1, height - 1), outline="#333333", width=6)
    stream = BytesIO()
    image.save(stream, form)
    return stream.getvalue()


REFS = (
    Ref(id="P1", kind="passage", title="茶業統計年報", uri="https://example.org/茶 統計?年=2024", where="p. 12",
        quote="荒茶の生産量は七万三千トンであった。", fetched="2026-05-01"),
    Ref(id="D1", kind="rows", title="sales.csv", uri="/data/sales.csv", file="sales.csv", where="rows 2–9",
        quote="sum of amount by year"),
    Ref(id="W", kind="wish", title="wish"),
    Ref(id="P2", kind="passage", title="Tea and trade", uri="https://example.com/tea", where="p. 3"),
    Ref(id="P9", kind="passage", title="Never cited", uri="https://example.com/none"),
)  # fmt: skip
CHART = Chart(
    id="F1", kind="column", title="緑茶の輸出額", categories=("2020", "2021", "2022", "2023", "2024"),
    series=(Series(name="輸出額", values=(162.0, 204.0, 219.0, None, 364.0)),), unit="億円", number_format="#,##0",
    alt="緑茶の輸出額は2020年の162億円から2024年の364億円に増えた。", refs=("D1",),
)  # fmt: skip
TABLE = Table(
    id="F2", title="産地", columns=("産地", "面積", "生産量"),
    rows=(("静岡", "12,000", "25,800"), ("鹿児島", "8,200", "27,000"), ("三重", "2,500", "5,200")),
    numeric=(False, True, True), alt="産地ごとの面積と生産量", refs=("D1",),
)  # fmt: skip
USE = PictureUse(artifact="pictures/s-06.png", alt="茶畑", width=640, height=400)
DIAGRAM = Diagram(
    kind="process", alt="摘採から仕上げまでの四段階",
    items=tuple(DiagramItem(label=label, text=text) for label, text in
                (("摘採", "新芽を摘む"), ("蒸熱", "酸化を止める"), ("揉捻", "水分を抜く"), ("仕上げ", "火入れ"))),
)  # fmt: skip


def points(*texts: str, refs: tuple[str, ...] = ("P1",)) -> tuple[Point, ...]:
    return tuple(Point(text=text, level=at % 2, refs=refs if at == 0 else ()) for at, text in enumerate(texts))


SLIDES = (
    Slide(id="s-01", kind="title", title="日本茶の輸出", subtitle="取締役会 2026年", notes="始めます。"),
    Slide(id="s-02", kind="bullets", title="輸出は四年で倍になった", message="伸びは米国向けが支えている",
          points=points("米国向けは2024年に最大となった", "抹茶の需要", "EUでは有機が条件"), refs=("P2",),
          notes="ここでは\n二点を話す。"),
    Slide(id="s-03", kind="two_columns", title="強みと弱み", notes="比べる。", columns=(
        Column(heading="強み", points=points("品質が揃う")),
        Column(heading="弱み", points=points("担い手が減る", refs=("W",))))),
    Slide(id="s-04", kind="chart", title="輸出額は倍増", chart=CHART, notes="図を読む。",
          marks=("2023年の値は届かなかった。",)),
    Slide(id="s-05", kind="table", title="産地の比較", table=TABLE, notes="表を読む。"),
    Slide(id="s-06", kind="picture", title="茶畑", picture=USE, points=points("斜面に広がる"), notes="写真。"),
    Slide(id="s-07", kind="diagram", title="製茶の流れ", diagram=DIAGRAM, notes="流れ。"),
    Slide(id="s-08", kind="statement", title="結論", message="量ではなく、続けて買う相手を増やす。", notes="結び。"),
    Slide(id="s-09", kind="image", title="全面の絵", picture=USE, points=points("絵の中の言葉"), notes="絵の説明。"),
    Slide(id="s-10", kind="sources", title="出典", notes="出典の一覧。", points=tuple(
        Point(text=f"{ref.title} {ref.where}", refs=(ref.id,)) for ref in REFS if ref.id in {"P1", "D1", "P2"})),
)  # fmt: skip
PICTURES = {USE.artifact: picture()}


def deck(*slides: Slide, lang: Lang = "ja", **more: Any) -> Deck:
    return Deck(title="日本茶の輸出", lang=lang, slides=slides or SLIDES, refs=REFS, made="2026-05-02", **more)


def arranged(slide: Slide) -> Arrangement:
    """Where its kind stands on the template."""
    whole = Box(x=0, y=0, w=WIDTH, h=HEIGHT)
    kinds: dict[str, tuple[int, tuple[Frame, ...]]] = {
        "title": (0, (frame("title", 0, 0), frame("subtitle", 0, 1))),
        "bullets": (1, (frame("title", 1, 0), frame("points", 1, 1))),
        "two_columns": (4, (frame("title", 4, 0), frame("left_heading", 4, 1), frame("left", 4, 2),
                            frame("right_heading", 4, 3), frame("right", 4, 4))),
        "chart": (1, (frame("title", 1, 0), frame("chart", 1, 1, 14.0), free("marks", 50, 672, 900, 28, 12.0))),
        "table": (1, (frame("title", 1, 0), frame("table", 1, 1, 14.0))),
        "picture": (8, (frame("title", 8, 0), frame("picture", 8, 1), frame("points", 8, 2, 14.0))),
        "diagram": (5, (frame("title", 5, 0), free("diagram", 50, 200, 900, 300, 16.0, 12.0))),
        "statement": (5, (frame("title", 5, 0), free("message", 50, 200, 900, 300, 36.0))),
        "image": (5, (frame("title", 5, 0), Frame(content="image", box=whole))),
        "sources": (1, (frame("title", 1, 0), frame("points", 1, 1, 14.0))),
    }  # fmt: skip
    layout, frames = kinds[slide.kind]
    return Arrangement(slide=slide, layout=layout, frames=frames)


def built(held: Deck | None = None, **changed: Any) -> bytes:
    held = held or deck()
    return build(template(), design(), held, [arranged(slide) for slide in held.slides], pictures=PICTURES, **changed)


def one(slide: Slide, **more: Any) -> Any:
    """The first slide of a deck that is only this one, as python-pptx opens it."""
    held = deck(slide, **more)
    return pptx.Presentation(BytesIO(built(held))).slides[0]


def shape(slide: Any, content: str) -> Any:
    """The shape that was made for a frame."""
    return next(held for held in slide.shapes if held.name == f"kasen:{content}")

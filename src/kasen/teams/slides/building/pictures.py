"""Pictures: cut to fill their box or fitted into it, never distorted; with alt text, and in the placeholder if any."""

from __future__ import annotations

from dataclasses import replace
from io import BytesIO

from kasen.teams.slides.building.page import PREFIX, Page, decorative, named, outline, transform
from kasen.teams.slides.building.text import Room, body, plain
from kasen.teams.slides.building.xml import Element, node
from kasen.teams.slides.schemas.arrangement import Frame
from kasen.teams.slides.schemas.part import Box

MOST_CUT = {"picture": 0.34, "image": 0.06, "logo": 0.0}
"""How much may be cut off to fill the box; beyond, it is fitted in. A slide drawn whole has words at its edges."""
FORMS = frozenset({"BMP", "GIF", "JPEG", "PNG", "TIFF"})
"""What Office shows everywhere; anything else becomes PNG."""
_ORIENTATION = 0x0112


def add_picture(page: Page, frame: Frame) -> None:
    """The picture of the slide, its logo, or the picture of the whole slide."""
    use = page.arrangement.slide.picture
    artifact = page.deck.logo if frame.content == "logo" else use.artifact if use is not None else ""
    if not artifact:
        return
    alt = _alt(page, frame)
    usable = readable(page.pictures.get(artifact, b""))
    if usable is None:
        page.add(_missing(page, frame, alt))
        return
    data, size = usable
    _, relation = page.part.get_or_add_image_part(BytesIO(data))
    crop, box = placed(frame.box, size, MOST_CUT[frame.content])
    if frame.content == "image":
        _cover(page, box)
    page.add(_pic(page, frame, (relation, alt), (crop, box)))


def hidden_title(page: Page) -> list[Frame]:
    """The title of a slide that is a picture: in its placeholder under the picture, for outline and screen readers."""
    contents = {frame.content for frame in page.arrangement.frames}
    slot = page.layout.slot("title")
    if "image" not in contents or "title" in contents or slot is None:
        return []
    return [Frame(content="title", slot=slot.idx, box=slot.box, sizes=slot.sizes)]


def _cover(page: Page, box: Box) -> None:
    """The layout under a picture that leaves edges of the slide free."""
    if box.x <= 0 and box.y <= 0 and box.right >= page.whole.w and box.bottom >= page.whole.h:
        return
    properties = decorative(named(page.id(), PREFIX + "image.back"))
    page.add(
        node(
            "p:sp",
            None,
            node("p:nvSpPr", None, properties, node("p:cNvSpPr"), node("p:nvPr")),
            node("p:spPr", None, transform(page.whole), outline("rect"), page.look.paper.fill()),
        )
    )


def _alt(page: Page, frame: Frame) -> str:
    slide = page.arrangement.slide
    if frame.content == "logo":
        return "ロゴ" if page.deck.lang == "ja" else "Logo"
    said = slide.picture.alt if slide.picture is not None else ""
    if frame.content == "image":
        said = " ".join([said, *(point.text for point in slide.points if point.text not in said)]).strip()
    return said or slide.title


def readable(data: bytes) -> tuple[bytes, tuple[int, int]] | None:
    """The picture in a form that Office shows, upright, with its pixels; None where it cannot be read."""
    from PIL import Image, ImageOps

    try:
        with Image.open(BytesIO(data)) as image:
            image.load()
            upright = image.getexif().get(_ORIENTATION, 1) == 1
            if image.format in FORMS and upright:
                return data, image.size
            stream = BytesIO()
            turned = ImageOps.exif_transpose(image)
            turned.convert("RGBA" if "A" in turned.getbands() else "RGB").save(stream, "PNG")
            return stream.getvalue(), turned.size
    except (OSError, ValueError, SyntaxError, Image.DecompressionBombError, Image.DecompressionBombWarning):
        return None


def placed(box: Box, size: tuple[int, int], most_cut: float) -> tuple[tuple[int, int, int, int], Box]:
    """What is cut off left, top, right, bottom (thousandths of a percent), and where the rest stands."""
    wide, high = size
    shape, room = wide / high, box.w / box.h
    cut = 1 - min(shape, room) / max(shape, room)
    if cut <= most_cut:
        side = round(cut / 2 * 100_000)
        return ((side, 0, side, 0) if shape > room else (0, side, 0, side)), box
    w, h = (box.w, round(box.w / shape)) if shape > room else (round(box.h * shape), box.h)
    return (0, 0, 0, 0), Box(x=box.x + (box.w - w) // 2, y=box.y + (box.h - h) // 2, w=max(1, w), h=max(1, h))


def _pic(page: Page, frame: Frame, shown: tuple[str, str], where: tuple[tuple[int, int, int, int], Box]) -> Element:
    relation, alt = shown
    (left, top, right, bottom), box = where
    cut = node("a:srcRect", {"l": left or None, "t": top or None, "r": right or None, "b": bottom or None})
    locks = node("a:picLocks", {"noGrp": True if page.known(frame) else None, "noChangeAspect": True})
    return node(
        "p:pic",
        None,
        node(
            "p:nvPicPr",
            None,
            named(page.id(), PREFIX + frame.content, alt),
            node("p:cNvPicPr", None, locks),
            page.properties(frame),
        ),
        node(
            "p:blipFill",
            None,
            node("a:blip", {"r:embed": relation}),
            cut,
            node("a:stretch", None, node("a:fillRect")),
        ),
        node("p:spPr", None, transform(box), outline("rect")),
    )


def _missing(page: Page, frame: Frame, alt: str) -> Element:
    """A box that says what should be seen: a gap that is marked, not a broken frame."""
    ink = page.look.ink
    style = replace(page.style(frame.model_copy(update={"slot": None, "sizes": frame.sizes or (14.0,)})), color=ink)
    said = "画像はありません：" if page.deck.lang == "ja" else "No picture: "
    line = node("a:ln", {"w": 12_700}, page.look.line().fill(), node("a:prstDash", {"val": "dash"}))
    return node(
        "p:sp",
        None,
        node("p:nvSpPr", None, named(page.id(), PREFIX + frame.content, alt), node("p:cNvSpPr"), node("p:nvPr")),
        node("p:spPr", None, transform(frame.box), outline("rect"), page.look.band().fill(), line),
        body("p:txBody", [plain(said + alt, style, align="ctr")], Room("ctr")),
    )

"""Three templates that were not made for this project, built as other people's are: each a function that gives a .pptx.

`four_by_three`: python-pptx's own, changed by hand; `impress`: written by LibreOffice; `two_masters`: A4, Japanese,
with two masters and layouts that are odd, some of which no deck can use.
"""

from __future__ import annotations

import copy
import io
import shutil
import subprocess
import tempfile
from functools import cache
from pathlib import Path
from typing import Any

from lxml import etree
from PIL import Image
from pptx import Presentation
from pptx.opc.constants import CONTENT_TYPE, RELATIONSHIP_TYPE
from pptx.opc.package import Part
from pptx.opc.packuri import PackURI
from pptx.oxml import parse_xml
from pptx.oxml.ns import qn
from pptx.parts.slide import SlideLayoutPart, SlideMasterPart
from pptx.util import Emu, Inches

A = "http://schemas.openxmlformats.org/drawingml/2006/main"
P = "http://schemas.openxmlformats.org/presentationml/2006/main"
R = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
SPACES = f'xmlns:a="{A}" xmlns:p="{P}" xmlns:r="{R}"'


def xml(text: str) -> Any:
    """An element; `a:`, `p:` and `r:` need no declaration."""
    child = parse_xml(f"<any {SPACES}>{text}</any>")[0]
    child.getparent().remove(child)
    return child


def rectangle(number: int, box: tuple[float, float, float, float], fill: str) -> Any:
    """A shape that decorates: number, box in inches, what fills it."""
    x, y, w, h = (round(part * 914_400) for part in box)
    return xml(
        f'<p:sp><p:nvSpPr><p:cNvPr id="{number}" name="Band"/><p:cNvSpPr/><p:nvPr userDrawn="1"/></p:nvSpPr>'
        "<p:spPr>"
        f'<a:xfrm><a:off x="{x}" y="{y}"/><a:ext cx="{w}" cy="{h}"/></a:xfrm>'
        f'<a:prstGeom prst="rect"><a:avLst/></a:prstGeom>{fill}</p:spPr></p:sp>'
    )


def solid(color: str) -> str:
    """A fill in a colour of the theme (`accent1`) or six hex digits."""
    kind = "srgbClr" if len(color) == 6 else "schemeClr"
    return f'<a:solidFill><a:{kind} val="{color}"/></a:solidFill>'


def set_background(sheet: Any, inner: str) -> None:
    """`p:bg` of a master or layout, in place of the one it has."""
    about = sheet.element.find(qn("p:cSld"))
    for old in about.findall(qn("p:bg")):
        about.remove(old)
    about.insert(0, xml(f"<p:bg><p:bgPr>{inner}<a:effectLst/></p:bgPr></p:bg>"))


def saved(show: Any) -> bytes:
    """The file of a presentation."""
    made = io.BytesIO()
    show.save(made)
    return made.getvalue()


def picture(size: tuple[int, int] = (40, 20)) -> bytes:
    """A PNG, left half `204060`, right half `406080`: its mean is `305070`."""
    made, image = io.BytesIO(), Image.new("RGB", size, "#204060")
    image.paste("#406080", (size[0] // 2, 0, *size))
    image.save(made, "PNG")
    return made.getvalue()


# --- 4:3 ------------------------------------------------------------------------------------------------------------


@cache
def four_by_three() -> bytes:
    """4:3: a gradient behind all, a band at the left, a picture behind the title slide, a dark section, two slides."""
    show: Any = Presentation()
    master = show.slide_masters[0]
    stops = '<a:gs pos="0"><a:srgbClr val="FFF0E0"/></a:gs><a:gs pos="100000"><a:srgbClr val="E0F0FF"/></a:gs>'
    set_background(master, f"<a:gradFill><a:gsLst>{stops}</a:gsLst><a:lin/></a:gradFill>")
    _stretch([master, *show.slide_layouts], share=0.9, shift=Inches(0.9))
    tree = master.element.find(qn("p:cSld")).find(qn("p:spTree"))
    tree.insert(2, rectangle(90, (0, 0, 0.8, 7.5), solid("accent1")))
    _colour_title(master)
    _picture_behind(show.slide_layouts[0])
    _turn(show.slide_layouts[2])
    for idx, color in ((0, "bg1"), (1, "bg2")):
        _colour(show.slide_layouts[0], idx, color)
    _colour(show.slide_layouts[2], 0, "tx1")
    for layout in (show.slide_layouts[0], show.slide_layouts[1]):
        slide = show.slides.add_slide(layout)
        slide.shapes.title.text = "A slide of the template"
        slide.notes_slide.notes_text_frame.text = "Left behind"
    return saved(show)


def _colour_title(master: Any) -> None:
    run = master.element.find(qn("p:txStyles")).find(qn("p:titleStyle")).find(qn("a:lvl1pPr")).find(qn("a:defRPr"))
    run.set("cap", "all")
    run.set("b", "1")
    color = run.find(qn("a:solidFill")).find(qn("a:schemeClr"))
    color.set("val", "accent1")
    color.append(xml('<a:lumMod val="50000"/>'))


def _colour(layout: Any, idx: int, color: str) -> None:
    """The colour of the first level of one placeholder of a layout."""
    shape = next(each for each in layout.placeholders if each.placeholder_format.idx == idx)
    styles = shape.element.find(qn("p:txBody")).find(qn("a:lstStyle"))
    level = styles.find(qn("a:lvl1pPr"))
    if level is None:
        level = xml("<a:lvl1pPr/>")
        styles.insert(0, level)
    run = level.find(qn("a:defRPr"))
    if run is None:
        run = xml("<a:defRPr/>")
        level.append(run)
    for old in run.findall(qn("a:solidFill")):
        run.remove(old)
    run.insert(0, xml(solid(color)))


def _stretch(sheets: list[Any], *, share: float, shift: int = 0) -> None:
    """All that stands on those sheets becomes wider or narrower, and moves to the right."""
    for sheet in sheets:
        for each in sheet.element.iter(qn("a:off"), qn("a:ext")):
            for name, more in (("x", shift), ("cx", 0)):
                if each.get(name):
                    each.set(name, str(round(int(each.get(name)) * share + more)))


def _picture_behind(layout: Any) -> None:
    _, id = layout.part.get_or_add_image_part(io.BytesIO(picture()))
    set_background(layout, f'<a:blipFill><a:blip r:embed="{id}"/><a:stretch><a:fillRect/></a:stretch></a:blipFill>')


def _turn(layout: Any) -> None:
    """The layout's own colour map: light on dark."""
    same = " ".join(f'{name}="{name}"' for name in (*(f"accent{n}" for n in range(1, 7)), "hlink", "folHlink"))
    override = layout.element.find(qn("p:clrMapOvr"))
    for child in list(override):
        override.remove(child)
    override.append(xml(f'<a:overrideClrMapping bg1="dk1" tx1="lt1" bg2="dk2" tx2="lt2" {same}/>'))
    set_background(layout, solid("bg1"))


# --- LibreOffice ----------------------------------------------------------------------------------------------------


def has_office() -> bool:
    """Whether LibreOffice is there to write `impress`."""
    return shutil.which("soffice") is not None


@cache
def impress() -> bytes:
    """16:9, written by LibreOffice Impress from a flat .fodp with one master page; takes some seconds."""
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder) / "impress.fodp"
        source.write_text(_FODP, encoding="utf-8")
        subprocess.run(
            [
                "soffice",
                f"-env:UserInstallation=file://{folder}/profile",
                "--headless",
                "--convert-to",
                "pptx",
                "--outdir",
                folder,
                str(source),
            ],
            check=True,
            capture_output=True,
            timeout=120,
        )
        return source.with_suffix(".pptx").read_bytes()


_FODP = """<?xml version="1.0" encoding="UTF-8"?>
<office:document xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0"
 xmlns:style="urn:oasis:names:tc:opendocument:xmlns:style:1.0"
 xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0"
 xmlns:draw="urn:oasis:names:tc:opendocument:xmlns:drawing:1.0"
 xmlns:fo="urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0"
 xmlns:svg="urn:oasis:names:tc:opendocument:xmlns:svg-compatible:1.0"
 xmlns:presentation="urn:oasis:names:tc:opendocument:xmlns:presentation:1.0" office:version="1.2"
 office:mimetype="application/vnd.oasis.opendocument.presentation">
<office:styles>
 <style:style style:name="Plain-title" style:family="presentation"><style:graphic-properties draw:fill="none"
  draw:stroke="none"
  draw:textarea-vertical-align="middle"/><style:paragraph-properties fo:text-align="start"/><style:text-properties
  fo:font-size="36pt" fo:font-weight="bold" fo:color="#7a1f3d" fo:font-family="Liberation Serif"/></style:style>
 <style:style style:name="Plain-outline1" style:family="presentation"><style:graphic-properties draw:fill="none"
  draw:stroke="none"/><style:text-properties fo:font-size="24pt" fo:color="#222222" fo:font-family="Liberation Sans"/>
 </style:style>
 <style:style style:name="Plain-outline2" style:family="presentation" style:parent-style-name="Plain-outline1">
  <style:text-properties fo:font-size="20pt"/></style:style>
 <style:style style:name="Plain-outline3" style:family="presentation" style:parent-style-name="Plain-outline2">
  <style:text-properties fo:font-size="18pt"/></style:style>
</office:styles>
<office:automatic-styles>
 <style:page-layout style:name="PM"><style:page-layout-properties fo:page-width="28cm" fo:page-height="15.75cm"
  fo:margin-left="0cm" fo:margin-right="0cm" fo:margin-top="0cm" fo:margin-bottom="0cm"/></style:page-layout>
 <style:style style:name="dp" style:family="drawing-page"><style:drawing-page-properties draw:fill="solid"
  draw:fill-color="#fbf6ee" presentation:background-visible="true" presentation:background-objects-visible="true"/>
 </style:style>
 <style:style style:name="bar" style:family="graphic"><style:graphic-properties draw:fill="solid"
  draw:fill-color="#7a1f3d" draw:stroke="none"/></style:style>
</office:automatic-styles>
<office:master-styles>
 <style:master-page style:name="Plain" style:page-layout-name="PM" draw:style-name="dp">
  <draw:rect draw:style-name="bar" svg:width="28cm" svg:height="0.6cm" svg:x="0cm" svg:y="15.15cm"/>
  <draw:frame presentation:style-name="Plain-title" presentation:class="title" presentation:placeholder="true"
   svg:width="25cm" svg:height="2.4cm" svg:x="1.5cm" svg:y="0.8cm"><draw:text-box/></draw:frame>
  <draw:frame presentation:style-name="Plain-outline1" presentation:class="outline" presentation:placeholder="true"
   svg:width="25cm" svg:height="9.6cm" svg:x="1.5cm" svg:y="4cm"><draw:text-box/></draw:frame>
 </style:master-page>
</office:master-styles>
<office:body><office:presentation>
 <draw:page draw:name="one" draw:style-name="dp" draw:master-page-name="Plain"
  presentation:presentation-page-layout-name="AL1T0">
  <draw:frame presentation:style-name="Plain-title" presentation:class="title" svg:width="25cm" svg:height="2.4cm"
   svg:x="1.5cm" svg:y="0.8cm"><draw:text-box><text:p>From Impress</text:p></draw:text-box></draw:frame>
  <draw:frame presentation:style-name="Plain-outline1" presentation:class="outline" svg:width="25cm" svg:height="9.6cm"
   svg:x="1.5cm" svg:y="4cm"><draw:text-box><text:p>One</text:p></draw:text-box></draw:frame>
 </draw:page>
</office:presentation></office:body></office:document>
"""


# --- A4, Japanese, two masters --------------------------------------------------------------------------------------

_JAPANESE = {
    "Title Slide": "表紙",
    "Title and Content": "本文",
    "Section Header": "章扉",
    "Two Content": "2段組",
    "Comparison": "比較",
    "Title Only": "タイトルのみ",
    "Blank": "白紙",
    "Content with Caption": "説明付き",
    "Picture with Caption": "写真",
    "Title and Vertical Text": "縦書き本文",
    "Vertical Title and Text": "縦書き",
}


@cache
def two_masters() -> bytes:
    """A4, Japanese fonts named in the theme for the script only and on the master, two masters, odd layouts."""
    show = Presentation()
    _to_a4(show)
    for layout in show.slide_layouts:
        layout.element.find(qn("p:cSld")).set("name", _JAPANESE[layout.name])
    _japanese_theme(show.slide_masters[0].part)
    run = show.slide_masters[0].element.find(qn("p:txStyles")).find(qn("p:titleStyle")).find(qn("a:lvl1pPr"))
    run.find(qn("a:defRPr")).find(qn("a:ea")).set("typeface", "HGP創英角ゴシックUB")
    second = _second_master(show)
    content, caption, only, blank = (second[name] for name in ("本文", "説明付き", "タイトルのみ", "白紙"))
    _move(content, 0, top=Emu(-3_000_000))
    _move(caption, 1, width=Emu(0))
    _move(caption, 2, height=Emu(0))
    _stand(only)
    blank.element.find(qn("p:cSld")).set("name", "写真だけ")
    blank.element.attrib.pop("type", None)
    _two_pictures(blank)
    return saved(show)


def _to_a4(show: Any) -> None:
    """A4 as PowerPoint has it, 10.83 × 7.5 inches; all that stands there is stretched."""
    width = 9_906_000
    share = width / show.slide_width
    show.slide_width = width
    _stretch([show.slide_masters[0], *show.slide_layouts], share=share)


def _japanese_theme(master: Any) -> None:
    part = master.part_related_by(RELATIONSHIP_TYPE.THEME)
    theme = etree.fromstring(part.blob)
    for kind, latin, font in (("majorFont", "Century Gothic", "游ゴシック"), ("minorFont", "Century", "游明朝")):
        scheme = next(theme.iter(qn(f"a:{kind}")))
        scheme.find(qn("a:latin")).set("typeface", latin)
        scheme.find(qn("a:ea")).set("typeface", "")
        for each in scheme.findall(qn("a:font")):
            if each.get("script") == "Jpan":
                each.set("typeface", font)
    part._blob = etree.tostring(theme, xml_declaration=True, encoding="UTF-8", standalone=True)


def _second_master(show: Any) -> dict[str, Any]:
    """A copy of the master with its theme and its layouts; dark, by its own map. The layouts by name."""
    first, package = show.slide_masters[0], show.part.package
    theme = Part(
        PackURI("/ppt/theme/theme9.xml"),
        CONTENT_TYPE.OFC_THEME,
        package,
        first.part.part_related_by(RELATIONSHIP_TYPE.THEME).blob,
    )
    element = copy.deepcopy(first.element)
    mapping = element.find(qn("p:clrMap"))
    for name, value in (("bg1", "dk1"), ("tx1", "lt1"), ("bg2", "dk2"), ("tx2", "lt2")):
        mapping.set(name, value)
    ids = element.find(qn("p:sldLayoutIdLst"))
    for child in list(ids):
        ids.remove(child)
    place = PackURI("/ppt/slideMasters/slideMaster2.xml")
    master = SlideMasterPart.load(place, CONTENT_TYPE.PML_SLIDE_MASTER, package, etree.tostring(element))
    master.relate_to(theme, RELATIONSHIP_TYPE.THEME)
    made = {}
    for number, layout in enumerate(first.slide_layouts):
        part = SlideLayoutPart.load(
            PackURI(f"/ppt/slideLayouts/slideLayout{20 + number}.xml"),
            CONTENT_TYPE.PML_SLIDE_LAYOUT,
            package,
            etree.tostring(layout.element),
        )
        part.relate_to(master, RELATIONSHIP_TYPE.SLIDE_MASTER)
        id = master.relate_to(part, RELATIONSHIP_TYPE.SLIDE_LAYOUT)
        master._element.find(qn("p:sldLayoutIdLst")).append(
            xml(f'<p:sldLayoutId id="{2147483900 + number}" r:id="{id}"/>')
        )
        made[layout.name] = part.slide_layout
    id = show.part.relate_to(master, RELATIONSHIP_TYPE.SLIDE_MASTER)
    show.element.find(qn("p:sldMasterIdLst")).append(xml(f'<p:sldMasterId id="2147483899" r:id="{id}"/>'))
    return made


def _move(layout: Any, idx: int, **changes: Emu) -> None:
    shape = next(each for each in layout.placeholders if each.placeholder_format.idx == idx)
    box = {name: changes.get(name, getattr(shape, name)) for name in ("left", "top", "width", "height")}
    for name, value in box.items():
        setattr(shape, name, value)


def _stand(layout: Any) -> None:
    shape = next(each for each in layout.placeholders if each.placeholder_format.idx == 0)
    shape.element.find(qn("p:txBody")).find(qn("a:bodyPr")).set("vert", "eaVert")


def _two_pictures(layout: Any) -> None:
    """Placeholders for two pictures, and none for words."""
    tree = layout.element.find(qn("p:cSld")).find(qn("p:spTree"))
    for number in (1, 2):
        tree.append(
            xml(
                f'<p:sp><p:nvSpPr><p:cNvPr id="{70 + number}" name="図 {number}"/><p:cNvSpPr/><p:nvPr>'
                f'<p:ph type="pic" idx="{20 + number}"/></p:nvPr></p:nvSpPr><p:spPr><a:xfrm>'
                f'<a:off x="{(number - 1) * 4_800_000 + 300_000}" y="900000"/>'
                '<a:ext cx="4400000" cy="4400000"/></a:xfrm></p:spPr>'
                "<p:txBody><a:bodyPr/><a:lstStyle/><a:p/></p:txBody></p:sp>"
            )
        )


ALL = {"four_by_three": four_by_three, "impress": impress, "two_masters": two_masters}

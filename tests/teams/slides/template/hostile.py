"""Templates that are made to do harm, or broken: built from one that is good."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Callable

from kasen.teams.slides.template.bundled import bundled

MAIN = "ppt/presentation.xml"
MAIN_RELS = "ppt/_rels/presentation.xml.rels"
MASTER = "ppt/slideMasters/slideMaster1.xml"
MASTER_RELS = "ppt/slideMasters/_rels/slideMaster1.xml.rels"
LAYOUT = "ppt/slideLayouts/slideLayout3.xml"
LAYOUT_RELS = "ppt/slideLayouts/_rels/slideLayout3.xml.rels"
TYPES = "[Content_Types].xml"
OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
Change = Callable[[str], str]


def parts(data: bytes) -> dict[str, bytes]:
    """The parts of a package."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return {each.filename: archive.read(each) for each in archive.infolist()}


def packed(there: dict[str, bytes]) -> bytes:
    """A package of those parts."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in there.items():
            archive.writestr(name, data)
    return made.getvalue()


def changed(changes: dict[str, Change] | None = None, added: dict[str, bytes] | None = None) -> bytes:
    """The light template with parts changed and added."""
    there = parts(bundled("light"))
    for name, change in (changes or {}).items():
        before = there[name].decode()
        after = change(before)
        assert after != before, f"{name} was not changed"
        there[name] = after.encode()
    return packed(there | (added or {}))


def related(id: str, kind: str, target: str, *, external: bool = False) -> Change:
    """One relationship more; `kind` in full, or Office's by its last word."""
    full = kind if "://" in kind else f"{OFFICE}/{kind}"
    mode = ' TargetMode="External"' if external else ""
    each = f'<Relationship Id="{id}" Type="{full}" Target="{target}"{mode}/>'
    return lambda text: text.replace("</Relationships>", f"{each}</Relationships>")


def standing(shape: str) -> Change:
    """One shape more on a layout or master."""
    return lambda text: text.replace("</p:spTree>", f"{shape}</p:spTree>")


def picture_shape(blip: str) -> str:
    """`p:pic` with this `a:blip`."""
    return (
        '<p:pic><p:nvPicPr><p:cNvPr id="900" name="P"/><p:cNvPicPr/><p:nvPr/></p:nvPicPr>'
        f'<p:blipFill>{blip}<a:stretch/></p:blipFill><p:spPr><a:xfrm><a:off x="0" y="0"/>'
        '<a:ext cx="900000" cy="900000"/></a:xfrm></p:spPr></p:pic>'
    )


def macros() -> bytes:
    """A .pptm: macros, and the type that says so."""
    return changed(
        {
            TYPES: lambda text: text.replace(
                "application/vnd.openxmlformats-officedocument.presentationml.presentation.main+xml",
                "application/vnd.ms-powerpoint.presentation.macroEnabled.main+xml",
            ).replace(
                "</Types>", '<Default Extension="bin" ContentType="application/vnd.ms-office.vbaProject"/></Types>'
            ),
            MAIN_RELS: related(
                "rId90", "http://schemas.microsoft.com/office/2006/relationships/vbaProject", "vbaProject.bin"
            ),
        },
        {"ppt/vbaProject.bin": b"Attribute VB_Name"},
    )


def linked_everywhere() -> bytes:
    """Linked pictures, a remote template, an OLE link, a link to a file."""
    ole = (
        '<p:graphicFrame><p:nvGraphicFramePr><p:cNvPr id="901" name="O"/><p:cNvGraphicFramePr/><p:nvPr/>'
        "</p:nvGraphicFramePr>"
        '<p:xfrm><a:off x="0" y="0"/><a:ext cx="9" cy="9"/></p:xfrm><a:graphic><a:graphicData '
        'uri="http://schemas.openxmlformats.org/presentationml/2006/ole"><p:oleObj r:id="rId93" progId="Excel.Sheet"/>'
        "</a:graphicData></a:graphic></p:graphicFrame>"
    )
    linked = picture_shape('<a:blip r:link="rId92"/>')
    return changed(
        {
            MAIN_RELS: related("rId91", "attachedTemplate", "http://127.0.0.1:9/remote.potx", external=True),
            LAYOUT: standing(linked + ole),
            LAYOUT_RELS: lambda text: related("rId93", "oleObject", "file:///etc/passwd", external=True)(
                related("rId92", "image", "http://127.0.0.1:9/track.png", external=True)(text)
            ),
        }
    )


def actions() -> bytes:
    """Shapes that start a program, a macro, another file; one that goes to the next slide; one to a web page."""
    links = [
        '<a:hlinkClick r:id="" action="ppaction://program?/bin/sh"/>',
        '<a:hlinkHover r:id="" action="ppaction://macro?name=Evil"/>',
        '<a:hlinkClick r:id="rId95" action="ppaction://hlinkfile"/>',
        '<a:hlinkClick r:id="" action="ppaction://hlinkshowjump?jump=nextslide"/>',
        '<a:hlinkClick r:id="rId96"/>',
    ]
    shapes = "".join(
        f'<p:sp><p:nvSpPr><p:cNvPr id="{910 + n}" name="L{n}">{link}</p:cNvPr><p:cNvSpPr/><p:nvPr/></p:nvSpPr>'
        "<p:spPr/></p:sp>"
        for n, link in enumerate(links)
    )
    return changed(
        {
            LAYOUT: standing(shapes),
            LAYOUT_RELS: lambda text: related("rId96", "hyperlink", "https://example.com/", external=True)(
                related("rId95", "hyperlink", "file:///bin/sh", external=True)(text)
            ),
        }
    )


def doctype(entity: str) -> Change:
    """A DTD before the root."""
    return lambda text: text.replace("?>", f"?><!DOCTYPE x [{entity}]>", 1)


def laughs() -> bytes:
    """A billion laughs in a layout."""
    lines = ['<!ENTITY a0 "ha">'] + [f'<!ENTITY a{n} "{f"&a{n - 1};" * 10}">' for n in range(1, 10)]
    return changed({LAYOUT: doctype("".join(lines))})


def outside_entity() -> bytes:
    """A file of this machine as an entity of the master."""
    return changed({MASTER: doctype('<!ENTITY e SYSTEM "file:///etc/passwd">')})


def entity_utf16() -> bytes:
    """The same in UTF-16, where nobody finds it by looking for its letters."""
    there = parts(bundled("light"))
    text = doctype('<!ENTITY e SYSTEM "file:///etc/passwd">')(there[MASTER].decode())
    there[MASTER] = text.replace('encoding="UTF-8"', 'encoding="UTF-16"').encode("utf-16")
    return packed(there)


def bomb() -> bytes:
    """A part that unpacks to 40 MB out of 40 kB."""
    return changed(added={"ppt/media/image1.png": b"\x00" * 40_000_000})


def many_parts() -> bytes:
    """Six thousand parts."""
    return changed(added={f"ppt/media/{n}.xml": b"" for n in range(6_000)})


def escaping() -> bytes:
    """Entries whose names lead elsewhere, and a relationship that does."""
    return changed(
        {LAYOUT_RELS: related("rId97", "image", "../../../../../../etc/passwd.png")},
        {"../../evil.sh": b"#!/bin/sh", "/etc/evil": b"x", "ppt\\..\\evil": b"x"},
    )


def truncated() -> bytes:
    """Its first half."""
    data = bundled("light")
    return data[: len(data) // 2]


def damaged() -> bytes:
    """A whole list of parts over parts that are not whole."""
    data = bytearray(bundled("light"))
    for place in range(3_000, 3_400):
        data[place] ^= 0x5A
    return bytes(data)


def old_ppt(*, encrypted: bool = False) -> bytes:
    """An OLE file: an old .ppt, or what a password makes of a .pptx."""
    name = "EncryptedPackage" if encrypted else "PowerPoint Document"
    return b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\x00" * 600 + name.encode("utf-16-le") + b"\x00" * 600


def no_presentation(
    kind: str = "application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml",
) -> bytes:
    """A Word file, by what it says of itself."""
    main = "application/vnd.openxmlformats-officedocument.presentationml.presentation.main+xml"
    return changed({TYPES: lambda text: text.replace(main, kind)})


def strict() -> bytes:
    """As *Strict Open XML Presentation* is saved."""

    def change(text: str) -> str:
        return text.replace(
            "http://schemas.openxmlformats.org/presentationml/2006/main",
            "http://purl.oclc.org/ooxml/presentationml/main",
        )

    return changed({MAIN: change, MASTER: change})


def mislabelled() -> bytes:
    """A layout that is declared to be a picture, with a link in it: what is not looked at is not cleaned."""
    kind = "application/vnd.openxmlformats-officedocument.presentationml.slideLayout+xml"
    said = f'<Override PartName="/{LAYOUT}" ContentType="'
    return changed(
        {
            TYPES: lambda text: text.replace(f"{said}{kind}", f"{said}image/png"),
            LAYOUT: standing(picture_shape('<a:blip r:link="rId92"/>')),
            LAYOUT_RELS: related("rId92", "image", "http://127.0.0.1:9/track.png", external=True),
        }
    )

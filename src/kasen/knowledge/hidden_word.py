"""Words of a Word document that are not seen: hidden runs, white ones, ones of a point or less. Found and taken out."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterator
from typing import Any

from kasen.knowledge.document import Unreadable

_W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
_PARTS = ("word/document.xml", "word/footnotes.xml", "word/endnotes.xml")
_SMALL = 2
"""Half-points: a size of one point."""
_LIGHT = 245
_MAX_DEPTH = 20


def without_hidden(data: bytes) -> tuple[bytes, list[tuple[str, str]]]:
    """The document without hidden runs, and (how, words) of each stretch. Raises Unreadable for broken XML."""
    source = zipfile.ZipFile(io.BytesIO(data))
    found: list[tuple[str, str]] = []
    made = io.BytesIO()
    styles = _styles(_tree(source, "word/styles.xml"))
    with source, zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as target:
        for name in source.namelist():
            tree = _tree(source, name) if name in _PARTS else None
            if tree is None:
                target.writestr(name, source.read(name))
                continue
            found += _joined(_taken(tree, styles))
            target.writestr(name, _written(tree))
    return made.getvalue(), found


def _tree(source: zipfile.ZipFile, name: str) -> Any:
    """The part as a tree; entities and addresses in it are never followed."""
    from lxml import etree

    if name not in source.namelist():
        return None
    parser = etree.XMLParser(resolve_entities=False, no_network=True, load_dtd=False, huge_tree=False)
    try:
        return etree.fromstring(source.read(name), parser)
    except etree.XMLSyntaxError:
        raise Unreadable("is broken: not a Word file") from None


def _written(tree: Any) -> bytes:
    from lxml import etree

    return bytes(etree.tostring(tree, xml_declaration=True, encoding="UTF-8", standalone=True))


def _styles(tree: Any) -> dict[str, list[Any]]:
    """Id of each style and its properties of runs, those of what it is based on behind it."""
    if tree is None:
        return {}
    styles = {style.get(f"{_W}styleId", ""): style for style in tree.iter(f"{_W}style")}
    chains: dict[str, list[Any]] = {}
    for name in styles:
        chain: list[Any] = []
        current: str | None = name
        for _ in range(_MAX_DEPTH):
            style = styles.get(current or "")
            if style is None:
                break
            chain += style.findall(f"{_W}rPr")
            based = style.find(f"{_W}basedOn")
            current = based.get(f"{_W}val") if based is not None else None
        chains[name] = chain
    return chains


def _taken(tree: Any, styles: dict[str, list[Any]]) -> Iterator[tuple[int, str, str]]:
    """Every hidden run with text, as (number of the run, how, words); its text is removed from the tree."""
    for number, run in enumerate(list(tree.iter(f"{_W}r"))):
        texts = [node for node in run if node.tag in (f"{_W}t", f"{_W}sym")]
        words = "".join(node.text or "" for node in texts)
        how = _how(run, styles) if words.strip() else ""
        if how:
            for node in texts:
                run.remove(node)
            yield number, how, words


def _joined(runs: Iterator[tuple[int, str, str]]) -> list[tuple[str, str]]:
    """Runs that follow one another are one stretch."""
    stretches: list[tuple[int, str, str]] = []
    for number, how, words in runs:
        if stretches and stretches[-1][0] >= number - 2 and stretches[-1][1] == how:
            stretches[-1] = (number, how, stretches[-1][2] + words)
        else:
            stretches.append((number, how, words))
    return [(how, words) for _, how, words in stretches]


def _how(run: Any, styles: dict[str, list[Any]]) -> str:
    """How a run is hidden; empty when it is seen. Its own properties count before those of its style and paragraph."""
    properties = _properties(run, styles)
    if _is_on(_first(properties, "vanish")) or _is_on(_first(properties, "webHidden")):
        return "hidden text of Word"
    size = _value(_first(properties, "sz"))
    if size.isdigit() and int(size) <= _SMALL:
        return "text of one point or less"
    if _is_light(_value(_first(properties, "color"))) and not _is_on_dark(run, properties):
        return "white text"
    return ""


def _properties(run: Any, styles: dict[str, list[Any]]) -> list[Any]:
    own: list[Any] = run.findall(f"{_W}rPr")
    named = [style.get(f"{_W}val", "") for own_ in own for style in own_.findall(f"{_W}rStyle")]
    paragraph = next(run.iterancestors(f"{_W}p"), None)
    if paragraph is not None:
        named += [style.get(f"{_W}val", "") for style in paragraph.findall(f"{_W}pPr/{_W}pStyle")]
    return own + [part for name in named for part in styles.get(name, [])]


def _first(properties: list[Any], name: str) -> Any:
    return next((found for part in properties if (found := part.find(f"{_W}{name}")) is not None), None)


def _value(node: Any) -> str:
    return "" if node is None else str(node.get(f"{_W}val", ""))


def _is_on(node: Any) -> bool:
    return node is not None and node.get(f"{_W}val", "1").lower() not in ("0", "false", "off", "none")


def _is_light(colour: str) -> bool:
    try:
        return len(colour) == 6 and all(int(colour[n : n + 2], 16) >= _LIGHT for n in (0, 2, 4))
    except ValueError:
        return False


def _is_on_dark(run: Any, properties: list[Any]) -> bool:
    """White words on a shade, a marker or in the first row of a table with a style are meant to be seen."""
    marker = _value(_first(properties, "highlight"))
    if marker not in ("", "none", "white"):
        return True
    shades = [_first(properties, "shd")]
    for above in run.iterancestors():
        shades += [above.find(f"{_W}{name}/{_W}shd") for name in ("pPr", "tcPr", "tblPr")]
        if above.tag == f"{_W}tr" and above.getprevious() is not None and above.getprevious().tag == f"{_W}tr":
            continue
        if above.tag == f"{_W}tr" and above.getparent().find(f"{_W}tblPr/{_W}tblStyle") is not None:
            return True
        if above.tag.endswith("}txbxContent"):
            return True
    fills = [shade.get(f"{_W}fill", "") for shade in shades if shade is not None]
    fill = next((fill for fill in fills if fill and fill != "auto"), "")
    return bool(fill) and not _is_light(fill)

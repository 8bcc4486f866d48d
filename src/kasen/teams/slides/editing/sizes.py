"""How large the words of a shape are, wherever that is said; and smaller words, said on the shape itself."""

from __future__ import annotations

from dataclasses import dataclass, field

from kasen.teams.slides.editing.listing import Spot
from kasen.teams.slides.editing.package import MAIN, Package, parsed
from kasen.teams.slides.template.inherited import LEVELS, Style
from kasen.teams.slides.template.xml import Element, at, local, name, number

FLOOR_SHARE = 0.6
"""Of its usual size: words are made no smaller than that,"""
FLOOR_POINTS = 10.0
"""nor than this, where they are not already."""
_OF_MASTER = {"title": "p:titleStyle", "ctrTitle": "p:titleStyle"}


@dataclass
class Sizes:
    """Sizes that shapes inherit from layout, master and presentation."""

    package: Package
    _roots: dict[str, Element] = field(default_factory=dict)

    def of(self, package: Package, part: str, spot: Spot) -> tuple[float, ...]:
        """Points of each level of a text, as its shape says or inherits them."""
        shape = spot.body.getparent()
        default = at(self._root(MAIN), "p:defaultTextStyle")
        if spot.text.kind == "cell":
            return Style([default]).sizes()
        about = at(shape, "p:nvSpPr", "p:nvPr", "p:ph")
        own = at(shape, "p:txBody", "a:lstStyle")
        if about is None:
            return Style([own, default]).sizes()
        layout = self._behind(package, part, "/slideLayout")
        master = self._behind(package, layout, "/slideMaster") if layout else ""
        lists = [own]
        for behind in (layout, master):
            if behind:
                lists.append(at(_same(self._root(behind), about), "p:txBody", "a:lstStyle"))
        if master:
            lists.append(at(self._root(master), "p:txStyles", _OF_MASTER.get(about.get("type") or "", "p:bodyStyle")))
        return Style([*lists, default]).sizes()

    def _root(self, part: str) -> Element:
        if part not in self._roots:
            self._roots[part] = parsed(self.package.parts[part])
        return self._roots[part]

    def _behind(self, package: Package, part: str, kind: str) -> str:
        found = (one.target for one in package.relations(part) if one.type.endswith(kind))
        return next((target for target in found if target in package.parts), "")


def _same(root: Element, about: Element) -> Element | None:
    """The placeholder that one inherits from: of the same index, else of the same kind."""
    there = [(holder, at(holder, "p:nvSpPr", "p:nvPr", "p:ph")) for holder in root.iter(name("p:sp"))]
    idx, kind = about.get("idx"), (about.get("type") or "obj").replace("ctrTitle", "title")
    marked = [(holder, one) for holder, one in there if one is not None]
    by_index = [holder for holder, one in marked if idx and one.get("idx") == idx]
    alike = {kind, "body"} if kind == "obj" else {kind}
    by_kind = [holder for holder, one in marked if (one.get("type") or "obj").replace("ctrTitle", "title") in alike]
    return next(iter([*by_index, *by_kind]), None)


def shrunk(body: Element, sizes: tuple[float, ...], share: float) -> None:
    """Give all its words explicit sizes: that share of what they have, no smaller than the floors."""
    for paragraph in body.findall(name("a:p")):
        level = min(number(at(paragraph, "a:pPr"), "lvl"), LEVELS - 1)
        usual = sizes[max(0, level)]
        for run in paragraph:
            if local(run) in ("r", "fld", "br"):
                _set(run, "a:rPr", usual, share)
        if at(paragraph, "a:endParaRPr") is not None:
            _set(paragraph, "a:endParaRPr", usual, share)


def _set(holder: Element, tag: str, usual: float, share: float) -> None:
    form = at(holder, tag)
    if form is None:
        form = holder.makeelement(name(tag), {})
        holder.insert(0, form)
    own = number(form, "sz") / 100 or usual
    floor = min(own, max(FLOOR_POINTS, own * FLOOR_SHARE))
    form.set("sz", str(round(max(floor, own * share) * 2) * 50))

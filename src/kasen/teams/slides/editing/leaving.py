"""A slide that goes, with what else in the file speaks of it."""

from __future__ import annotations

from kasen.teams.slides.editing.package import Package, parsed, written
from kasen.teams.slides.template.xml import local, name

_LINKS = ("hlinkClick", "hlinkHover", "hlinkMouseOver")


def dropped(package: Package, slide: str) -> None:
    """Take out a slide's own parts; links of other slides to it go too. The presentation still names it."""
    for part in package.slides():
        gone = {one.id for one in package.relations(part) if one.target == slide and not one.is_external}
        if part != slide and gone and part in package.parts:
            _unlinked(package, part, gone)
    package.dropped(slide)


def _unlinked(package: Package, part: str, gone: set[str]) -> None:
    """The part without links by these relationships: a slide that links to what is not there is one to be repaired."""
    root = parsed(package.parts[part])
    for element in [one for one in root.iter() if local(one) in _LINKS and one.get(name("r:id")) in gone]:
        holder = element.getparent()
        if holder is not None:
            holder.remove(element)
    package.parts[part] = written(root)
    package.related(part, [one for one in package.relations(part) if one.id not in gone])

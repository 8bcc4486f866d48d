"""What a template can carry, told before anything is spent."""

from __future__ import annotations

from kasen.errors import InputError
from kasen.teams.slides.schemas.design import DesignContext
from kasen.teams.slides.schemas.part import Lang
from kasen.teams.slides.template.words import listed, role_name, say

_MOST_REFUSED = 6


def compatibility(design: DesignContext, *, lang: Lang) -> list[str]:
    """Lines for a terminal and a page: what is usable, what is not and why, what kinds and fonts are lacking.

    Raises InputError where no layout can be used at all.
    """
    usable = design.usable()
    refused = [layout for layout in design.layouts if not layout.usable]
    if not usable:
        why = listed(list(dict.fromkeys(layout.why for layout in refused)), lang) or say("none_at_all", lang)
        raise InputError(say("none", lang, name=design.name, why=why), hint=say("other_template", lang))
    about = say("about", lang, name=design.name, aspect=design.aspect, usable=len(usable), count=len(design.layouts))
    lines = [about + (say("about_masters", lang, masters=design.masters) if design.masters > 1 else "")]
    if design.bundled:
        return lines
    named = [f"{layout.name} ({role_name(layout.role, lang)})" for layout in usable]
    lines.append(say("can", lang, layouts=listed(named, lang)))
    lines += [say("cannot", lang, layout=layout.name, why=layout.why) for layout in refused[:_MOST_REFUSED]]
    if design.lacking:
        lines.append(say("lacking", lang, roles=listed([role_name(role, lang) for role in design.lacking], lang)))
    if design.slides:
        lines.append(say("slides_left", lang, slides=design.slides))
    return [*lines, *design.warnings]

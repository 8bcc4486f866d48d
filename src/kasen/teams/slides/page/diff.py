"""diff.md: what stood on the slides that changed, and what stands there now."""

from __future__ import annotations

from difflib import SequenceMatcher

from kasen.teams.slides.editing.speaking import words_of
from kasen.teams.slides.page.labels import label
from kasen.teams.slides.page.markdown import escaped
from kasen.teams.slides.schemas.deck import Deck, Slide
from kasen.teams.slides.schemas.result import Result


def diff(before: Deck, after: Deck, result: Result) -> str:
    """Slide by slide, with how many stayed byte for byte."""
    lang = result.lang
    old = {slide.id: (n, slide) for n, slide in enumerate(before.slides, start=1)}
    blocks = [f"# {escaped(after.title)}", escaped(result.reply)]
    changed = set(result.versions[-1].changed) if result.versions else set()
    for number, slide in enumerate(after.slides, start=1):
        if slide.id not in old:
            blocks += [f"## {number}. {escaped(slide.title)} ({label('new', lang)})", _lines("", words_of(slide))]
        elif slide.id in changed and slide != old[slide.id][1]:
            blocks += [f"## {number}. {escaped(slide.title)}", _changed(old[slide.id][1], slide)]
        elif old[slide.id][0] != number:
            blocks.append(f"## {number}. {escaped(slide.title)} ({label('moved', lang).format(old[slide.id][0])})")
    kept = {slide.id for slide in after.slides}
    blocks += [
        f"## ~~{escaped(slide.title)}~~ ({label('deleted', lang)})" for slide in before.slides if slide.id not in kept
    ]
    same = len([slide for slide in after.slides if slide.id in old and slide.id not in changed])
    blocks.append(label("untouched", lang).format(same, len(after.slides)))
    return "\n\n".join(block for block in blocks if block) + "\n"


def _changed(before: Slide, after: Slide) -> str:
    lines = _lines(words_of(before), words_of(after))
    for name in ("chart", "picture", "diagram", "table"):
        old, new = getattr(before, name), getattr(after, name)
        if old != new:
            lines += f"\n- {name}: {_told(old)}\n+ {name}: {_told(new)}"
    return f"```diff\n{lines.strip()}\n```" if lines.strip() else ""


def _told(part: object) -> str:
    kind = getattr(part, "kind", "") or getattr(part, "artifact", "")
    version = getattr(part, "version", "")
    return f"{kind} {version}".strip() or "—"


def _lines(before: str, after: str) -> str:
    old, new = before.splitlines(), after.splitlines()
    told: list[str] = []
    for what, a, b, c, d in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if what == "equal":
            continue
        told += [f"- {_safe(line)}" for line in old[a:b]]
        told += [f"+ {_safe(line)}" for line in new[c:d]]
    return "\n".join(told)


def _safe(line: str) -> str:
    return line.replace("```", "'''")

"""What the team's review lets stand on a slide: `python evals/deck_truth.py [FILE …] [--json] [--show]`.

FILE (`deck_truth.json`) holds sentences of slides and notes, true and false against passages that were shown to their
writer: numbers of the wrong row of a table (`row`), names that stand nowhere (`name`), directions and denials turned
round (`way`). Each is put alone on a slide, held against what it cites as the storywriter's slides are, without a
model.

    found          false sentences that are left out, or stand marked
    false_alarms   true sentences that are left out, or stand marked
    unsourced      true sentences that stand and have lost what they cite
"""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
import time
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from kasen.evidence.sentences import sentences
from kasen.evidence.types import Hit, Passage, Source, content_id
from kasen.teams.slides.data.numbers import untraced
from kasen.teams.slides.schemas.arrangement import Capacity
from kasen.teams.slides.schemas.brief import About, SlideBrief
from kasen.teams.slides.schemas.deck import Point, Slide
from kasen.teams.slides.schemas.design import DesignContext
from kasen.teams.slides.schemas.findings import Evidence
from kasen.teams.slides.schemas.outputs import OutlineOutput
from kasen.teams.slides.schemas.part import Lang
from kasen.teams.slides.story.composing import Shelf
from kasen.teams.slides.story.pool import evidence_of
from kasen.teams.slides.story.reviewing import Review
from kasen.teams.slides.template.bundled import bundled
from kasen.teams.slides.template.reading import read
from kasen.testing.deps import FakeDeps, fake_deps

HERE = Path(__file__).parent
CASES = HERE / "deck_truth.json"
ANSWERS = HERE.parent / "tests" / "teams" / "slides" / "answers"
"""Passages that decks were written from by hand; they are those of `examples/corpus`."""
WISHES: dict[str, str] = {"ja": "宇治の茶園の見学会を役員会に提案したい", "en": "Propose to our board to sell matcha"}


class Case(NamedTuple):
    """A sentence, whether it is true, and what became of it: `stands`, `unsourced`, `marked`, `gone`."""

    id: str
    lang: Lang
    kind: str
    true: bool
    text: str
    became: str
    told: str


def shown(lang: Lang, given: Sequence[dict[str, Any]]) -> tuple[list[Evidence], list[Hit]]:
    """What the writer of a language was shown: the kept passages, and those of the file."""
    kept = json.loads((ANSWERS / f"passages.{lang}.json").read_text(encoding="utf-8"))
    made = []
    for one in [*kept, *(one for one in given if one["lang"] == lang)]:
        text, where = one["text"], one.get("where", "")
        source = Source(id=content_id("s", one["title"]), kind="document", title=one["title"], uri="/docs/tea.md")
        headings = (where,) if where else ()
        passage = Passage(id=content_id("p", text), source_id=source.id, text=text, headings=headings, end=len(text))
        hit = Hit(passage=passage, source=source, score=1.0)
        made.append((evidence_of(hit, one["id"], lang), hit))
    return [evidence for evidence, _ in made], [hit for _, hit in made]


@cache
def design() -> DesignContext:
    """Any: nothing is built."""
    return read(bundled("light"), name="light", bundled=True, lang="en")


def slide_of(case: dict[str, Any]) -> Slide:
    """A slide that says one sentence, on it or in its notes."""
    text, cites = case["text"], tuple(case["cites"])
    fields: dict[str, Any] = {"id": "s-02", "kind": "bullets", "title": "要点" if case["lang"] == "ja" else "In short"}
    if case["place"] == "bullet":
        return Slide(**fields, points=(Point(text=text, refs=cites, by="m"),), by="m")
    return Slide(**fields, **{case["place"]: text}, refs=cites, by="m")


async def settled(case: dict[str, Any], pool: Sequence[Evidence], deps: FakeDeps) -> Case:
    """The case, and what became of it."""
    lang: Lang = case["lang"]
    shelf = Shelf(outline=OutlineOutput(title="", slides=[]), pool=pool, figures=[], lang=lang)
    review = Review(design(), shelf, WISHES[lang], About(wish=WISHES[lang]))
    room = Capacity(title=40, points=6, line=70, lines=10)
    ids = tuple(one.ref.id for one in pool)
    brief = SlideBrief(number=2, kind="bullets", title="", message="", capacity=room, passages=ids)
    [slide] = await review.settled(deps, [slide_of(case)], [brief])
    words = "\n".join([slide.message, slide.notes, *(point.text for point in slide.points)])
    told = " ".join([*review.dropped, *slide.marks])
    became = "stands"
    if case["text"] not in words:
        became = "gone"
    elif slide.marks:
        became = "marked"
    elif case["cites"] and slide.points and not slide.points[0].refs:
        became = "unsourced"
    return Case(case["id"], lang, case["kind"], bool(case["true"]), case["text"], became, told)


def kept(lang: Lang) -> list[dict[str, Any]]:
    """What careful answers say that are kept for tests, all true; numbers, which need their figures, are left out."""
    made: list[dict[str, Any]] = []
    for file in sorted((ANSWERS / f"good-{lang}").glob("*-storywriter.json")):
        for slide in json.loads(file.read_text(encoding="utf-8"))["slides"]:
            points = [*slide.get("points", []), *slide.get("left", []), *slide.get("right", [])]
            own = [*slide.get("sources", []), *(ref for point in points for ref in point["sources"])]
            cites = [ref for ref in dict.fromkeys(own) if ref.startswith("P")]
            notes, items = slide["notes"], slide.get("items", [])
            free = [("message", slide.get("message", "")), *(("notes", notes[a:b]) for a, b in sentences(notes))]
            free += [("notes", f"{item['label']}: {item['text']}") for item in items]
            made += [_clean(lang, place, text, cites) for place, text in free]
            made += [_clean(lang, "bullet", point["text"], point["sources"]) for point in points]
    usable = [
        one for one in made if one["text"] and not _counts(one["text"]) and not any("F" in ref for ref in one["cites"])
    ]
    return [{**one, "id": f"{lang}-kept-{n}"} for n, one in enumerate(usable, start=1)]


def _counts(text: str) -> bool:
    return bool(untraced(text, numbers=(), texts=(), ratios=()))


def _clean(lang: Lang, place: str, text: str, cites: Sequence[str]) -> dict[str, Any]:
    return {"lang": lang, "kind": "kept", "place": place, "true": True, "text": text, "cites": list(cites)}


async def judged(files: Sequence[Path]) -> list[Case]:
    """Every sentence of the files."""
    made = []
    for file in files:
        given = json.loads(file.read_text(encoding="utf-8"))
        langs: tuple[Lang, ...] = ("ja", "en")
        for lang in langs:
            cases = [case for case in given["cases"] if case["lang"] == lang] + (
                kept(lang) if file.resolve() == CASES else []
            )
            pool, hits = shown(lang, given["passages"])
            deps = fake_deps()
            await deps.evidence.add(hits)
            made += [await settled(case, pool, deps) for case in cases]
    return made


def counted(cases: Sequence[Case]) -> dict[str, int]:
    """What is counted over some sentences."""
    lies, truths = [c for c in cases if not c.true], [c for c in cases if c.true]
    return {
        "planted": len(lies),
        "found": sum(c.became in ("gone", "marked") for c in lies),
        "true": len(truths),
        "false_alarms": sum(c.became in ("gone", "marked") for c in truths),
        "unsourced": sum(c.became == "unsourced" for c in truths),
    }


def main() -> None:
    """Read the command line, judge, print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="*", type=Path, default=[CASES])
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.add_argument("--show", action="store_true", help="print what was missed and what was taken wrongly")
    given = parser.parse_args()
    start = time.perf_counter()
    cases = asyncio.run(judged(given.files))
    kinds = sorted({case.kind for case in cases})
    figures = {
        **counted(cases),
        "kinds": {kind: counted([case for case in cases if case.kind == kind]) for kind in kinds},
        "langs": {lang: counted([case for case in cases if case.lang == lang]) for lang in ("ja", "en")},
        "seconds": round(time.perf_counter() - start, 2),
    }
    if given.show:
        wrong = [c for c in cases if c.true == (c.became in ("gone", "marked")) or (c.true and c.became != "stands")]
        for case in wrong:
            told = f"{case.id} {'true' if case.true else 'FALSE'} {case.became}: {case.text} [{case.told}]"
            print(told, file=sys.stderr)
    print(json.dumps(figures, ensure_ascii=False, indent=None if given.json else 2))


if __name__ == "__main__":
    main()

"""Are decks sound, whatever is asked for? `decks.py [FILE …] [--only ID …] [--out FOLDER] [--json]`.

Makes the deck of each brief as a run does: the real runtime, knowledge base, sandbox and LibreOffice; models are
scripted or absent, pictures come from a fake painter. Then the file is opened again, rendered, measured and counted,
apart from the checks that the team has made itself. `FILE` is of the form that README.md tells; without it
`decks/briefs.json` is used.
"""

from __future__ import annotations

import argparse
import asyncio
import io
import json
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from deck_briefs import BadBriefs, Brief, load, odd_templates
from deck_judging import judged
from deck_writers import Writer

from kasen.errors import KasenError
from kasen.models.asker import Asker
from kasen.runtime.artifacts import KeptArtifacts
from kasen.runtime.host import Host, asker
from kasen.runtime.local import sandbox
from kasen.runtime.rows import Options
from kasen.runtime.runner import Runner
from kasen.runtime.store import Store
from kasen.testing.draw import FakeDraw
from kasen.testing.scripted import ScriptedModel
from kasen.tools.office.libreoffice import LibreOffice, program

__all__ = ["BRIEFS", "ZERO", "evaluate", "judged", "load", "main", "odd_templates"]
BRIEFS = Path(__file__).parent / "decks" / "briefs.json"
SUMMED = (
    "slides", "lint_errors", "overflows", "missing_fonts", "without_notes", "without_sources", "collisions", "outside",
    "blank", "empty_placeholders", "without_alt", "double_ids", "missing_pages", "lost_text", "failed", "marked", "cut",
)  # fmt: skip
"""What is counted of each deck and added up."""
ZERO = SUMMED[1:15]
"""What should be 0."""
MEASURED_HERE = ("overflow", "outside", "collision", "blank")
_CUT = ("left out", "shortened", "省いた", "略した", "短く")


async def made(brief: Brief, home: Path, office: LibreOffice) -> tuple[dict[str, Any], dict[str, bytes]]:
    """The result of a run of that brief, and its files. Raises what starting the run raises."""
    request = brief.request(home / "given")
    scripted = None if brief.writer == "rules" else Writer(_lang(brief), overfull=brief.writer == "overfull")
    model = ScriptedModel(scripted, id="scripted:writer") if scripted else None

    def opened(_: str) -> ScriptedModel:
        assert model is not None, "without a model none is asked"
        return model

    def ask_for(row: Any, attempt: Any, ledger: Any, meter: Any) -> Asker:
        names = [model.id] if model else []
        return asker(row, attempt, ledger, meter, models_of=lambda _: names, open_model=opened)

    async def library(docs: list[Path], kbs: list[str], on_progress: Any, embedder: Any) -> Any:
        from kasen.knowledge.open_library import open_library

        return await open_library(home, docs, kbs, on_progress=on_progress, embedder=embedder)

    draws = brief.images != "none" and brief.painter != "none"
    fails: Any = {"": "no_image"} if brief.painter == "fails" else None
    painter = FakeDraw(fails=fails, pictures={"": painted()}) if draws else None
    host = Host(ask_for=ask_for, open_library=library, office=office, python=sandbox, draw_for=lambda *_: painter)
    async with Store(home) as store:
        runner = Runner(store, host)
        run_id = await runner.start("slides", request, options=Options(preset="manual" if model else "none", yes=True))
        row = await runner.wait(run_id)
        await runner.close()
        if row.status != "done" or row.result is None:
            raise RuntimeError(f"the run ended {row.status}: {row.error}")
        kept = KeptArtifacts(store, run_id)
        names = ("deck.pptx", "sources.json", "_template.pptx", "deck.pdf")
        return row.result, {name: await kept.read(name) for name in names}


def painted() -> bytes:
    """A picture on which something is to be seen."""
    from PIL import Image, ImageDraw

    picture = Image.new("RGB", (640, 360), "#f4efe4")
    draw = ImageDraw.Draw(picture)
    for n in range(8):
        draw.ellipse((20 + 75 * n, 180 + 12 * (n % 3), 90 + 75 * n, 250 + 12 * (n % 3)), fill="#4f7d4a")
    into = io.BytesIO()
    picture.save(into, "PNG")
    return into.getvalue()


def _lang(brief: Brief) -> str:
    if brief.lang != "auto":
        return brief.lang
    return "ja" if any("\u3040" <= one <= "\u30ff" for one in brief.wish) else "en"


async def measured(brief: Brief, office: LibreOffice, out: Path | None) -> dict[str, Any]:
    """The figures of one brief."""
    began = time.perf_counter()
    with tempfile.TemporaryDirectory() as folder:
        try:
            result, files = await made(brief, Path(folder), office)
        except (KasenError, RuntimeError) as error:
            seconds = round(time.perf_counter() - began, 1)
            nothing = dict.fromkeys(SUMMED, 0)
            return {"id": brief.id, **nothing, "failed": 1, "seconds": seconds, "told": [f"0: {error}"]}
    seconds = round(time.perf_counter() - began, 1)
    found = await judged(office, files["deck.pptx"], json.loads(files["sources.json"]))
    rendering = found.pop("rendering")
    if out is not None:
        keep(out / brief.id, files, rendering.pictures)
    errors, minor = linted(result, files)
    marks = [mark for slide in result["deck"]["slides"] for mark in slide["marks"]]
    return {
        "id": brief.id,
        **found,
        "lint_errors": len(errors),
        "lint_minor": len(minor),
        "failed": 0,
        "marked": sum(bool(slide["marks"]) for slide in result["deck"]["slides"]),
        "cut": sum(any(word in mark for word in _CUT) for mark in marks),
        "wanted": brief.slides,
        "writer": brief.writer,
        "seconds": seconds,
        "told": [*found["told"], *errors, *(f"{line} (minor)" for line in minor)],
    }


def linted(result: dict[str, Any], files: dict[str, bytes]) -> tuple[list[str], list[str]]:
    """What the team's own checks find in the final file, and what its result tells; graver first, then minor."""
    from kasen.teams.slides.checking.lint import lint
    from kasen.teams.slides.schemas.result import Result
    from kasen.teams.slides.template.reading import read

    told = Result.model_validate(result)
    assert told.deck is not None
    design = read(files["_template.pptx"], name=told.template, lang=told.lang)
    found = [*lint(files["deck.pptx"], deck=told.deck, design=design), *told.problems]
    lines = {
        f"{one.slide}: {one.kind}: {one.text}": one.severity == "minor"
        for one in found
        if one.kind not in MEASURED_HERE
    }
    return [line for line, is_minor in lines.items() if not is_minor], [line for line, low in lines.items() if low]


def keep(folder: Path, files: dict[str, bytes], pictures: Sequence[bytes]) -> None:
    """Write the deck, its PDF and one sheet of all its slides."""
    from PIL import Image

    folder.mkdir(parents=True, exist_ok=True)
    for name in ("deck.pptx", "deck.pdf"):
        (folder / name).write_bytes(files[name])
    small = [Image.open(io.BytesIO(data)).convert("RGB") for data in pictures]
    wide, high = 640, round(640 * small[0].height / small[0].width)
    sheet = Image.new("RGB", (3 * (wide + 8), -(-len(small) // 3) * (high + 8)), "#888888")
    for n, picture in enumerate(small):
        sheet.paste(picture.resize((wide, high)), (n % 3 * (wide + 8), n // 3 * (high + 8)))
    sheet.save(folder / "sheet.png")


async def evaluate(briefs: Sequence[Brief], *, out: Path | None = None) -> dict[str, Any]:
    """All briefs, one after the other, and their sums."""
    began = time.perf_counter()
    office = LibreOffice()
    rows = [await measured(brief, office, out) for brief in briefs]
    sums = {name: sum(row[name] for row in rows) for name in SUMMED}
    return {
        "decks": len(rows) - sums["failed"],
        "briefs": len(rows),
        **sums,
        "sound": sum(not any(row[name] for name in ZERO) for row in rows),
        "seconds": round(time.perf_counter() - began, 1),
        "rendered_by": f"LibreOffice, {program()}",
        "per_brief": rows,
    }


def main(given: Sequence[str] | None = None) -> int:
    """0 when every brief was made into a deck and measured, 1 when one failed, 2 for a file that is not of the form."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("files", nargs="*", type=Path, metavar="FILE")
    parser.add_argument("--only", nargs="*", default=[], help="ids of briefs")
    parser.add_argument("--out", type=Path, help="folder for decks, PDFs and sheets of pictures")
    parser.add_argument("--json", action="store_true", help="one JSON object on stdout")
    args = parser.parse_args(given)
    if not program():
        print("decks.py needs LibreOffice: apt-get install libreoffice-impress", file=sys.stderr)
        return 2
    try:
        briefs = [brief for file in args.files or [BRIEFS] for brief in load(file)]
        chosen = [brief for brief in briefs if not args.only or brief.id in args.only]
        found = asyncio.run(evaluate(chosen, out=args.out))
    except BadBriefs as error:
        print(error, file=sys.stderr)
        return 2
    print(json.dumps(found, ensure_ascii=False) if args.json else shown(found))
    return 1 if found["failed"] else 0


def shown(found: dict[str, Any]) -> str:
    """For reading."""
    lines = [
        f"{row['id']}: {row['slides']} slides, {row['seconds']} s"
        + "".join(f", {name} {row[name]}" for name in SUMMED[1:] if row[name])
        + "".join(f"\n    {line}" for line in row["told"])
        for row in found["per_brief"]
    ]
    sums = ", ".join(f"{name} {found[name]}" for name in ("decks", *SUMMED))
    return "\n".join([*lines, f"{sums}, {found['seconds']} s"])


if __name__ == "__main__":
    sys.exit(main())

"""The eval of decks makes and measures what its briefs ask for, and says what is wrong with a broken file."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from pptx import Presentation
from pptx.util import Inches, Pt

from kasen.tools.office.libreoffice import LibreOffice, program

EVALS = Path(__file__).parent.parent / "evals"
needs_office = pytest.mark.skipif(not program(), reason="LibreOffice is not on this machine")
BRIEFS = {
    "briefs": [
        {
            "id": "quick",
            "wish": "Shaded tea, for the board",
            "slides": 4,
            "docs": "Tea gardens are covered before picking. The cover keeps the light out, so that the leaf is green.",
            "data": "Region,Exports (t)\nEurope,120\nAsia,310\nOceania,40\n",
        },
        {
            "id": "long",
            "wish": "設備の更新計画を役員会で説明する",
            "slides": 3,
            "template": "four_by_three",
            "docs": [{"characters": 2000, "word": 100}],
            "writer": "overfull",
        },
    ]
}


@pytest.fixture
def scripts(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """`decks.py` with its neighbours, gone again afterwards."""
    monkeypatch.syspath_prepend(str(EVALS))
    for name in ("decks", "deck_briefs", "deck_judging", "deck_writers"):
        monkeypatch.delitem(sys.modules, name, raising=False)
    import decks

    module: ModuleType = decks
    return module


def measured(scripts: Any, capsys: pytest.CaptureFixture[str], *given: str) -> dict[str, Any]:
    assert scripts.main([*given, "--json"]) == 0, capsys.readouterr()
    found: dict[str, Any] = json.loads(capsys.readouterr().out)
    return found


@needs_office
def test_two_unseen_briefs_become_sound_decks(scripts: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """One by rules, one by a writer that overfills a template of somebody else."""
    file = tmp_path / "briefs.json"
    file.write_text(json.dumps(BRIEFS, ensure_ascii=False), encoding="utf-8")
    found = measured(scripts, capsys, str(file), "--out", str(tmp_path))
    assert (found["decks"], found["sound"]) == (2, 2), [row["told"] for row in found["per_brief"]]
    assert not any(found[name] for name in scripts.ZERO)
    quick, long = found["per_brief"]
    assert quick["slides"] == 4
    assert long["slides"] > 3
    assert all(row["fonts"] for row in found["per_brief"])
    assert {path.name for path in (tmp_path / "quick").iterdir()} == {"deck.pptx", "deck.pdf", "sheet.png"}


@pytest.mark.slow
@needs_office
def test_every_brief_becomes_a_sound_deck(scripts: Any, capsys: pytest.CaptureFixture[str]) -> None:
    found = measured(scripts, capsys)
    assert found["decks"] == found["sound"] == 8, [row["told"] for row in found["per_brief"]]


def bad_deck() -> bytes:
    """Text that overflows, an empty placeholder, a picture without words, notes on none, no sources."""
    show = Presentation()
    slide = show.slides.add_slide(show.slide_layouts[1])
    slide.shapes.title.text = "Over"
    box = slide.shapes.add_textbox(Inches(1), Inches(5), Inches(2), Inches(0.5))
    box.text_frame.word_wrap = True
    box.text_frame.text = "Far too many words for such a small box, said once more and again. " * 8
    box.text_frame.paragraphs[0].runs[0].font.size = Pt(24)
    from PIL import Image

    into = io.BytesIO()
    Image.new("RGB", (40, 20), "#204060").save(into, "PNG")
    picture = slide.shapes.add_picture(into, 0, 0)
    picture._element.nvPicPr.cNvPr.set("descr", "")
    show.slides.add_slide(show.slide_layouts[6])
    made = io.BytesIO()
    show.save(made)
    return made.getvalue()


@needs_office
async def test_what_is_wrong_with_a_deck_is_counted(scripts: Any) -> None:
    found = await scripts.judged(LibreOffice(), bad_deck(), {"slides": []})
    assert found["overflows"] == 1
    assert found["outside"] == 1
    assert (found["empty_placeholders"], found["without_alt"]) == (1, 1)
    assert (found["without_notes"], found["without_sources"], found["blank"]) == (2, 1, 1)
    assert any("needs" in line for line in found["told"])


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "is not JSON"),
        ("[]", "holds no briefs"),
        ('{"briefs": {}}', "holds no briefs"),
        ("[3]", "brief 1 has no `wish`"),
        ('[{"wish": " "}]', "brief 1 has no `wish`"),
        ('[{"wish": "x", "writer": "best"}]', "`writer` is `best`"),
        ('[{"wish": "x", "template": "odd"}]', "there is no template `odd`"),
        ('[{"wish": "x", "data": "nowhere.csv"}]', "`nowhere.csv` in `data`"),
        ('[{"wish": "x", "docs": [7]}]', "neither text nor an object"),
    ],
)
def test_a_broken_file_is_told_in_one_sentence(
    scripts: Any, capsys: pytest.CaptureFixture[str], tmp_path: Path, text: str, why: str
) -> None:
    path = tmp_path / "broken.json"
    path.write_text(text, encoding="utf-8")
    assert scripts.main([str(path), "--json"]) == 2
    said = capsys.readouterr()
    assert why in said.err
    assert (said.out, said.err.count("\n")) == ("", 1)


def test_the_script_runs_from_anywhere(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, str(EVALS / "decks.py"), "none.json"],
        capture_output=True,
        text=True,
        check=False,
        cwd=tmp_path,
        timeout=60,
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert "none.json" in done.stderr or "LibreOffice" in done.stderr


def test_the_briefs_are_of_both_languages_and_every_kind(scripts: Any) -> None:
    briefs = scripts.load(scripts.BRIEFS)
    assert len(briefs) == 8
    assert {one.lang for one in briefs} == {"ja", "en"}
    assert {one.writer for one in briefs} == {"rules", "good", "overfull"}
    assert {one.images for one in briefs} == {"none", "auto", "full"}
    assert {one.template for one in briefs} >= {"", "light", "dark", "business", *scripts.odd_templates()}
    assert min(one.slides for one in briefs) == 5
    assert max(one.slides for one in briefs) == 30

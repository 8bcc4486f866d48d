from __future__ import annotations

from pathlib import Path

from kasen.knowledge.hidden import seen
from kasen.knowledge.workers.pool import WorkerLimits
from teams.resume.document.files import paragraph, pdf, run, text_at, word


async def test_marks_at_the_beginning_of_lines_become_items(tmp_path: Path) -> None:
    path = tmp_path / "a.pdf"
    path.write_bytes(
        pdf([text_at("Work", 72, 700, size=18), text_at("- built it", 72, 660), text_at("* sold it", 72, 640)])
    )
    made = await seen(str(path))
    assert made.refused == ""
    assert made.pages == 1
    assert "sold it" in made.text
    assert made.text.endswith("\n")


async def test_a_file_that_takes_too_long_ends_with_its_process(tmp_path: Path) -> None:
    path = tmp_path / "a.docx"
    path.write_bytes(word(paragraph(run("x"))))
    made = await seen(str(path), WorkerLimits(seconds=0.001))
    assert made.refused == "takes more than 0.001 s to read"


async def test_a_file_that_needs_too_much_memory_is_refused_with_the_reason(tmp_path: Path) -> None:
    path = tmp_path / "a.docx"
    path.write_bytes(word(paragraph(run("x"))))
    made = await seen(str(path), WorkerLimits(memory=50 << 20))
    assert made.refused


async def test_a_missing_file_is_refused(tmp_path: Path) -> None:
    assert "cannot be read" in (await seen(str(tmp_path / "no.pdf"))).refused

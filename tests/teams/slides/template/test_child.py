from __future__ import annotations

from pathlib import Path

from kasen.teams.slides.template.bundled import bundled
from kasen.teams.slides.template.child import answered
from teams.slides.template import hostile


def test_the_answer_is_a_copy_or_why_there_is_none(tmp_path: Path) -> None:
    path = tmp_path / "a.pptx"
    path.write_bytes(bundled("dark"))
    answer, data = answered(path)
    assert (answer.refused, answer.taken) == ("", {})
    assert data.startswith(b"PK")
    path.write_bytes(hostile.truncated())
    answer, data = answered(path)
    assert "truncated" in answer.refused
    assert answer.hint
    assert data == b""


def test_a_file_that_is_gone_meanwhile_is_told(tmp_path: Path) -> None:
    answer, _ = answered(tmp_path / "none.pptx")
    assert answer.refused.startswith("cannot be read")

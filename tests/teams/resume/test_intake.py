"""What a run takes in, and that a repetition of it takes in the same."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from kasen.errors import InputError
from kasen.team import Earlier
from kasen.teams.resume.intake import KEPT, Given, taken_in
from kasen.teams.resume.schemas.request import Request
from kasen.testing.deps import fake_deps
from teams.resume import scenes
from teams.resume.bench import ENGLISH


def written(folder: Path, **more: Any) -> Request:
    """A résumé with a posting, works and facts beside it."""
    (folder / "cv.qmd").write_bytes(ENGLISH.replace("\n", "\r\n").encode("utf-8-sig"))
    (folder / "job.txt").write_text("Backend engineer\n\nRequirements\n- Python\n", encoding="utf-8")
    (folder / "items.yaml").write_text("- title: Ledger\n  description: A tool.\n", encoding="utf-8")
    (folder / "facts.yaml").write_text("- Closed the books in two days.\n", encoding="utf-8")
    paths = {"job": str(folder / "job.txt"), "portfolio": str(folder / "items.yaml")}
    return Request(resume=str(folder / "cv.qmd"), **{**paths, **more})


async def test_everything_that_is_named_is_read(tmp_path: Path) -> None:
    given = await taken_in(fake_deps(), written(tmp_path))
    assert given.document.text.encode(given.document.encoding) == (tmp_path / "cv.qmd").read_bytes()
    assert given.posting is not None
    assert given.posting.title == "Backend engineer"
    assert [one.title for one in given.items] == ["Ledger"]
    assert (given.confirmed, given.facts_file) == (["Closed the books in two days."], "facts.yaml")
    assert given.validation is not None


async def test_a_repetition_takes_in_what_the_run_did_whatever_the_files_are_now(tmp_path: Path) -> None:
    request, first = written(tmp_path), fake_deps()
    given = await taken_in(first, request)
    for path in tmp_path.iterdir():
        path.unlink()
    second = replace(fake_deps(), repeats=first.artifacts)
    assert await taken_in(second, request) == given
    third = replace(fake_deps(), repeats=second.artifacts)
    assert await taken_in(third, request) == given, "and a repetition of the repetition"


@pytest.mark.parametrize("kept", [None, b"{}", b"\xff"])
async def test_a_run_that_kept_nothing_of_use_is_repeated_with_the_files_of_today(
    tmp_path: Path, kept: bytes | None
) -> None:
    first = fake_deps()
    if kept is not None:
        await first.artifacts.write(KEPT, kept, "application/json")
    given = await taken_in(replace(fake_deps(), repeats=first.artifacts), written(tmp_path))
    assert given.items


async def test_edits_of_an_earlier_run_are_all_that_a_follow_up_takes_in(tmp_path: Path) -> None:
    prior = scenes.improved_ja()
    path = tmp_path / "cv.qmd"
    path.write_bytes(prior.original.encode("utf-8"))
    asked = Request(resume=str(path))
    earlier = Earlier(run_id="run_1", request=asked.model_dump(mode="json"), result=prior.model_dump(mode="json"))
    decided = tmp_path / "mine.yaml"
    decided.write_text("accept: [E1]\nedited: {E2: 自分の言葉}\n", encoding="utf-8")
    deps = replace(fake_deps(), earlier=earlier)
    given = await taken_in(deps, asked.model_copy(update={"accept": str(decided)}))
    assert (given.taken, given.edited, given.validation) == (["E1", "E2"], {"E2": "自分の言葉"}, None)
    decided.unlink()
    again = await taken_in(
        replace(deps, repeats=deps.artifacts, artifacts=fake_deps().artifacts),
        asked.model_copy(update={"accept": str(decided)}),
    )
    assert again == given


async def test_edits_can_only_be_named_when_there_are_some(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="edits can be named when there are some") as error:
        await taken_in(fake_deps(), written(tmp_path, accept="E1"))
    assert "--continue RUN" in error.value.hint


async def test_what_is_converted_cannot_be_edited_in_place(tmp_path: Path) -> None:
    path = tmp_path / "cv.json"
    path.write_text(
        '{"basics": {"name": "Sample Person", "label": "Engineer", "summary": "Builds."}}', encoding="utf-8"
    )
    with pytest.raises(InputError, match=r"`cv\.json` cannot be edited in place") as error:
        await taken_in(fake_deps(), Request(resume=str(path), accept="all", write=True))
    assert "Leave out --write" in error.value.hint


def test_what_is_kept_comes_back_byte_for_byte() -> None:
    text = "\ufeff# 職務経歴書\r\n\x00‹outside>\u2028\n"
    given = Given.model_validate({"document": {"text": text, "form": "md", "name": "a.md", "encoding": "utf-8"}})
    assert Given.model_validate_json(given.model_dump_json()).document.text == text

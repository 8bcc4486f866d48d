from __future__ import annotations

import asyncio
import os
from pathlib import Path

import pytest

from kasen.errors import InputError
from kasen.teams.slides.template import opening
from kasen.teams.slides.template.bundled import bundled
from kasen.teams.slides.template.opening import Opened, opened
from kasen.teams.slides.template.reading import read
from teams.slides.template import hostile


async def opened_bytes(data: bytes, folder: Path, name: str = "corp.pptx") -> Opened:
    path = folder / name
    path.write_bytes(data)
    return await opened(path)


async def test_a_good_template_comes_out_with_the_same_design(tmp_path: Path) -> None:
    made = await opened_bytes(bundled("business"), tmp_path)
    before = read(bundled("business"), name="x", lang="ja")
    after = read(made.data, name="x", lang="ja")
    assert made.notes == ()
    assert len(after.layouts) == 10
    assert after.model_dump(exclude={"sha256"}) == before.model_dump(exclude={"sha256"})


async def test_what_cannot_be_used_is_refused_in_one_sentence_with_what_to_do(tmp_path: Path) -> None:
    with pytest.raises(InputError) as caught:
        await opened_bytes(hostile.laughs(), tmp_path)
    assert str(caught.value) == f"`{tmp_path}/corp.pptx` holds XML with entities or a DTD, which no presentation has"
    with pytest.raises(InputError, match="password") as caught:
        await opened_bytes(hostile.old_ppt(encrypted=True), tmp_path)
    assert caught.value.hint == "Save it without a password and give it again."


async def test_nothing_is_unpacked_beside_the_file(tmp_path: Path) -> None:
    made = await opened_bytes(hostile.escaping(), tmp_path)
    assert made.notes == ("Entries of `corp.pptx` whose names lead out of the file were left out.",)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["corp.pptx"]


async def test_no_file_a_folder_a_pipe_and_a_huge_file_are_refused_before_they_are_read(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.pptx")
    with (tmp_path / "huge.pptx").open("wb") as file:
        file.truncate(300 << 20)
    for name, said in (
        ("none.pptx", "there is no file"),
        (".", "is a folder"),
        ("pipe.pptx", "is no regular file"),
        ("huge.pptx", "is too large"),
    ):
        with pytest.raises(InputError, match=said):
            await opened(tmp_path / name)


async def test_notes_are_in_the_language_of_the_run(tmp_path: Path) -> None:
    path = tmp_path / "会社.pptm"
    path.write_bytes(hostile.macros())
    assert (await opened(path, lang="ja")).notes == ("`会社.pptm` のマクロは取り除きました。",)


async def test_a_reader_that_takes_too_long_ends_with_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(opening, "SECONDS", 0.001)
    with pytest.raises(InputError, match="takes too long"):
        await opened_bytes(bundled("light"), tmp_path)


async def test_a_reader_that_needs_too_much_memory_ends_with_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(opening, "MEMORY", 8 << 20)
    with pytest.raises(InputError, match=r"memory|crashed"):
        await opened_bytes(bundled("light"), tmp_path)


async def test_several_are_opened_at_once(tmp_path: Path) -> None:
    made = await asyncio.gather(*(opened_bytes(bundled(name), tmp_path, f"{name}.pptx") for name in ("light", "dark")))
    assert [len(read(each.data, name="x", lang="en").layouts) for each in made] == [10, 10]

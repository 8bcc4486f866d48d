from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from kasen.tools.python.collecting import MOST_FILES, collect, plain_name


@pytest.fixture
def box(tmp_path: Path) -> Iterator[int]:
    (tmp_path / "work" / "out").mkdir(parents=True)
    descriptor = os.open(tmp_path, os.O_RDONLY | os.O_DIRECTORY)
    yield descriptor
    os.close(descriptor)


@pytest.fixture
def out(box: int, tmp_path: Path) -> Path:
    return tmp_path / "work" / "out"


def test_plain_files_are_taken_by_their_names(box: int, out: Path) -> None:
    (out / "図 1.png").write_bytes(b"\x89PNG")
    (out / "empty.csv").write_bytes(b"")
    assert collect(box, most=100) == ({"図 1.png": b"\x89PNG", "empty.csv": b""}, [])


def test_links_folders_pipes_and_sockets_are_left_out_and_nothing_is_followed(
    box: int, out: Path, tmp_path: Path
) -> None:
    secret = tmp_path / "secret"
    secret.write_text("secret", encoding="utf-8")
    (out / "link").symlink_to(secret)
    (out / "to nothing").symlink_to("/nothing")
    (out / "folder").mkdir()
    os.mkfifo(out / "pipe")
    (out / "kept").write_text("x", encoding="utf-8")
    files, notes = collect(box, most=100)
    assert files == {"kept": b"x"}
    assert [note.split("`")[1] for note in notes] == ["folder", "link", "pipe", "to nothing"]
    assert all("not a plain file" in note for note in notes)


@pytest.mark.parametrize("level", ["work/out", "work"])
def test_a_folder_that_became_a_link_is_not_followed(box: int, tmp_path: Path, level: str) -> None:
    elsewhere = tmp_path / "elsewhere"
    (elsewhere / "out").mkdir(parents=True)
    for folder in (elsewhere, elsewhere / "out"):
        (folder / "secret").write_text("secret", encoding="utf-8")
    (tmp_path / level).rename(tmp_path / "gone")
    (tmp_path / level).symlink_to(elsewhere)
    files, notes = collect(box, most=100)
    assert files == {}
    assert len(notes) == 1


def test_all_files_together_are_bounded(box: int, out: Path) -> None:
    for name in "abc":
        (out / name).write_bytes(b"x" * 40)
    os.link(out / "a", out / "d")
    with (out / "hole").open("wb") as file:
        file.truncate(1 << 40)
    files, notes = collect(box, most=100)
    assert sorted(files) == ["a", "b"]
    assert len(notes) == 3


def test_very_many_files_are_not_all_taken(box: int, out: Path) -> None:
    for number in range(MOST_FILES + 7):
        (out / f"{number:05}").touch()
    files, notes = collect(box, most=100)
    assert len(files) == MOST_FILES
    assert notes == ["7 more files were left out"]


@pytest.mark.parametrize(
    "name",
    [
        "",
        ".hidden",
        "..",
        "-rf",
        "a/b",
        "a\\b",
        "a\nb",
        "a\tb",
        "a\x1b[31mb",
        " a",
        "a ",
        "a\u202eb",
        "\udcff",
        "a\x00b",
        "a\rb",
    ],
)
def test_a_name_that_somebody_would_obey_or_misread_is_not_plain(name: str) -> None:
    assert not plain_name(name)


@pytest.mark.parametrize("name", ["a", "売上 2026.csv", "x" * 255, "a.b-c_d", "é", "資料（最終）.xlsx"])
def test_names_that_people_give_are_plain(name: str) -> None:
    assert plain_name(name)


def test_names_that_are_not_plain_are_left_out_and_told_safely(box: int, out: Path) -> None:
    for name in (b"\x1b[2Jwipe", b"\xff\xfe", b"-rf", b".hidden", b"two\nlines", b"n" * 255):
        Path(os.fsdecode(os.fsencode(out) + b"/" + name)).write_bytes(b"x")
    files, notes = collect(box, most=100)
    assert list(files) == ["n" * 255]
    assert len(notes) == 5
    assert all(note.isprintable() for note in notes)


def test_a_file_that_grew_since_is_cut(box: int, out: Path) -> None:
    """Nobody writes when files are taken; if somebody did, no more than the bound would be read."""
    (out / "grows").write_bytes(b"x" * 100)
    assert collect(box, most=100)[0]["grows"] == b"x" * 100
    assert collect(box, most=99)[0] == {}

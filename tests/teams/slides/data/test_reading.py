from __future__ import annotations

import asyncio
from contextlib import suppress
from pathlib import Path

import pytest

from kasen.errors import InputError
from kasen.teams.slides.data.reading import ReadingLimits, profiled, tables_in
from teams.slides.data.tabled import SALES


async def test_profiles_come_in_the_order_of_the_files_with_notes_on_what_was_left_out(tmp_path: Path) -> None:
    (tmp_path / "b.csv").write_text("shop,sales\nA,1\nB,2\nTotal,3\n")
    (tmp_path / "a.json").write_text('[{"x": 1, "y": "p"}, {"x": 2, "y": "q"}]')
    profiles, notes = await profiled([tmp_path / "b.csv", tmp_path / "a.json"], lang="en")
    assert [(one.file, one.rows) for one in profiles] == [("b.csv", 2), ("a.json", 2)]
    assert notes == ["b.csv: Row(s) 4 are totals or means and are not counted with the others."]
    assert profiles[0].path == str(tmp_path / "b.csv")
    assert len(profiles[0].sha256) == 64


async def test_two_files_of_one_name_have_names_of_their_own(tmp_path: Path) -> None:
    for folder in ("x", "y", "z"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "sales.csv").write_text(SALES)
    paths = [tmp_path / folder / "sales.csv" for folder in ("x", "y", "z")]
    profiles, _ = await profiled([*paths, paths[0]], lang="en")
    assert [one.file for one in profiles] == ["sales.csv", "sales (2).csv", "sales (3).csv"]


async def test_no_files_are_no_tables() -> None:
    assert await profiled([], lang="ja") == ([], [])


@pytest.mark.parametrize(
    ("name", "data", "why"),
    [
        ("empty.csv", b"", "`empty.csv` is empty"),
        ("head.csv", b"a,b,c\n", "`head.csv` holds no table with rows"),
        ("deep.json", b"[" * 200_000 + b"]" * 200_000, "`deep.json` is nested too deeply"),
        ("not.xlsx", b"hello", "`not.xlsx` is broken: not an Excel file"),
        ("nul.csv", b"\x00\x01\x02" * 999, "`nul.csv` is binary, not text"),
    ],
)
@pytest.mark.usefixtures("deep_stack")
async def test_a_file_that_cannot_be_used_is_one_sentence(tmp_path: Path, name: str, data: bytes, why: str) -> None:
    (tmp_path / name).write_bytes(data)
    with pytest.raises(InputError) as caught:
        await profiled([tmp_path / name], lang="en")
    assert str(caught.value) == why


@pytest.mark.parametrize(
    ("name", "data", "next_"),
    [
        ("head.csv", b"a,b,c\n", "headings and rows"),
        ("five.json", b"5", "list of objects"),
        ("not.xlsx", b"hello", "as CSV"),
    ],
)
async def test_what_to_give_instead_is_said_by_form(tmp_path: Path, name: str, data: bytes, next_: str) -> None:
    (tmp_path / name).write_bytes(data)
    with pytest.raises(InputError) as caught:
        await profiled([tmp_path / name], lang="en")
    assert next_ in caught.value.hint


async def test_a_file_that_takes_too_long_or_too_much_is_one_sentence(tmp_path: Path) -> None:
    path = tmp_path / "long.csv"
    path.write_text("a,b\n" + f"1,{'x' * 2_000}\n" * 20_000)
    with pytest.raises(InputError, match=r"^`long\.csv` takes more than 0\.05 s to read$"):
        await profiled([path], lang="en", limits=ReadingLimits(seconds=0.05))
    with pytest.raises(InputError, match=r"^`long\.csv` needs more memory than a table may use$"):
        await profiled([path], lang="en", limits=ReadingLimits(memory=160 << 20))


async def test_a_reading_that_is_cancelled_leaves_no_process_behind(tmp_path: Path) -> None:
    path = tmp_path / "long.csv"
    with path.open("wb") as file:
        file.truncate(60 << 30)  # nothing on the disk, and minutes to read
    before = _children()
    task = asyncio.create_task(profiled([path], lang="en", limits=ReadingLimits(seconds=3_600)))
    async with asyncio.timeout(60):
        while not _children() - before:  # noqa: ASYNC110 - a process begins, which tells nobody
            await asyncio.sleep(0.01)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
    assert not _children() - before


async def test_rows_are_read_where_they_are_wanted(tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text(SALES)
    (table,) = await tables_in([tmp_path / "a.csv"], lang="en")
    assert table.rows[0] == ("East", "2022", 120, 10)
    assert table.at == (2, 3, 4, 5)


async def test_a_wide_file_is_read_up_to_its_cap_and_says_so(tmp_path: Path) -> None:
    path = tmp_path / "wide.csv"
    path.write_text("\n".join(",".join(f"{name}{n}" for n in range(5_000)) for name in ("c", "", "1", "2")))
    (profile,), notes = await profiled([path], lang="en")
    assert (profile.rows, len(profile.columns)) == (3, 300)
    assert notes == ["wide.csv: Of 5,000 columns the first 300 were read."]


@pytest.mark.slow
async def test_a_million_rows_and_half_a_gigabyte_are_read_up_to_the_cap(tmp_path: Path) -> None:
    for name, row, count in (
        ("rows.csv", "2024-01-02,A,123\n", 1_000_000),
        ("huge.csv", f"1,{'x' * 500}\n", 1_000_000),
    ):
        with (tmp_path / name).open("w") as file:
            file.write("x,y,z\n")
            for _ in range(count // 1_000):
                file.write(row * 1_000)
        (profile,), notes = await profiled([tmp_path / name], lang="en")
        assert 100_000 < profile.rows < 200_000
        assert "those after it are in no figure" in notes[0]


def _children() -> set[str]:
    """Processes that this one has started and that are not over."""
    found: set[str] = set()
    for thread in Path("/proc/self/task").iterdir():
        with suppress(OSError):  # it may end while it is looked at
            found |= set((thread / "children").read_text(encoding="ascii").split())
    return found

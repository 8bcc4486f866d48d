from __future__ import annotations

import json
import sqlite3
from pathlib import Path
from typing import Any

import pytest

from knowledge.test_chroma import NAME, STORES, WHOLE, unpacked


@pytest.fixture
def store(tmp_path: Path) -> Path:
    return unpacked(STORES[-1], tmp_path / "chroma_db")


def test_what_chroma_held_is_found(kasen: Any, store: Path) -> None:
    done = kasen("kb", "import-chroma", str(store), "--collection", NAME, "--kb", "old", "--json")
    assert done.exit_code == 0, done.stderr
    assert json.loads(done.stdout)["documents"] == 3
    folder = Path(f"chroma-{NAME}")
    assert [path.name for path in sorted(folder.iterdir())] == ["0001-tea.md", "0002-宇治茶.txt", "0003-entry-9.txt"]
    assert (folder / "0001-tea.md").read_text(encoding="utf-8") == WHOLE
    found = json.loads(kasen("kb", "search", "碾茶を育てる茶園", "--kb", "old", "--json").stdout)
    assert "宇治では覆いをかけた茶園" in json.dumps(found, ensure_ascii=False)


def test_the_only_collection_with_texts_is_taken_and_again_changes_nothing(kasen: Any, store: Path) -> None:
    assert kasen("kb", "import-chroma", str(store)).exit_code == 0
    again = kasen("kb", "import-chroma", str(store), "--json")
    assert json.loads(again.stdout)["unchanged"] == 3


def test_a_file_that_still_exists_is_added_only_when_originals_are_asked_for(
    kasen: Any, store: Path, tmp_path: Path
) -> None:
    original = tmp_path / "tea.md"
    original.write_text("# Tea\n\nThe original file, longer than what was kept of it.\n", encoding="utf-8")
    with sqlite3.connect(store / "chroma.sqlite3") as database:
        database.execute(
            "UPDATE embedding_metadata SET string_value = ? WHERE string_value = 'documents/tea.md'", [str(original)]
        )
    database.close()
    kept = kasen("kb", "import-chroma", str(store), "--out", "kept", "--kb", "kept", "--json")
    assert (kept.exit_code, str(original) in kept.stderr) == (0, False)
    assert Path("kept/0001-tea.md").read_text(encoding="utf-8") == WHOLE, "a store alone opens no file of this machine"
    assert "original file" not in kasen("kb", "search", "original file", "--kb", "kept", "--json").stdout
    done = kasen("kb", "import-chroma", str(store), "--originals", "--json")
    assert "1 files where they are" in done.stderr
    assert str(original) in done.stderr, "each file that is read is named"
    assert not list(Path(f"chroma-{NAME}").glob("*tea.md"))
    assert "original file" in kasen("kb", "search", "original file", "--json").stdout


def test_texts_of_others_are_not_written_over(kasen: Any, store: Path) -> None:
    folder = Path("mine")
    folder.mkdir()
    (folder / "0001-tea.md").write_text("my own words", encoding="utf-8")
    done = kasen("kb", "import-chroma", str(store), "--out", "mine")
    assert done.exit_code == 4
    assert "--out" in done.stderr
    assert (folder / "0001-tea.md").read_text(encoding="utf-8") == "my own words"


def test_a_folder_that_cannot_be_made_is_told(kasen: Any, store: Path) -> None:
    Path("taken").write_text("a file", encoding="utf-8")
    done = kasen("kb", "import-chroma", str(store), "--out", "taken/texts")
    assert done.exit_code == 4
    assert "`taken/texts` cannot be written: Not a directory" in done.stderr


@pytest.mark.parametrize(("given", "told"), [(["nowhere"], "no ChromaDB store"), ([], "Missing argument")])
def test_what_is_no_store_is_said(kasen: Any, given: list[str], told: str) -> None:
    done = kasen("kb", "import-chroma", *given)
    assert done.exit_code in (2, 4)
    assert told.lower() in done.stderr.lower()

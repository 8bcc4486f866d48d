from __future__ import annotations

import os
import threading
from pathlib import Path

import pytest

from kasen.errors import HomeUnusable
from kasen.server.private import alone, private_folder, write_private


def test_a_file_is_written_whole_for_its_user_only(tmp_path: Path) -> None:
    path = tmp_path / "a"
    write_private(path, "古い")
    path.chmod(0o644)
    write_private(path, "新しい")
    assert path.read_text(encoding="utf-8") == "新しい"
    assert path.stat().st_mode & 0o777 == 0o600
    assert os.listdir(tmp_path) == ["a"]  # noqa: PTH208  hidden ones too


def test_a_folder_is_its_user_s_only_and_may_be_there_already(tmp_path: Path) -> None:
    folder = private_folder(tmp_path / "a")
    assert private_folder(folder).stat().st_mode & 0o777 == 0o700


def test_what_cannot_be_written_is_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    with pytest.raises(HomeUnusable, match="cannot be made"):
        private_folder(tmp_path / "file" / "b")
    with pytest.raises(HomeUnusable, match="cannot be written"):
        write_private(tmp_path / "missing" / "b", "")
    with pytest.raises(HomeUnusable), alone(tmp_path / "file" / "b"):
        pass


def test_one_after_the_other(tmp_path: Path) -> None:
    path = tmp_path / "number"
    path.write_text("0", encoding="utf-8")

    def add() -> None:
        for _ in range(20):
            with alone(path):
                write_private(path, str(int(path.read_text(encoding="utf-8")) + 1))

    adding = [threading.Thread(target=add) for _ in range(4)]
    for thread in adding:
        thread.start()
    for thread in adding:
        thread.join()
    assert path.read_text(encoding="utf-8") == "80"

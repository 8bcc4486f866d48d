from __future__ import annotations

import os
from pathlib import Path

import pytest

from kasen.settings.regular import LARGEST, NoPlainFile, read_regular


def test_a_file_is_read_whole_through_a_link_too(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"x" * LARGEST)
    (tmp_path / "b").symlink_to("a")
    assert read_regular(tmp_path / "b") == b"x" * LARGEST


def test_no_file_and_a_link_to_itself_are_not_there(tmp_path: Path) -> None:
    (tmp_path / "b").symlink_to("b")
    assert read_regular(tmp_path / "b") is None
    assert read_regular(tmp_path / "none") is None
    assert read_regular(Path(os.devnull) / "below") is None


def test_a_pipe_is_not_waited_for_and_a_device_is_not_read(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    for path in (tmp_path / "pipe", tmp_path, Path("/dev/zero")):
        with pytest.raises(NoPlainFile, match="not a plain file"):
            read_regular(path)


def test_a_file_of_gigabytes_is_refused_before_it_fills_the_memory(tmp_path: Path) -> None:
    with (tmp_path / "huge").open("wb") as file:
        file.truncate(1 << 40)
    with pytest.raises(NoPlainFile, match="holds more than"):
        read_regular(tmp_path / "huge")

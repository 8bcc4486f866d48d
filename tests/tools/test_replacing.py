"""A file of the user's is written over whole or not at all, and only when it is what was read."""

from __future__ import annotations

import hashlib
from pathlib import Path

import pytest

from kasen.errors import InputError
from kasen.tools.replacing import replace


def sha(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


@pytest.fixture
def cv(tmp_path: Path) -> Path:
    path = tmp_path / "履歴.qmd"
    path.write_bytes("元の文\r\n".encode())
    path.chmod(0o640)
    return path


def test_a_file_is_replaced_and_a_backup_holds_what_it_was(cv: Path) -> None:
    before = cv.read_bytes()
    backup = replace(cv, b"new", sha256=sha(before))
    assert backup is not None
    assert (cv.read_bytes(), backup.read_bytes(), backup.name) == (b"new", before, "履歴.qmd.bak")
    assert cv.stat().st_mode & 0o777 == 0o640
    assert sorted(path.name for path in cv.parent.iterdir()) == ["履歴.qmd", "履歴.qmd.bak"]


def test_a_file_that_has_changed_meanwhile_is_left_alone(cv: Path) -> None:
    read = cv.read_bytes()
    cv.write_bytes(b"edited by its owner")
    with pytest.raises(InputError, match="has changed since it was read"):
        replace(cv, b"new", sha256=sha(read))
    assert cv.read_bytes() == b"edited by its owner"
    assert len(list(cv.parent.iterdir())) == 1


def test_writing_the_same_again_writes_nothing_and_names_the_backup(cv: Path) -> None:
    before = cv.read_bytes()
    (cv.parent / "履歴.qmd.bak").write_bytes(b"older")
    backup = replace(cv, b"new", sha256=sha(before))
    assert replace(cv, b"new", sha256=sha(before)) == backup
    assert backup is not None
    assert backup.name == "履歴.qmd.2.bak"
    assert len(list(cv.parent.iterdir())) == 3


def test_bytes_that_the_file_holds_anyway_need_no_backup(cv: Path) -> None:
    before = cv.read_bytes()
    assert replace(cv, before, sha256=sha(before)) is None
    assert list(cv.parent.iterdir()) == [cv]


def test_a_file_that_may_only_be_read_is_left_alone(cv: Path) -> None:
    before = cv.read_bytes()
    cv.chmod(0o440)
    with pytest.raises(InputError, match="may only be read"):
        replace(cv, b"new", sha256=sha(before))
    assert (cv.read_bytes(), list(cv.parent.iterdir())) == (before, [cv])


def test_an_older_backup_is_never_lost(cv: Path) -> None:
    first = cv.read_bytes()
    replace(cv, b"second", sha256=sha(first))
    backup = replace(cv, b"third", sha256=sha(b"second"))
    assert backup is not None
    assert backup.name == "履歴.qmd.2.bak"
    assert (cv.parent / "履歴.qmd.bak").read_bytes() == first


def test_a_link_stays_a_link(cv: Path) -> None:
    link = cv.parent / "cv.qmd"
    link.symlink_to(cv)
    replace(link, b"new", sha256=sha(cv.read_bytes()))
    assert link.is_symlink()
    assert cv.read_bytes() == b"new"


def test_a_file_that_is_gone_is_said(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"`cv\.qmd` cannot be written"):
        replace(tmp_path / "cv.qmd", b"new", sha256="")

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from kasen.errors import InputError
from kasen.server.errors import Rejected
from kasen.server.upload_files import UploadFiles, keep, used_ids
from kasen.server.uploads import TAKEN, Uploads

ONE, OTHER = "0123456789abcdef" * 2, "f" * 32


async def sent(uploads: Uploads, name: str = "茶.md") -> str:
    async def chunks() -> AsyncIterator[bytes]:
        yield b"tea"

    return (await uploads.receive("yuki", name, chunks())).id


def test_references_are_told_from_paths_and_words() -> None:
    is_ref = UploadFiles.is_ref
    assert all(map(is_ref, (f"upload:{ONE}", "upload:", "data:,a", {"url": "data:,a"}, {"url": f"upload:{ONE}"})))
    others: tuple[object, ...] = (
        "upload",
        "/upload:x",
        "",
        None,
        3,
        [],
        {},
        {"url": 3},
        {"url": "https://a"},
        {"name": "data:"},
    )
    assert not any(map(is_ref, others))


def test_ids_are_found_in_the_text_of_a_request() -> None:
    text = f'{{"docs": ["/srv/x/uploads/yuki/{ONE}"], "data": ["/u/{OTHER}/表.csv"], "wish": "{"a" * 31}"}}'
    assert used_ids(text) == {ONE, OTHER}
    assert used_ids("") == set()


async def test_what_a_run_has_taken_is_no_longer_deleted_alone(tmp_path: Path) -> None:
    uploads = Uploads(tmp_path)
    mine = await sent(uploads)
    keep(uploads, "yuki", f"{mine} and {OTHER}, which is none")
    with pytest.raises(Rejected, match="belongs to a run"):
        uploads.delete("yuki", mine)
    uploads.drop("yuki", mine)
    assert not (tmp_path / "uploads" / "yuki" / mine).exists()
    uploads.drop("yuki", mine)
    uploads.drop("yuki", "../ken")


async def test_a_folder_takes_no_room_and_counts_as_taken(tmp_path: Path) -> None:
    uploads = Uploads(tmp_path)
    mine = await sent(uploads)
    folder = Path((await UploadFiles(uploads, "yuki").folder("docs", [f"upload:{mine}"], is_list=True))[0])
    assert (folder / "茶.md").stat().st_ino == uploads.look("yuki", mine).stat().st_ino
    assert (folder / TAKEN).exists()
    assert uploads.waiting_bytes("yuki") == 3


async def test_endings_are_held_to(tmp_path: Path) -> None:
    uploads = Uploads(tmp_path)
    files = UploadFiles(uploads, "yuki")
    ref = f"upload:{await sent(uploads, '表.CSV')}"
    assert (await files.file("data", ref, (".csv",))).endswith("表.CSV")
    with pytest.raises(InputError, match=r"`logo` does not take `表.CSV`"):
        await files.file("logo", ref, (".png",))
    with pytest.raises(InputError, match="names no upload"):
        await files.file("logo", "upload:../../etc/passwd", ())

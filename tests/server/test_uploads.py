from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from kasen.errors import HomeUnusable, UnknownName
from kasen.server.errors import Rejected
from kasen.server.limits import ServerLimits
from kasen.server.uploads import KEPT_S, Upload, Uploads

SMALL = ServerLimits(upload_bytes=100, uploads_bytes=150)


async def pieces(*parts: bytes) -> AsyncIterator[bytes]:
    for part in parts:
        yield part


async def put(uploads: Uploads, owner: str = "yuki", name: str = "資料.pdf", data: bytes = b"words") -> Upload:
    return await uploads.receive(owner, name, pieces(data))


def files(home: Path) -> list[Path]:
    return [path for path in (home / "uploads").rglob("*") if path.is_file()]


async def test_a_file_is_kept_as_it_came_for_its_caller_only(tmp_path: Path) -> None:
    uploads = Uploads(tmp_path)
    found = await uploads.receive("yuki", "../資料.pdf", pieces(b"one", b"", b"two"))
    path = uploads.taken("yuki", found.id)
    assert (found.name, found.size, found.media_type) == ("資料.pdf", 6, "application/pdf")
    assert path == tmp_path / "uploads" / "yuki" / found.id / "資料.pdf"
    assert path.read_bytes() == b"onetwo"
    assert path.stat().st_mode & 0o777 == 0o600
    assert {folder.stat().st_mode & 0o777 for folder in path.parents[:3]} == {0o700}


async def test_uploads_of_others_do_not_exist(tmp_path: Path) -> None:
    uploads = Uploads(tmp_path)
    mine, theirs = await put(uploads, ""), await put(uploads, "mio")
    for owner, upload in (("yuki", mine), ("yuki", theirs), ("", theirs), ("mio", mine)):
        for ask in (uploads.look, uploads.taken, uploads.delete):
            with pytest.raises(UnknownName, match="there is no upload"):
                ask(owner, upload.id)
    assert uploads.look("", mine.id).is_file()


@pytest.mark.parametrize("wrong", ["", ".", "..", "../mio", "0" * 32, "x" * 32, "0" * 31 + "\n", "a/b"])
async def test_what_is_no_id_is_no_upload(tmp_path: Path, wrong: str) -> None:
    uploads = Uploads(tmp_path)
    await put(uploads)
    with pytest.raises(UnknownName):
        uploads.look("yuki", wrong)


async def test_a_file_that_is_too_large_is_refused_while_it_comes_and_leaves_nothing(tmp_path: Path) -> None:
    uploads, read = Uploads(tmp_path, SMALL), 0

    async def endless() -> AsyncIterator[bytes]:
        nonlocal read
        while True:
            read += 30
            yield b"a" * 30

    with pytest.raises(Rejected, match="larger than 100 bytes") as caught:
        await uploads.receive("yuki", "a", endless())
    assert (caught.value.status, read) == (413, 120)
    assert files(tmp_path) == []
    assert list((tmp_path / "uploads" / "yuki").iterdir()) == []
    assert (await put(uploads, data=b"a" * 100)).size == 100


async def test_a_caller_s_files_together_are_bounded_until_runs_take_them(tmp_path: Path) -> None:
    uploads = Uploads(tmp_path, SMALL)
    first = await put(uploads, data=b"a" * 100)
    with pytest.raises(Rejected, match="your uploads that no run has taken") as caught:
        await put(uploads, data=b"a" * 51)
    assert caught.value.status == 413
    assert (await put(uploads, "mio", data=b"a" * 100)).size == 100, "each for itself"
    uploads.taken("yuki", first.id)
    assert (await put(uploads, data=b"a" * 51)).size == 51


async def test_files_that_come_at_once_are_bounded_together(tmp_path: Path) -> None:
    uploads, turn = Uploads(tmp_path, SMALL), asyncio.Event()

    async def slow() -> AsyncIterator[bytes]:
        yield b"a" * 60
        await turn.wait()
        yield b"a" * 20

    coming = [asyncio.create_task(uploads.receive("yuki", "a", slow())) for _ in range(2)]
    while len(files(tmp_path)) < 2:  # noqa: ASYNC110  the disk gives no sign
        await asyncio.sleep(0)
    turn.set()
    ended = await asyncio.gather(*coming, return_exceptions=True)
    assert sorted(type(one).__name__ for one in ended) == ["Rejected", "Upload"]
    assert uploads.waiting_bytes("yuki") == 80


async def test_a_file_that_came_while_another_was_coming_counts_too(tmp_path: Path) -> None:
    uploads, begun, turn = Uploads(tmp_path, SMALL), asyncio.Event(), asyncio.Event()

    async def slow() -> AsyncIterator[bytes]:
        yield b"a" * 60
        begun.set()
        await turn.wait()
        yield b"a" * 20

    coming = asyncio.create_task(uploads.receive("yuki", "a", slow()))
    await begun.wait()
    await put(uploads, data=b"b" * 80)
    turn.set()
    with pytest.raises(Rejected, match="your uploads that no run has taken"):
        await coming
    assert uploads.waiting_bytes("yuki") == 80


async def test_a_client_that_goes_away_leaves_nothing(tmp_path: Path) -> None:
    uploads, begun = Uploads(tmp_path), asyncio.Event()

    async def stuck() -> AsyncIterator[bytes]:
        yield b"a"
        begun.set()
        await asyncio.Event().wait()

    coming = asyncio.create_task(uploads.receive("yuki", "a", stuck()))
    await begun.wait()
    coming.cancel()
    await asyncio.wait({coming})
    assert coming.cancelled()
    assert files(tmp_path) == []


async def test_a_file_is_not_there_before_it_is_whole(tmp_path: Path) -> None:
    uploads = Uploads(tmp_path)

    async def watched() -> AsyncIterator[bytes]:
        yield b"a"
        (folder,) = (tmp_path / "uploads" / "yuki").iterdir()
        with pytest.raises(UnknownName):
            uploads.look("yuki", folder.name)
        yield b"b"

    found = await uploads.receive("yuki", "a", watched())
    assert uploads.look("yuki", found.id).read_bytes() == b"ab"


async def test_what_belongs_to_a_run_is_not_deleted(tmp_path: Path) -> None:
    uploads = Uploads(tmp_path)
    first, second = await put(uploads), await put(uploads)
    uploads.taken("yuki", first.id)
    with pytest.raises(Rejected, match="belongs to a run") as caught:
        uploads.delete("yuki", first.id)
    assert caught.value.status == 409
    uploads.delete("yuki", second.id)
    assert [path.parent.name for path in files(tmp_path) if path.name == "資料.pdf"] == [first.id]


async def test_after_a_day_what_no_run_names_goes(tmp_path: Path) -> None:
    uploads = Uploads(tmp_path)
    old, named = await put(uploads), await put(uploads, "")
    now = uploads.look("yuki", old.id).parent.stat().st_mtime
    assert uploads.sweep({named.id}.__contains__, now=now + KEPT_S - 1) == 0
    assert uploads.sweep({named.id}.__contains__, now=now + KEPT_S + 60) == 1
    with pytest.raises(UnknownName):
        uploads.look("yuki", old.id)
    assert uploads.look("", named.id).is_file()
    assert Uploads(tmp_path / "empty").sweep(lambda _: False) == 0


async def test_a_disk_that_refuses_is_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "uploads").write_text("", encoding="utf-8")
    with pytest.raises(HomeUnusable, match="cannot be made"):
        await put(Uploads(tmp_path))

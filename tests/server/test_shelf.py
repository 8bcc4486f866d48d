from __future__ import annotations

import asyncio
import gc
import json
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import pytest

from kasen.errors import InputError, UnknownName, UsageError
from kasen.server.caller import Caller
from kasen.server.context import ServerDeps
from kasen.server.shelf import Shelf

UJI = "宇治の茶園は鎌倉時代に始まったと伝えられる。".encode()


async def sent(deps: ServerDeps, owner: str, name: str) -> str:
    async def chunks() -> AsyncIterator[bytes]:
        yield UJI

    return (await deps.uploads.receive(owner, name, chunks())).id


async def test_bases_of_one_name_are_two_bases(deps: ServerDeps) -> None:
    shelves = [Shelf(deps, Caller(owner)) for owner in ("", "yuki", "ken")]
    for shelf in shelves:
        await shelf.create("tea")
    with pytest.raises(UsageError, match="already"):
        await shelves[1].create("tea")
    await shelves[1].add("tea", [await sent(deps, "yuki", "宇治.md")], [])
    assert [(await shelf.open("tea")).totals()[0] for shelf in shelves] == [0, 1, 0]
    await shelves[1].drop("tea")
    assert [[base.name for base in await shelf.bases()] for shelf in shelves] == [["tea"], [], ["tea"]]


async def test_an_outsider_adds_what_was_sent_and_nothing_else(deps: ServerDeps, tmp_path: Path) -> None:
    (tmp_path / "own.md").write_bytes(UJI)
    yuki = Shelf(deps, Caller("yuki"))
    await yuki.create("tea")
    with pytest.raises(InputError, match="names no file that you have sent"):
        await yuki.add("tea", [], [str(tmp_path / "own.md")])
    for wrong in ("0" * 32, "..", "", await sent(deps, "ken", "a.md")):
        with pytest.raises(UnknownName):
            await yuki.add("tea", [wrong], [])
    with pytest.raises(InputError, match="no document is named"):
        await yuki.add("tea", [], [])
    assert (await yuki.open("tea")).documents() == []


async def test_of_a_shared_base_that_is_dropped_nothing_stays_here_or_where_it_was_shared(
    deps: ServerDeps, tmp_path: Path
) -> None:
    here = replace(deps, settings=deps.settings.model_copy(update={"knowledge": f"file://{tmp_path}/mount"}))
    yuki = Shelf(here, Caller("yuki"))
    await yuki.create("tea")
    await yuki.add("tea", [await sent(deps, "yuki", "宇治.md")], [])
    (document,) = (await yuki.open("tea")).documents()
    assert Path(document.path).read_bytes() == UJI
    assert len([path for path in (tmp_path / "mount").rglob("*") if path.is_file()]) > 3
    gc.collect()  # who still reads keeps the copy
    await yuki.drop("tea")
    assert not Path(document.path).parent.parent.exists()
    (left,) = [path for path in (tmp_path / "mount").rglob("*") if path.is_file()]
    assert json.loads(left.read_bytes())["files"] == []
    assert not list((deps.settings.home).rglob("catalogue.sqlite"))


@pytest.mark.parametrize("shared", [False, True])
async def test_a_base_that_is_deleted_before_the_turn_of_its_documents_keeps_none(
    shared: bool, deps: ServerDeps, tmp_path: Path
) -> None:
    knowledge = f"file://{tmp_path}/mount" if shared else ""
    here = replace(deps, settings=deps.settings.model_copy(update={"knowledge": knowledge}))
    yuki = Shelf(here, Caller("yuki"))
    await yuki.create("tea")
    upload = await sent(deps, "yuki", "宇治.md")
    async with here.adding.of("yuki"):
        adding = asyncio.create_task(yuki.add("tea", [upload], []))
        await asyncio.sleep(0.1)
        await yuki.drop("tea")
    with pytest.raises(UnknownName):
        await adding
    assert list(deps.settings.home.rglob("kb/*/files/*")) == []


async def test_a_base_that_is_deleted_while_documents_are_laid_out_keeps_none(deps: ServerDeps) -> None:
    yuki = Shelf(deps, Caller("yuki"))
    await yuki.create("tea")
    upload = await sent(deps, "yuki", "宇治.md")
    files = deps.settings.home / "owners" / "yuki" / "kb" / "tea" / "files"
    adding = asyncio.create_task(yuki.add("tea", [upload], []))
    while not list(files.glob("*.md")):
        assert not adding.done()
        await asyncio.sleep(0)
    for one in files.parent.glob("catalogue.sqlite*"):
        one.unlink()
    with pytest.raises(UnknownName):
        await adding
    assert list(deps.settings.home.rglob("kb/*/files/*")) == []


async def test_a_document_outlives_the_upload_that_brought_it(deps: ServerDeps) -> None:
    yuki = Shelf(deps, Caller("yuki"))
    await yuki.create("tea")
    mine = await sent(deps, "yuki", "宇治.md")
    await yuki.add("tea", [f"upload:{mine}"], [])
    deps.uploads.delete("yuki", mine)
    base = await yuki.open("tea")
    (document,) = base.documents()
    assert Path(document.path).read_bytes() == UJI
    with pytest.raises(UnknownName):
        await yuki.remove("tea", [str(document.id), "7"])
    assert Path(document.path).exists(), "all are there, or none is removed"
    assert await yuki.remove("tea", [str(document.id)] * 2) == 1
    assert not Path(document.path).exists()

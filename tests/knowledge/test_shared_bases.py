from __future__ import annotations

import asyncio
import os
import subprocess
import sys
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import ExitStack, asynccontextmanager, suppress
from pathlib import Path

import pytest

from kasen.errors import InputError, StoreFailed, UnknownName
from kasen.knowledge.bases import Change
from kasen.knowledge.open_library import open_library
from kasen.knowledge.prepare import prepare
from kasen.knowledge.shared_bases import SharedBases, root_of
from kasen.knowledge.shared_versions import Depot, Outrun, Version, Versions
from kasen.knowledge.store import KnowledgeBase
from kasen.knowledge.writing import Prepared
from kasen.testing.object_store import gcs_server, s3_server
from kasen.tools.objects.folder import Folder
from kasen.tools.objects.opening import opened

Machine = Callable[[str], SharedBases]


@pytest.fixture(params=["file", "gs", "s3"])
async def machine(
    request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> AsyncGenerator[Machine]:
    """`machine("a")`: the shared bases as they are seen from a machine of that name."""
    with ExitStack() as stack:
        endpoint, address = "", f"file://{tmp_path}/mount"
        if request.param != "file":
            for name in ("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"):
                monkeypatch.setenv(name, "test-key")
            monkeypatch.setenv("AWS_EC2_METADATA_DISABLED", "true")
            server = {"gs": gcs_server, "s3": s3_server}[request.param]
            endpoint, address = stack.enter_context(server()).url, f"{request.param}://bucket/kb"

        objects = opened(address, endpoint=endpoint)

        @asynccontextmanager
        async def open_depot() -> AsyncGenerator[Depot]:
            yield objects

        yield lambda name: SharedBases(tmp_path / name, root_of(address, ""), open_depot, beat_s=1.0)
        await objects.close()


def on_mount(tmp_path: Path, name: str, depot: Depot | None = None, beat_s: float = 0.05) -> SharedBases:
    @asynccontextmanager
    async def open_depot() -> AsyncGenerator[Depot]:
        yield depot or Folder()

    return SharedBases(tmp_path / name, f"file://{tmp_path}/mount", open_depot, beat_s=beat_s)


async def put_in(base: KnowledgeBase, *paths: Path) -> None:
    """As `base.add`, without a process that reads the files, which takes seconds to start."""
    await asyncio.to_thread(base._writer.write, [Prepared(str(path), prepare(str(path)), []) for path in paths])


def adding(*paths: Path) -> Change[int]:
    async def work(base: KnowledgeBase) -> int:
        await put_in(base, *paths)
        return base.totals()[0]

    return work


async def titles(bases: SharedBases, question: str, name: str = "tea") -> list[str]:
    base = await bases.open(name)
    return [hit.source.title for hit in await base.search(question)]


async def test_what_one_machine_adds_the_next_run_of_another_finds(
    machine: Machine, write: Callable[..., Path], tea: str, coffee: str
) -> None:
    a, b = machine("a"), machine("b")
    with pytest.raises(UnknownName, match="no knowledge base `tea`; there is: none"):
        await b.open("tea")
    with pytest.raises(UnknownName):
        await b.change("tea", adding(), create=False)
    assert await a.change("tea", adding(write("tea.md", tea)), create=True) == 1
    before = await b.open("tea")
    assert await titles(b, "牧之原台地") == ["tea"]
    assert await titles(b, "Arabica coffee") == []
    assert await b.change("tea", adding(write("coffee.md", coffee))) == 2
    assert await titles(a, "Arabica coffee") == ["coffee"]
    assert [hit.source.title for hit in await before.search("牧之原台地")] == ["tea"], "an open one stays as it was"
    assert before.totals()[0] == 1
    library = await open_library(Path("nowhere"), [], ["tea"], named=a)
    assert library.documents == 2
    assert await a.names() == await b.names() == ["tea"]
    await b.drop("tea")
    assert await a.names() == []
    with pytest.raises(UnknownName):
        await a.open("tea")
    assert await a.change("tea", adding(write("tea.md", tea)), create=True) == 1, "it begins anew"


async def test_writers_of_several_machines_take_turns_and_nothing_is_lost(
    machine: Machine, write: Callable[..., Path]
) -> None:
    files = [write(f"{n}.md", f"Farm number {n} grows tea of sort {n}{n} in the hills of Uji. " * 3) for n in range(4)]
    at_work = most = 0

    def counted(path: Path) -> Change[None]:
        async def work(base: KnowledgeBase) -> None:
            nonlocal at_work, most
            at_work += 1
            most = max(most, at_work)
            await put_in(base, path)
            at_work -= 1

        return work

    await asyncio.gather(*(machine(f"m{n}").change("tea", counted(f), create=True) for n, f in enumerate(files)))
    base = await machine("reader").open("tea")
    assert {Path(d.path).name for d in base.documents()} == {f"{n}.md" for n in range(4)}
    assert most == 1


async def test_a_writer_that_was_overtaken_does_its_work_again_on_what_is_new(
    tmp_path: Path, write: Callable[..., Path], tea: str, coffee: str
) -> None:
    """A lease that counted as dead, though its owner lives: the list of versions decides, not the lease."""
    a, b = on_mount(tmp_path, "a", beat_s=100), on_mount(tmp_path, "b")
    done: list[int] = []

    async def slowly(base: KnowledgeBase) -> None:
        await put_in(base, write("tea.md", tea))
        if not done:
            (tmp_path / "mount" / "leases" / "tea").unlink()
            await b.change("tea", adding(write("coffee.md", coffee)), create=True)
        done.append(base.totals()[0])

    await a.change("tea", slowly, create=True)
    assert done == [1, 2]
    assert (await b.open("tea")).totals()[0] == 2


class Failing(Folder):
    """Fails, or dies, at the n-th thing that is written."""

    def __init__(self, fail_at: int, *, dies: bool = False) -> None:
        self._left = fail_at
        self._dies = dies

    def _count(self) -> None:
        self._left -= 1
        if self._left < 0:
            if self._dies:
                os._exit(9)
            raise StoreFailed("the store is away")

    async def put(self, url: str, data: bytes, media_type: str) -> None:
        if "/leases/" not in url:
            self._count()
        await super().put(url, data, media_type)

    async def create(self, url: str, data: bytes, media_type: str) -> bool:
        if "/leases/" not in url:
            self._count()
        return await super().create(url, data, media_type)


DIES = """
import asyncio, sys
from pathlib import Path
from knowledge.test_shared_bases import Failing, adding, on_mount
place, at, file = Path(sys.argv[1]), int(sys.argv[2]), Path(sys.argv[3])
asyncio.run(on_mount(place, "dying", Failing(at, dies=True)).change("tea", adding(file)))
"""


async def test_killed_while_it_publishes_the_old_version_stays_readable_and_the_next_writer_goes_on(
    tmp_path: Path, write: Callable[..., Path], tea: str, coffee: str
) -> None:
    a = on_mount(tmp_path, "a")
    await a.change("tea", adding(write("tea.md", tea)), create=True)
    file = write("coffee.md", coffee)
    line = [sys.executable, "-c", DIES, str(tmp_path), "3", str(file)]
    here = {"PYTHONPATH": str(Path(__file__).parents[1])}
    died = await asyncio.to_thread(subprocess.run, line, capture_output=True, text=True, check=False, env=here)
    assert died.returncode == 9, died.stderr
    assert await titles(on_mount(tmp_path, "new"), "牧之原台地") == ["tea"]
    assert (await a.open("tea")).totals()[0] == 1
    assert (tmp_path / "mount" / "leases" / "tea").exists(), "the dead one left its lease"
    assert await a.change("tea", adding(file)) == 2
    used = {kept.place for back in range(3) for kept in (await _version(tmp_path, back)).files}
    sent = tmp_path / "mount" / "files" / "tea"
    assert {str(path.relative_to(sent)) for path in sent.rglob("*") if path.is_file()} == used


async def _version(tmp_path: Path, back: int) -> Version:
    lists = sorted((tmp_path / "mount" / "versions" / "tea").iterdir(), reverse=True)
    return Version.model_validate_json(lists[back].read_text("utf-8")) if back < len(lists) else Version()


async def test_a_store_that_fails_while_it_is_published_leaves_the_old_version(
    tmp_path: Path, write: Callable[..., Path], tea: str, coffee: str
) -> None:
    a = on_mount(tmp_path, "a")
    await a.change("tea", adding(write("tea.md", tea)), create=True)
    with pytest.raises(StoreFailed, match="away"):
        await on_mount(tmp_path, "b", Failing(2)).change("tea", adding(write("coffee.md", coffee)))
    assert (await a.open("tea")).totals()[0] == 1
    assert not (tmp_path / "mount" / "leases" / "tea").exists()


async def test_only_what_changed_is_sent_and_fetched(
    tmp_path: Path, write: Callable[..., Path], tea: str, coffee: str
) -> None:
    a = on_mount(tmp_path, "a")
    await a.change("tea", adding(write("tea.md", tea)), create=True)
    first = await _version(tmp_path, 0)
    await a.change("tea", adding(write("coffee.md", coffee)))
    second = await _version(tmp_path, 0)
    same = {one.place for one in first.files} & {one.place for one in second.files}
    assert same
    assert all(place.partition("/")[2].startswith("index/") for place in same)
    await a.open("tea")
    gone = [tmp_path / "mount/files/tea" / place for place in same]
    for path in gone:
        path.write_bytes(b"")  # nobody who has the version before asks for it again
    await (await on_mount(tmp_path, "a").open("tea")).search("Arabica")
    with pytest.raises(StoreFailed, match="not what was published"):
        await on_mount(tmp_path, "b").open("tea")


async def test_versions_that_nobody_reads_leave_the_machine(
    tmp_path: Path, write: Callable[..., Path], tea: str, coffee: str
) -> None:
    a = on_mount(tmp_path, "a")
    await a.change("tea", adding(write("tea.md", tea)), create=True)
    reader = await a.open("tea")
    await a.change("tea", adding(write("coffee.md", coffee)))
    await a.open("tea")
    folders = sorted(p.name for p in (tmp_path / "a" / "tea").iterdir() if p.is_dir())
    assert folders == ["00000001", "00000002"]
    assert await reader.search("牧之原台地")
    del reader
    async with asyncio.timeout(30):
        while folders == ["00000001", "00000002"]:  # the thread that searched lets go of it a moment later
            await asyncio.sleep(0.01)
            await a.open("tea")
            folders = sorted(p.name for p in (tmp_path / "a" / "tea").iterdir() if p.is_dir())
    assert sorted(p.name for p in (tmp_path / "a" / "tea").iterdir()) == ["00000002", "00000002.lock"]


async def test_of_a_base_that_is_dropped_no_document_stays_anywhere(
    tmp_path: Path, write: Callable[..., Path], tea: str, coffee: str
) -> None:
    a, b = on_mount(tmp_path, "a"), on_mount(tmp_path, "b")
    await a.change("tea", adding(write("tea.md", tea)), create=True)
    await a.change("coffee", adding(write("coffee.md", coffee)), create=True)
    await a.change("tea", adding(write("coffee.md", coffee)))
    for machine in (a, b):
        await machine.open("tea")
        await machine.open("coffee")
    sent, versions = tmp_path / "mount" / "files" / "tea", tmp_path / "mount" / "versions" / "tea"
    assert list(sent.rglob("*.sqlite"))
    await a.drop("tea")
    assert [path for path in sent.rglob("*") if path.is_file()] == []
    assert [path.name for path in versions.iterdir()] == ["00000003.json"]
    assert list((tmp_path / "a" / "tea").iterdir()) == []
    assert list((tmp_path / "b" / "tea").rglob("*.sqlite"))
    assert await b.names() == ["coffee"]
    assert list((tmp_path / "b" / "tea").iterdir()) == []
    assert list((tmp_path / "b" / "coffee").rglob("*.sqlite")), "and nothing else goes"
    with pytest.raises(Outrun):
        await Versions(Folder(), f"file://{tmp_path}/mount", "tea").publish(Version(number=2), {})  # a late writer
    assert await a.names() == ["coffee"]


async def test_what_a_failing_store_left_of_a_dropped_base_goes_when_it_is_dropped_again(
    tmp_path: Path, write: Callable[..., Path], tea: str
) -> None:
    class Stuck(Folder):
        async def drop(self, url: str) -> None:
            if "/files/" in url:
                raise StoreFailed("the store is away")
            await super().drop(url)

    a = on_mount(tmp_path, "a")
    await a.change("tea", adding(write("tea.md", tea)), create=True)
    with pytest.raises(StoreFailed, match="away"):
        await on_mount(tmp_path, "b", Stuck()).drop("tea")
    assert list((tmp_path / "mount" / "files").rglob("*.sqlite"))
    with pytest.raises(UnknownName):
        await a.drop("tea")
    assert not list((tmp_path / "mount" / "files").rglob("*.sqlite"))


class Overtaken(Folder):
    """Others are quicker, a few times: they publish in the moment in which a file of this name is asked for."""

    def __init__(self, part: str, publish: Callable[[], Awaitable[object]], *, times: int = 2) -> None:
        self._part = part
        self._publish = publish
        self.times = times

    async def get(self, url: str) -> bytes:
        if self._part in url and self.times:
            self.times -= 1
            for _ in range(4):
                await self._publish()
        return await super().get(url)


@pytest.mark.parametrize("part", ["/catalogue.sqlite", "/versions/tea"])
async def test_a_reader_that_is_overtaken_by_many_versions_reads_the_newest(
    part: str, tmp_path: Path, write: Callable[..., Path], tea: str
) -> None:
    a = on_mount(tmp_path, "a")
    await a.change("tea", adding(write("tea.md", tea)), create=True)
    mine = Versions(Folder(), f"file://{tmp_path}/mount", "tea")
    await a.open("tea")

    async def publish() -> None:
        before = await mine.newest()
        folder = tmp_path / "a" / "tea" / "00000001" / "kb" / "tea"
        files = {one.path: folder / one.path for one in before.files}
        await mine.publish(Version(number=before.number), files)  # as if all of it were new
        await mine.sweep()

    slow = Overtaken(part, publish)
    base = await on_mount(tmp_path, "b", slow).open("tea")
    assert base.totals()[0] == 1
    assert slow.times == 0
    assert not list((tmp_path / "b" / "tea").glob(".part-*"))
    assert await on_mount(tmp_path, "c", Overtaken(part, publish)).names() == ["tea"]


async def test_a_base_that_is_dropped_while_it_is_fetched_is_not_there(
    tmp_path: Path, write: Callable[..., Path], tea: str
) -> None:
    a = on_mount(tmp_path, "a")
    await a.change("tea", adding(write("tea.md", tea)), create=True)

    async def drop() -> None:
        with suppress(UnknownName):
            await a.drop("tea")

    with pytest.raises(UnknownName):
        await on_mount(tmp_path, "b", Overtaken("/files/tea", drop, times=1)).open("tea")


async def test_a_copy_that_a_power_cut_left_half_written_is_fetched_again(
    tmp_path: Path, write: Callable[..., Path], tea: str, coffee: str
) -> None:
    a = on_mount(tmp_path, "a")
    await a.change("tea", adding(write("tea.md", tea)), create=True)
    for cut in (b"", b'{"number": 1, "fil'):
        await a.open("tea")
        (tmp_path / "a" / "tea" / "00000001" / "version.json").write_bytes(cut)
        assert (await a.open("tea")).totals()[0] == 1
        await a.change("coffee", adding(write("coffee.md", coffee)), create=True)
        assert await titles(a, "牧之原台地") == ["tea"]
    (tmp_path / "a" / "tea" / "00000001" / "version.json").write_bytes(b"")
    await a.change("tea", adding(write("coffee.md", coffee)))
    assert (await a.open("tea")).totals()[0] == 2


async def test_a_name_leads_nowhere_else(tmp_path: Path) -> None:
    for name in ("../x", "a/b", ""):
        with pytest.raises(InputError):
            await on_mount(tmp_path, "a").open(name)
    assert root_of("s3://b", "mio") != root_of("s3://b", "")

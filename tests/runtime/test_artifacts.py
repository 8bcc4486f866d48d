from __future__ import annotations

import asyncio
import os
import resource
import signal
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import pytest

from kasen.errors import Fenced, InternalError, StoreFailed, UnknownName
from kasen.runtime.artifacts import KeptArtifacts, RunArtifacts, artifact_path, artifacts, stays_here, wipe
from kasen.runtime.attempt import Attempt
from kasen.runtime.places import Places
from kasen.runtime.rows import Options
from kasen.runtime.store import Store
from kasen.settings import Redactor
from kasen.testing.object_store import FakeStore, gcs_server, s3_server
from kasen.tools.objects.model import place_of
from kasen.tools.objects.opening import opened


@pytest.fixture
async def attempt(store: Store) -> Attempt:
    row = await store.create(team="echo", mode="echo", title="t", lang="en", request={}, options=Options())
    return Attempt(store, row.id, await store.claim(row.id))


@pytest.fixture
def small_files() -> Iterator[int]:
    """No file may grow beyond 4 MB: writing past that fails as on a full disk."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    before = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (4 << 20, hard))
    yield 4 << 20
    resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    signal.signal(signal.SIGXFSZ, before)


def files(attempt: Attempt) -> dict[str, bytes]:
    folder = attempt.store.folder(attempt.run_id) / "artifacts"
    return {path.name: path.read_bytes() for path in folder.iterdir()} if folder.exists() else {}


async def test_each_change_is_a_version_and_nothing_is_overwritten(attempt: Attempt) -> None:
    written = RunArtifacts(attempt)
    numbers = [await written.write("report.md", text, "text/markdown") for text in (b"one", b"two", b"two", b"one")]
    assert numbers == [1, 2, 2, 3]
    assert files(attempt) == {"report.md": b"one", "report.v2.md": b"two", "report.v3.md": b"one"}
    rows = await artifacts(attempt.store, attempt.run_id)
    assert [(row.name, row.version, row.size) for row in rows] == [("report.md", n, 3) for n in (1, 2, 3)]
    for row in rows:
        assert artifact_path(attempt.store, attempt.run_id, row.name, row.version).exists()
    events = [event for event in await attempt.store.events(attempt.run_id) if event.type == "artifact"]
    assert [event.version for event in events] == [1, 2, 3]


async def test_after_a_restart_the_same_bytes_are_still_the_same_version(attempt: Attempt) -> None:
    await RunArtifacts(attempt).write("a.md", b"one", "text/markdown")
    later = Attempt(attempt.store, attempt.run_id, await attempt.store.claim(attempt.run_id))
    assert await RunArtifacts(later).write("a.md", b"one", "text/markdown") == 1
    assert await RunArtifacts(later).write("a.md", b"two", "text/markdown") == 2


async def test_written_at_once_versions_are_counted_one_by_one(attempt: Attempt) -> None:
    written = RunArtifacts(attempt)
    numbers = await asyncio.gather(*(written.write("a.md", b"%d" % n, "text/plain") for n in range(12)))
    assert sorted(numbers) == list(range(1, 13))
    assert len(files(attempt)) == 12


@pytest.mark.parametrize("name", ["レポート.md", "a-b_c.tar.gz", "noending", "v2.md", "version.md"])
async def test_plain_names_of_any_script_are_taken(attempt: Attempt, name: str) -> None:
    assert await RunArtifacts(attempt).write(name, b"", "application/octet-stream") == 1
    assert await RunArtifacts(attempt).write(name, b"x", "application/octet-stream") == 2
    assert len(files(attempt)) == 2


@pytest.mark.parametrize(
    "name",
    [
        *("", ".", "..", "../a", "a/b", "/etc/passwd", ".hidden", "a\\b", "a\0b", "a b", "a\nb", "~a", "$(a)"),
        *("report.v2.md", "report.v2", "あ" * 100, "a" * 300),
    ],
)
async def test_hostile_names_and_names_that_read_like_a_version_are_refused(attempt: Attempt, name: str) -> None:
    with pytest.raises(InternalError, match="is not a name for an artifact"):
        await RunArtifacts(attempt).write(name, b"x", "text/plain")
    assert files(attempt) == {}
    assert await artifacts(attempt.store, attempt.run_id) == []


async def test_when_the_disk_is_full_nothing_half_written_stays(attempt: Attempt, small_files: int) -> None:
    written = RunArtifacts(attempt)
    await written.write("small.bin", b"x", "application/octet-stream")
    with pytest.raises(StoreFailed, match="could not be written: File too large") as error:
        await written.write("big.bin", os.urandom(small_files + 1), "application/octet-stream")
    assert "Free some space" in error.value.hint
    assert files(attempt) == {"small.bin": b"x"}
    assert [row.name for row in await artifacts(attempt.store, attempt.run_id)] == ["small.bin"]


async def test_a_file_that_a_crash_left_without_a_row_is_simply_written_again(attempt: Attempt) -> None:
    path = artifact_path(attempt.store, attempt.run_id, "a.md", 1)
    path.parent.mkdir(parents=True)
    path.write_bytes(b"left over")
    Path(f"{path.parent}/.a.md.1.part").write_bytes(b"half")
    assert await RunArtifacts(attempt).write("a.md", b"whole", "text/markdown") == 1
    assert files(attempt) == {"a.md": b"whole"}


async def test_secrets_are_taken_out_of_text_and_other_bytes_stay(home: Path) -> None:
    key = "sk-test-0123456789"
    async with Store(home, redact=Redactor([key])) as store:
        row = await store.create(team="echo", mode="echo", title="t", lang="en", request={}, options=Options())
        attempt = Attempt(store, row.id, await store.claim(row.id))
        made = RunArtifacts(attempt)
        picture = b"\x89PNG\xff" + key.encode()
        assert await made.write("report.md", f"鍵は{key}".encode(), "text/markdown") == 1
        assert await made.write("report.md", "鍵は[redacted]".encode(), "text/markdown") == 1, "the same bytes again"
        await made.write("rows.jsonl", b'{"key": "' + key.encode() + b'"}\n', "application/jsonl")
        await made.write("page.png", picture, "image/png")
        assert files(attempt) == {
            "report.md": "鍵は[redacted]".encode(),
            "rows.jsonl": b'{"key": "[redacted]"}\n',
            "page.png": picture,
        }


async def test_what_was_written_is_read_again_by_version_and_after_a_restart(attempt: Attempt) -> None:
    written = RunArtifacts(attempt)
    for data in (b"one", b"\x89PNG\x00two", b"three"):
        await written.write("レポート.md", data, "text/markdown")
    later = RunArtifacts(Attempt(attempt.store, attempt.run_id, await attempt.store.claim(attempt.run_id)))
    for one in (written, later):
        assert [await one.read("レポート.md", n) for n in (0, 1, 2, 3)] == [
            b"three",
            b"one",
            b"\x89PNG\x00two",
            b"three",
        ]


async def test_what_was_never_written_is_named_and_a_lost_file_is_an_error(attempt: Attempt) -> None:
    written = RunArtifacts(attempt)
    await written.write("a.md", b"one", "text/markdown")
    for name, version in (("b.md", 0), ("a.md", 2), ("a.md", -1), ("../a.md", 0), ("", 0)):
        with pytest.raises(UnknownName, match="this run has no"):
            await written.read(name, version)
    artifact_path(attempt.store, attempt.run_id, "a.md", 1).unlink()
    with pytest.raises(StoreFailed, match="could not be read"):
        await written.read("a.md")


async def test_what_another_run_made_can_be_read_and_not_written(attempt: Attempt) -> None:
    own = RunArtifacts(attempt)
    await own.write("_read.json", b"{}", "application/json")
    await own.write("_read.json", b"[]", "application/json")
    kept = KeptArtifacts(attempt.store, attempt.run_id)
    assert (await kept.read("_read.json"), await kept.read("_read.json", 1)) == (b"[]", b"{}")
    with pytest.raises(UnknownName, match=r"no artifact `other\.json`"):
        await kept.read("other.json")
    with pytest.raises(UnknownName):
        await KeptArtifacts(attempt.store, "01NOBODY").read("_read.json")
    with pytest.raises(InternalError, match=attempt.run_id):
        await kept.write("_read.json", b"x", "application/json")
    assert await own.read("_read.json") == b"[]"


# At an address


class Away:
    """A store of artifacts elsewhere: its address, and what a test sees of it."""

    def __init__(self, root: str, places: Places, server: FakeStore | None) -> None:
        self.root = root
        self.places = places
        self.server = server

    def files(self) -> dict[str, bytes]:
        """Everything that is kept, by its place below the root."""
        if self.server is not None:
            return {name.removeprefix("bucket/runs/"): data for name, data in self.server.files.items()}
        folder = Path(place_of(self.root))
        return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@pytest.fixture(params=["file", "gs", "s3"])
def away(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Away]:
    for name in ("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"):
        monkeypatch.setenv(name, "test-key")
    if request.param == "file":
        yield Away(f"file://{tmp_path}/away", Places(f"file://{tmp_path}/away"), None)
        return
    with (gcs_server if request.param == "gs" else s3_server)() as server:
        root = f"{request.param}://bucket/runs"
        yield Away(root, Places(root, lambda url: opened(url, endpoint=server.url)), server)


@pytest.fixture
async def far(home: Path, away: Away) -> AsyncIterator[Attempt]:
    """An attempt at a run whose artifacts are kept elsewhere."""
    async with Store(home, places=away.places, redact=Redactor(["sk-test-0123456789"])) as store:
        yield await attempt_of(store)


async def attempt_of(store: Store, **options: Any) -> Attempt:
    options_ = Options(**options)
    row = await store.create(team="echo", mode="echo", title="t", lang="en", request={}, options=options_)
    return Attempt(store, row.id, await store.claim(row.id))


async def test_versions_elsewhere_are_those_of_a_folder(far: Attempt, away: Away) -> None:
    written = RunArtifacts(far)
    texts = ("one", "two", "two", "one", "key sk-test-0123456789")
    numbers = [await written.write("レポート.md", text.encode(), "text/markdown") for text in texts]
    assert numbers == [1, 2, 2, 3, 4]
    run = far.run_id
    assert away.files() == {
        f"{run}/1/レポート.md": b"one",
        f"{run}/1/レポート.v2.md": b"two",
        f"{run}/1/レポート.v3.md": b"one",
        f"{run}/1/レポート.v4.md": b"key [redacted]",
    }
    assert [await written.read("レポート.md", n) for n in (0, 1, 3)] == [b"key [redacted]", b"one", b"one"]
    assert not (far.store.folder(run) / "artifacts").exists()
    later = RunArtifacts(Attempt(far.store, run, await far.store.claim(run)))
    assert await later.write("レポート.md", b"key [redacted]", "text/markdown") == 4
    assert await later.write("レポート.md", b"", "text/markdown") == 5
    assert f"{run}/2/レポート.v5.md" in away.files()
    with pytest.raises(UnknownName):
        await later.read("other.md")
    numbers = await asyncio.gather(*(later.write("a.md", b"%d" % n, "text/plain") for n in range(6)))
    assert sorted(numbers) == [1, 2, 3, 4, 5, 6]


async def test_a_late_writer_replaces_nothing_elsewhere(far: Attempt, away: Away) -> None:
    current = Attempt(far.store, far.run_id, await far.store.claim(far.run_id))
    await RunArtifacts(current).write("a.md", b"mine", "text/markdown")
    with pytest.raises(Fenced):
        await RunArtifacts(far).write("a.md", b"late", "text/markdown")
    with pytest.raises(Fenced):
        await RunArtifacts(far).write("b.md", b"late", "text/markdown")
    assert away.files() == {f"{far.run_id}/2/a.md": b"mine"}
    assert await RunArtifacts(current).read("a.md") == b"mine"


async def test_a_store_that_fails_leaves_no_row_and_the_run_goes_on_when_it_is_back(far: Attempt, away: Away) -> None:
    if away.server is None:  # a folder has no server that fails; see `tests/tools/objects/test_folder.py`
        return
    away.server.fail = [403]
    with pytest.raises(StoreFailed, match="could not be written"):
        await RunArtifacts(far).write("a.md", b"one", "text/markdown")
    assert await artifacts(far.store, far.run_id) == []
    assert await RunArtifacts(far).write("a.md", b"one", "text/markdown") == 1


async def test_what_a_crash_left_elsewhere_is_never_read_and_goes_with_the_run(far: Attempt, away: Away) -> None:
    url = f"{away.root}/{far.run_id}/1/a.md"
    await away.places.put(url, b"left over", "text/markdown")
    await wipe(far.store, await far.store.run(far.run_id))
    assert away.files() == {}, "though no row names it"
    await away.places.put(url, b"left over", "text/markdown")
    later = Attempt(far.store, far.run_id, await far.store.claim(far.run_id))
    assert await RunArtifacts(later).write("a.md", b"whole", "text/markdown") == 1
    assert await RunArtifacts(later).read("a.md") == b"whole"
    other = await attempt_of(far.store)
    await RunArtifacts(other).write("a.md", b"stays", "text/markdown")
    assert len(away.files()) == 3
    await wipe(far.store, await far.store.run(far.run_id))
    assert away.files() == {f"{other.run_id}/1/a.md": b"stays"}


async def test_what_was_changed_elsewhere_is_an_error_and_not_read(far: Attempt, away: Away) -> None:
    await RunArtifacts(far).write("a.md", b"one", "text/markdown")
    await away.places.put(f"{away.root}/{far.run_id}/1/a.md", b"other", "text/markdown")
    with pytest.raises(StoreFailed, match="is not what was stored there"):
        await RunArtifacts(far).read("a.md")
    await away.places.drop(f"{away.root}/{far.run_id}/1/a.md")
    with pytest.raises(StoreFailed, match="could not be read"):
        await RunArtifacts(far).read("a.md")


async def test_what_was_written_before_the_setting_changed_is_still_read(home: Path, far: Attempt, away: Away) -> None:
    await RunArtifacts(far).write("a.md", b"far", "text/markdown")
    away.places.root = ""
    await RunArtifacts(far).write("a.md", b"near", "text/markdown")
    kept = KeptArtifacts(far.store, far.run_id)
    assert [await kept.read("a.md", n) for n in (1, 2)] == [b"far", b"near"]
    assert files(far) == {"a.v2.md": b"near"}
    await wipe(far.store, await far.store.run(far.run_id))
    assert away.files() == {}


@pytest.mark.parametrize("options", [{"local_only": True}, {"replay_of": "01"}])
async def test_a_run_that_sends_nothing_keeps_its_files_here(far: Attempt, away: Away, options: dict[str, Any]) -> None:
    attempt = await attempt_of(far.store, **options)
    row = await far.store.run(attempt.run_id)
    await RunArtifacts(attempt, here=stays_here(row.options)).write("a.md", b"x", "text/markdown")
    await wipe(far.store, row)
    assert away.files() == {}
    assert away.server is None or away.server.calls == []
    assert files(attempt) == {"a.md": b"x"}

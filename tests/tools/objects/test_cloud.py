from __future__ import annotations

import os
import threading
from collections.abc import AsyncIterator, Iterator

import pytest

from kasen.errors import StoreFailed
from kasen.testing.object_store import FakeStore, gcs_server, s3_server
from kasen.tools.objects.cloud import Cloud
from kasen.tools.objects.opening import opened

SERVERS = {"gs": gcs_server, "s3": s3_server}


@pytest.fixture(params=["gs", "s3"])
def scheme(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    for name in ("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"):
        monkeypatch.setenv(name, "test-key")
    monkeypatch.setenv("AWS_EC2_METADATA_DISABLED", "true")
    return str(request.param)


@pytest.fixture
def store(scheme: str) -> Iterator[FakeStore]:
    with SERVERS[scheme]() as store:
        yield store


@pytest.fixture
async def cloud(scheme: str, store: FakeStore) -> AsyncIterator[Cloud]:
    cloud = opened(f"{scheme}://b/p", endpoint=store.url)
    assert isinstance(cloud, Cloud)
    yield cloud
    await cloud.close()


@pytest.mark.parametrize("data", [b"", b"abc", b"q\n--==0==\nx--==0==--", bytes(range(256)) * 40])
async def test_what_is_put_is_got_again_whatever_it_is(
    cloud: Cloud, store: FakeStore, scheme: str, data: bytes
) -> None:
    url = f"{scheme}://b/p/R/1/レポート.v2.md"
    await cloud.put(url, data, "text/markdown")
    assert await cloud.get(url) == data
    assert store.files == {"b/p/R/1/レポート.v2.md": data}
    assert store.types == {"b/p/R/1/レポート.v2.md": "text/markdown"}


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore:Sending a large body:ResourceWarning")
async def test_a_large_file_goes_in_pieces(cloud: Cloud, store: FakeStore, scheme: str) -> None:
    data = os.urandom(1 << 20) * 101
    await cloud.put(f"{scheme}://b/p/large.bin", data, "application/octet-stream")
    assert store.files["b/p/large.bin"] == data
    assert len(store.calls) >= 4
    assert await cloud.get(f"{scheme}://b/p/large.bin") == data


async def test_files_below_a_folder_are_found_over_several_pages_and_dropped_once(
    cloud: Cloud, store: FakeStore, scheme: str
) -> None:
    store.page = 2
    for name in ("R/1/a.md", "R/1/b.md", "R/2/a.md", "R2/1/a.md", "R/3/x.bin"):
        store.keep("b", f"p/{name}", b"x", "text/plain")
    found = await cloud.found(f"{scheme}://b/p/R")
    assert found == [f"{scheme}://b/p/R/{name}" for name in ("1/a.md", "1/b.md", "2/a.md", "3/x.bin")]
    assert await cloud.found(f"{scheme}://b/p/none") == []
    for _ in range(2):
        await cloud.drop(found[0])
    assert await cloud.found(f"{scheme}://b/p/R") == found[1:]


async def test_what_is_not_there_is_a_sentence(cloud: Cloud, scheme: str) -> None:
    with pytest.raises(StoreFailed, match=r"`\w+://b/p/none.md` could not be read: it is not there"):
        await cloud.get(f"{scheme}://b/p/none.md")


async def test_a_request_that_fails_once_is_made_again(cloud: Cloud, store: FakeStore, scheme: str) -> None:
    store.fail = [503]
    await cloud.put(f"{scheme}://b/p/a.md", b"x", "text/markdown")
    assert len(store.calls) == 2


async def test_who_may_not_write_is_told_how_to_log_in(cloud: Cloud, store: FakeStore, scheme: str) -> None:
    store.fail = [403]
    with pytest.raises(StoreFailed, match=r"could not be written: .*403") as error:
        await cloud.put(f"{scheme}://b/p/a.md", b"x", "text/markdown")
    assert ("gcloud auth" if scheme == "gs" else "AWS_ACCESS_KEY_ID") in error.value.hint
    assert "test-key" not in str(error.value)
    assert store.files == {}


@pytest.mark.parametrize("how", ["down", "hangs", "gone"])
async def test_a_store_that_gives_no_answer_in_time_is_a_sentence(scheme: str, how: str) -> None:
    with SERVERS[scheme]() as store:
        inner = opened(f"{scheme}://b/p", endpoint="http://127.0.0.1:9" if how == "gone" else store.url)
        assert isinstance(inner, Cloud)
        cloud = Cloud(inner._make, patience_s=0.5)
        store.down = how == "down"
        store.hang = threading.Event() if how == "hangs" else None
        with pytest.raises(StoreFailed, match="could not be written: ") as error:
            await cloud.put(f"{scheme}://b/p/a.md", b"x", "text/markdown")
        assert "`artifacts` or `knowledge`" in error.value.hint
        await cloud.close()


async def test_what_cannot_be_opened_is_a_sentence() -> None:
    def make() -> None:
        raise ValueError("no project")

    with pytest.raises(StoreFailed, match="`gs://b/a` could not be read: no project"):
        await Cloud(make).get("gs://b/a")  # type: ignore[arg-type]


async def test_it_is_opened_once_and_can_be_closed_unopened(cloud: Cloud, store: FakeStore, scheme: str) -> None:
    await Cloud(cloud._make).close()
    store.keep("b", "p/a.md", b"x", "text/plain")
    assert [await cloud.get(f"{scheme}://b/p/a.md") for _ in range(2)] == [b"x", b"x"]


async def test_of_two_who_create_the_same_one_does(cloud: Cloud, store: FakeStore, scheme: str) -> None:
    url = f"{scheme}://b/p/versions/1.json"
    assert await cloud.create(url, b"first", "application/json")
    assert not await cloud.create(url, b"second", "application/json")
    assert await cloud.create(url, b"first", "application/json"), "an upload that was sent twice"
    assert store.files == {"b/p/versions/1.json": b"first"}
    await cloud.put(url, b"third", "application/json")
    assert store.files == {"b/p/versions/1.json": b"third"}

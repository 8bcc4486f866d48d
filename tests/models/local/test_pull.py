from __future__ import annotations

import asyncio
import hashlib
import json
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from kasen.errors import ConfigurationError, InputError, Refused, Retryable, UnknownName, UsageError
from kasen.models.local.hub import Hub, HubFile
from kasen.models.local.pull import Part, Pull, Pulled, Wanted, chosen, wanted
from models.loopback_hub import FILE, REPO, LoopbackHub, content, serving

NAME = f"{REPO}/{FILE}"


@pytest.fixture
async def hub() -> AsyncIterator[LoopbackHub]:
    async with serving(LoopbackHub(files={FILE: content()})) as running:
        yield running


@pytest.fixture
def waits() -> list[float]:
    return []


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "models"


def puller(hub: LoopbackHub, folder: Path, waits: list[float], **more: Any) -> Pull:
    async def sleep(seconds: float) -> None:
        waits.append(seconds)

    return Pull(hub=Hub(url=hub.url), folder=folder, sleep=sleep, **more)


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


# --- names ------------------------------------------------------------------------------------------------------------


def test_a_name_is_a_recommended_model_or_a_file_of_the_hub() -> None:
    assert wanted("qwen3-8b") == Wanted("Qwen/Qwen3-8B-GGUF", "Qwen3-8B-Q4_K_M.gguf")
    assert wanted("a/b-GGUF/sub/c.gguf") == Wanted("a/b-GGUF", "sub/c.gguf")
    assert wanted("a/b-GGUF") == Wanted("a/b-GGUF", "")


@pytest.mark.parametrize("name", ["qwen", "../..", "a/../b", "a b/c/d", "/etc/passwd", "https://x/y", "茶/茶", ""])
def test_anything_else_lists_the_recommended_ones(name: str) -> None:
    with pytest.raises(UnknownName, match="qwen3-4b"):
        wanted(name)


def listed(*paths: str, sha256: str = "0" * 64) -> list[HubFile]:
    return [HubFile(path, 10, sha256) for path in ("README.md", *paths)]


def test_the_one_file_that_matches_is_chosen() -> None:
    files = listed("Tea-Q4_K_M.gguf", "Tea-Q8_0.gguf", "mmproj-Tea.gguf")
    assert chosen(files, Wanted("r", "*q4_k_m.gguf")).path == "Tea-Q4_K_M.gguf"
    assert chosen(listed("one.gguf", "mmproj-one.gguf"), Wanted("r", "")).path == "one.gguf"


def test_no_match_and_more_than_one_list_what_there_is() -> None:
    files = listed("a.gguf", "b.gguf", "c-00001-of-00002.gguf")
    for file, words in (("", "more than one file"), ("x.gguf", "no file `x.gguf`"), ("?.gguf", "more than one")):
        with pytest.raises(UnknownName, match=words) as failure:
            chosen(files, Wanted("r", file))
        assert "there is: a.gguf, b.gguf" in str(failure.value)
    with pytest.raises(UnknownName, match="holds no GGUF file"):
        chosen(listed(), Wanted("r", "x.gguf"))


def test_a_model_in_parts_and_a_file_without_checksum_are_refused() -> None:
    with pytest.raises(Refused, match="one of 2 parts"):
        chosen(listed("c-00001-of-00002.gguf"), Wanted("r", "c*"))
    assert chosen(listed("c-00001-of-00001.gguf"), Wanted("r", "c*"))
    with pytest.raises(Refused, match="gives no checksum"):
        chosen(listed("c.gguf", sha256=""), Wanted("r", "c.gguf"))


@pytest.mark.parametrize(
    "name",
    ["a\0.gguf", "\ud800.gguf", "\x1b[31mtea.gguf", "tea\n.gguf", ".gguf", "..gguf", "..\\tea.gguf", "茶\u202e.gguf"],
)
def test_a_name_that_does_harm_where_it_is_shown_or_written_is_no_model(name: str) -> None:
    with pytest.raises(UnknownName, match="holds no GGUF file"):
        chosen(listed(name), Wanted("r", ""))


def test_a_path_leads_into_no_other_folder_and_names_of_other_languages_are_taken() -> None:
    assert chosen(listed("../../茶 (Q4_K_M).gguf"), Wanted("r", "")).path == "../../茶 (Q4_K_M).gguf"


@pytest.mark.parametrize("size", [0, -5])
def test_a_file_of_no_bytes_is_no_model(size: int) -> None:
    with pytest.raises(UnknownName, match="holds no GGUF file"):
        chosen([HubFile("tea.gguf", size, "0" * 64)], Wanted("r", ""))


# --- fetching ---------------------------------------------------------------------------------------------------------


async def test_a_file_is_fetched_whole_and_shown_as_it_comes(
    hub: LoopbackHub, folder: Path, waits: list[float]
) -> None:
    steps: list[tuple[int, int]] = []
    done = await puller(hub, folder, waits, on_progress=lambda *step: steps.append(step))(NAME)
    assert done == Pulled(folder / FILE, False)
    assert done.path.read_bytes() == content()
    assert names(folder) == [FILE]
    assert steps[0] == (0, len(content()))
    assert steps[-1] == (len(content()), len(content()))
    assert waits == []
    assert all(one.headers["accept-encoding"] == "identity" for one in hub.seen)


async def test_what_is_there_is_checked_and_not_fetched_again(
    hub: LoopbackHub, folder: Path, waits: list[float]
) -> None:
    pull = puller(hub, folder, waits)
    await pull(NAME)
    assert await pull(NAME) == Pulled(folder / FILE, True)
    assert len(hub.ranges) == 1


@pytest.mark.parametrize("own", [b"GGUF mine", content(seed=9)])
async def test_another_file_of_the_same_name_is_left_alone(
    hub: LoopbackHub, folder: Path, waits: list[float], own: bytes
) -> None:
    folder.mkdir()
    (folder / FILE).write_bytes(own)
    with pytest.raises(InputError, match="not what the hub has now"):
        await puller(hub, folder, waits)(NAME)
    assert (folder / FILE).read_bytes() == own
    assert names(folder) == [FILE]


async def test_a_content_network_is_followed(folder: Path, waits: list[float]) -> None:
    files = {FILE: content()}
    async with (
        serving(LoopbackHub(files=files, faults=["drop"])) as cdn,
        serving(LoopbackHub(files=files, redirect=cdn.url)) as hub,
    ):
        await puller(hub, folder, waits)(NAME)
    assert (folder / FILE).read_bytes() == content()
    assert cdn.ranges == ["", "bytes=50000-"]
    assert len(hub.ranges) == 2, "a signed address is asked for anew"


async def test_a_dropped_connection_goes_on_where_it_broke(hub: LoopbackHub, folder: Path, waits: list[float]) -> None:
    hub.faults = ["drop"]
    await puller(hub, folder, waits)(NAME)
    assert hub.ranges == ["", "bytes=50000-"]
    assert hub.seen[-1].headers["if-range"] == '"one"'
    assert waits == [1.0]
    assert (folder / FILE).read_bytes() == content()


async def test_a_hub_that_wants_a_pause_gets_it(hub: LoopbackHub, folder: Path, waits: list[float]) -> None:
    hub.faults = ["429", "503"]
    await puller(hub, folder, waits)(NAME)
    assert waits == [7.0, 7.0]


async def test_what_keeps_breaking_is_given_up_and_the_next_run_goes_on(
    hub: LoopbackHub, folder: Path, waits: list[float]
) -> None:
    hub.faults = ["drop", "500", "500", "500", "500"]
    with pytest.raises(Retryable, match="could not be fetched") as failure:
        await puller(hub, folder, waits)(NAME)
    assert "goes on from 50%" in failure.value.hint
    assert names(folder) == [f"{FILE}.part", f"{FILE}.part.json"]
    await puller(hub, folder, waits)(NAME)
    assert hub.ranges[-1] == "bytes=50000-"
    assert (folder / FILE).read_bytes() == content()
    assert names(folder) == [FILE]


@pytest.mark.parametrize("fault", ["whole", "odd range"])
async def test_a_hub_that_will_not_go_on_begins_anew(
    hub: LoopbackHub, folder: Path, waits: list[float], fault: str
) -> None:
    hub.faults = ["drop", fault]
    await puller(hub, folder, waits)(NAME)
    assert (folder / FILE).read_bytes() == content()


async def test_a_file_that_changed_between_two_runs_is_begun_anew(
    hub: LoopbackHub, folder: Path, waits: list[float]
) -> None:
    hub.faults = ["drop", *["500"] * 5]
    with pytest.raises(Retryable):
        await puller(hub, folder, waits)(NAME)
    hub.files[FILE], hub.etag = content(120_000, seed=2), '"two"'
    await puller(hub, folder, waits)(NAME)
    assert hub.ranges[-1] == ""
    assert (folder / FILE).read_bytes() == content(120_000, seed=2)


async def test_a_file_that_changes_under_the_download_is_not_put_together_from_both(
    hub: LoopbackHub, folder: Path, waits: list[float]
) -> None:
    async def change(_: float) -> None:
        hub.files[FILE], hub.etag = content(seed=2), '"two"'

    hub.faults = ["drop"]
    with pytest.raises(Retryable, match="SHA-256 is not the one"):
        await Pull(hub=Hub(url=hub.url), folder=folder, sleep=change)(NAME)
    assert names(folder) == []


async def test_a_wrong_checksum_keeps_nothing(hub: LoopbackHub, folder: Path, waits: list[float]) -> None:
    hub.listed = {"lfs": {"oid": "a" * 64, "size": len(content())}}
    with pytest.raises(Retryable, match="came damaged") as failure:
        await puller(hub, folder, waits)(NAME)
    assert "run the same command again" in failure.value.hint
    assert names(folder) == []


async def test_more_than_the_hub_lists_is_refused(hub: LoopbackHub, folder: Path, waits: list[float]) -> None:
    hub.listed = {"lfs": {"oid": "a" * 64, "size": 1000}}
    with pytest.raises(Refused, match="more than the 1000 bytes"):
        await puller(hub, folder, waits)(NAME)
    assert names(folder) == []


async def test_less_than_the_hub_lists_is_given_up(hub: LoopbackHub, folder: Path, waits: list[float]) -> None:
    hub.listed = {"lfs": {"oid": "a" * 64, "size": len(content()) + 1}}
    with pytest.raises(Retryable, match="could not be fetched"):
        await puller(hub, folder, waits)(NAME)
    assert len(hub.ranges) < 12


async def test_a_page_instead_of_a_model_is_refused_at_its_first_bytes(
    hub: LoopbackHub, folder: Path, waits: list[float]
) -> None:
    hub.files[FILE] = b"<html>please log in</html>"
    with pytest.raises(Refused, match="not a GGUF file"):
        await puller(hub, folder, waits)(NAME)


async def test_no_network_and_no_such_file_say_so(hub: LoopbackHub, folder: Path, waits: list[float]) -> None:
    with pytest.raises(UnknownName, match=r"there is: tea-Q4_K_M\.gguf"):
        await puller(hub, folder, waits)(f"{REPO}/coffee.gguf")
    hub.url = "http://127.0.0.1:9"
    with pytest.raises(Retryable, match=r"no connection to 127\.0\.0\.1:9"):
        await puller(hub, folder, waits)(NAME)
    assert not folder.exists()


# --- the disk ---------------------------------------------------------------------------------------------------------


async def test_too_little_room_is_found_before_anything_is_fetched(
    hub: LoopbackHub, folder: Path, waits: list[float]
) -> None:
    with pytest.raises(ConfigurationError, match=r"needs 0\.1 GB more in .* and 0\.0 GB are free"):
        await puller(hub, folder, waits, free=lambda _: 1_000_000)(NAME)
    assert hub.ranges == []


async def test_a_disk_that_fills_up_says_so_and_keeps_the_part(
    hub: LoopbackHub, folder: Path, waits: list[float]
) -> None:
    """/dev/full is a disk without room; the part is a link to it."""
    folder.mkdir()
    (folder / f"{FILE}.part").symlink_to("/dev/full")
    with pytest.raises(ConfigurationError, match=r"the disk of .* is full") as failure:
        await puller(hub, folder, waits)(NAME)
    assert "it goes on" in failure.value.hint
    assert not (folder / FILE).exists()


async def test_a_folder_that_cannot_be_made_is_named(hub: LoopbackHub, tmp_path: Path, waits: list[float]) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    with pytest.raises(ConfigurationError, match="cannot be written"):
        await puller(hub, tmp_path / "file" / "models", waits)(NAME)


async def test_two_at_once_do_not_write_into_each_other(hub: LoopbackHub, folder: Path, waits: list[float]) -> None:
    folder.mkdir()
    file = HubFile(FILE, len(content()), hashlib.sha256(content()).hexdigest())
    with Part(folder / FILE, file), pytest.raises(UsageError, match="another process is fetching"):
        await puller(hub, folder, waits)(NAME)
    await puller(hub, folder, waits)(NAME)


@pytest.mark.parametrize("note", ["", "{", "[]", '{"sha256": 7}', '{"etag": "x"}'])
async def test_a_part_of_nobody_knows_what_is_begun_anew(
    hub: LoopbackHub, folder: Path, waits: list[float], note: str
) -> None:
    folder.mkdir()
    (folder / f"{FILE}.part").write_bytes(b"x" * 10)
    (folder / f"{FILE}.part.json").write_text(note, encoding="utf-8")
    await puller(hub, folder, waits)(NAME)
    assert hub.ranges == [""]
    assert (folder / FILE).read_bytes() == content()


@pytest.mark.parametrize("there", [len(content()), len(content()) + 5, 3])
async def test_a_part_of_any_length_ends_well(hub: LoopbackHub, folder: Path, waits: list[float], there: int) -> None:
    folder.mkdir()
    (folder / f"{FILE}.part").write_bytes((content() + b"more!")[:there])
    note = {"sha256": hashlib.sha256(content()).hexdigest(), "etag": '"one"'}
    (folder / f"{FILE}.part.json").write_text(json.dumps(note), encoding="utf-8")
    await puller(hub, folder, waits)(NAME)
    assert (folder / FILE).read_bytes() == content()


async def test_breaking_off_leaves_a_part_to_go_on_from(hub: LoopbackHub, folder: Path, waits: list[float]) -> None:
    asleep = asyncio.Event()

    async def sleep(_: float) -> None:
        asleep.set()
        await asyncio.Event().wait()

    hub.faults = ["drop"]
    pulling = asyncio.create_task(Pull(hub=Hub(url=hub.url), folder=folder, sleep=sleep)(NAME))
    await asleep.wait()
    pulling.cancel()
    with pytest.raises(asyncio.CancelledError):
        await pulling
    await puller(hub, folder, waits)(NAME)
    assert hub.ranges == ["", "bytes=50000-"]

from __future__ import annotations

import base64
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from mcp_types import BlobResourceContents, TextResourceContents

from kasen.errors import InputError, UnknownName
from kasen.runtime.artifacts import RunArtifacts
from kasen.runtime.attempt import Attempt
from kasen.runtime.rows import Options, RunRow
from kasen.runtime.store import Store
from kasen.server.mcp import resources
from kasen.server.mcp.resources import artifact_uri, listed, read, result_uri, templates


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[Store]:
    async with Store(tmp_path / "home") as store:
        yield store


async def run_with(store: Store, owner: str = "", **files: tuple[bytes, str]) -> RunRow:
    row = await store.create(
        team="echo", mode="echo", title="宇治", lang="ja", request={}, options=Options(), owner=owner
    )
    kept = RunArtifacts(Attempt(store, row.id, await store.claim(row.id, None)))
    for name, (data, media_type) in files.items():
        await kept.write(name.replace("_dot_", "."), data, media_type)
    return row


async def test_text_is_text_and_the_rest_is_base64(store: Store) -> None:
    row = await run_with(
        store,
        茶_dot_md=("# 宇治".encode(), "text/markdown"),
        a_dot_svg=(b"<svg/>", "image/svg+xml"),
        b_dot_png=(b"\x89PNG", "image/png"),
        c_dot_txt=(b"\xff\xfe", "text/plain"),
        d_dot_json=(b"{}", "application/json"),
    )
    for name, text in (("茶.md", "# 宇治"), ("a.svg", "<svg/>"), ("d.json", "{}")):
        (found,) = (await read(store, artifact_uri(row.id, name))).contents
        assert isinstance(found, TextResourceContents)
        assert found.text == text
    for name, data in (("b.png", b"\x89PNG"), ("c.txt", b"\xff\xfe")):
        (blob,) = (await read(store, artifact_uri(row.id, name))).contents
        assert isinstance(blob, BlobResourceContents)
        assert base64.b64decode(blob.blob) == data


async def test_versions_are_read_by_number_and_the_last_is_listed(store: Store) -> None:
    row = await run_with(store, a_dot_md=(b"one", "text/markdown"), _own_dot_json=(b"{}", "application/json"))
    await RunArtifacts(Attempt(store, row.id, 1)).write("a.md", b"two", "text/markdown")
    (only,) = await listed(store)
    assert (only.uri, only.size, only.title) == (artifact_uri(row.id, "a.md"), 3, "a.md · 宇治")
    for uri, text in ((only.uri, "two"), (f"{only.uri}?version=1", "one"), (f"{only.uri}?version=2", "two")):
        (found,) = (await read(store, uri)).contents
        assert isinstance(found, TextResourceContents)
        assert found.text == text


@pytest.mark.parametrize(
    "path",
    [
        "",
        "/artifacts/b.md",
        "/artifacts/a.md?version=9",
        "/artifacts/a.md?version=x",
        "/artifacts/..%2F..%2Fkasen.db",
        "/artifacts/../run.log",
        "/artifacts/a.md#x",
        "/result",
        "/log",
    ],
)
async def test_nothing_else_is_read(store: Store, path: str) -> None:
    row = await run_with(store, a_dot_md=(b"one", "text/markdown"))
    with pytest.raises(UnknownName):
        await read(store, f"kasen://runs/{row.id}{path}")


async def test_files_of_others_are_not_there(store: Store) -> None:
    row = await run_with(store, owner="sato", a_dot_md=(b"one", "text/markdown"))
    assert await listed(store) == []
    with pytest.raises(UnknownName, match="there is no run"):
        await read(store, artifact_uri(row.id, "a.md"))
    with pytest.raises(UnknownName, match="there is no run"):
        await read(store, result_uri(row.id))


async def test_what_is_too_large_is_said(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    row = await run_with(store, a_dot_md=(b"one two", "text/markdown"))
    monkeypatch.setattr(resources, "LARGEST", 3)
    with pytest.raises(InputError, match="too many for this way"):
        await read(store, artifact_uri(row.id, "a.md"))


def test_their_forms_are_told() -> None:
    assert [one.uri_template for one in templates()] == [
        artifact_uri("{id}", "x").replace("/x", "/{name}"),
        result_uri("{id}"),
    ]

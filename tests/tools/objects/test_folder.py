from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from kasen.errors import StoreFailed
from kasen.tools.objects.folder import Folder


async def test_files_are_put_whole_found_and_dropped(tmp_path: Path) -> None:
    folder, root = Folder(), f"file://{tmp_path}"
    await folder.put(f"{root}/R/1/レポート.md", b"one", "text/markdown")
    await folder.put(f"{root}/R/1/レポート.md", b"two", "text/markdown")
    assert await folder.get(f"{root}/R/1/レポート.md") == b"two"
    assert await folder.found(f"{root}/R") == [f"{root}/R/1/レポート.md"]
    assert await folder.found(f"{root}/none") == []
    for _ in range(2):
        await folder.drop(f"{root}/R/1/レポート.md")
    assert await folder.found(root) == []
    assert not (tmp_path / "R" / "1").exists()
    await folder.close()


async def test_what_cannot_be_read_or_written_is_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"")
    folder = Folder()
    with pytest.raises(StoreFailed, match="could not be read: No such file"):
        await folder.get(f"file://{tmp_path}/none")
    with pytest.raises(StoreFailed, match=r"could not be written: (Not a directory|File exists)") as error:
        await folder.put(f"file://{tmp_path}/file/a.md", b"x", "text/plain")
    assert "`artifacts` or `knowledge`" in error.value.hint
    with pytest.raises(StoreFailed, match="could not be deleted"):
        await folder.drop(f"file://{tmp_path}")
    assert [path.name for path in tmp_path.iterdir()] == ["file"]


async def test_of_many_who_create_the_same_one_does(tmp_path: Path) -> None:
    url = f"file://{tmp_path}/versions/1.json"
    done = await asyncio.gather(*(Folder().create(url, str(n).encode(), "") for n in range(20)))
    assert sum(done) == 1
    assert await Folder().get(url) == str(done.index(True)).encode()
    assert await Folder().found(f"file://{tmp_path}") == [url], "nothing else is left there"

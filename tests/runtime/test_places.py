from __future__ import annotations

from pathlib import Path

from kasen.runtime.places import Places
from kasen.tools.objects.folder import Folder


class Counted(Folder):
    """A folder that knows whether it was closed."""

    closed = False

    async def close(self) -> None:
        self.closed = True


async def test_each_store_is_opened_once_when_it_is_used_and_closed_with_the_rest(tmp_path: Path) -> None:
    opened: list[Counted] = []

    def open_objects(url: str) -> Counted:
        assert url.startswith("file://")
        opened.append(Counted())
        return opened[-1]

    places = Places(f"file://{tmp_path}", open_objects)
    assert opened == []
    url = f"{places.root}/R/1/a.md"
    await places.put(url, b"x", "text/markdown")
    assert await places.get(url) == b"x"
    await places.close()
    assert [one.closed for one in opened] == [True]


async def test_wiping_takes_all_below_the_folders_and_nothing_beside_them(tmp_path: Path) -> None:
    places = Places(f"file://{tmp_path}")
    for n in range(20):
        await places.put(f"{places.root}/R/{n}/a.md", b"x", "text/markdown")
    await places.put(f"{places.root}/R2/1/a.md", b"x", "text/markdown")
    await places.wipe([f"{places.root}/R", f"{places.root}/none"])
    assert [path.name for path in tmp_path.rglob("*.md")] == ["a.md"]
    await places.drop(f"{places.root}/R2/1/a.md")
    assert list(tmp_path.rglob("*.md")) == []
    await Places().close()

from __future__ import annotations

from pathlib import Path

import pytest

from kasen.errors import StoreFailed
from kasen.knowledge.shared_versions import Outrun, Version, Versions
from kasen.tools.objects.folder import Folder


async def test_a_writer_that_lags_far_behind_cannot_bring_an_old_version_back(tmp_path: Path) -> None:
    root = f"file://{tmp_path}/mount"
    file = tmp_path / "x"
    file.write_bytes(b"x")
    versions, old = Versions(Folder(), root, "tea"), Version()
    for _ in range(6):
        old = await versions.publish(old, {"x": file})
        await versions.sweep()
    assert len(list((tmp_path / "mount" / "versions" / "tea").iterdir())) == 3
    with pytest.raises(Outrun):
        await versions.publish(Version(number=1), {"x": file})
    assert (await versions.newest()).number == 6


async def test_what_was_changed_under_its_address_is_not_believed(tmp_path: Path) -> None:
    file = tmp_path / "x"
    file.write_bytes(b"x")
    versions = Versions(Folder(), f"file://{tmp_path}/mount", "tea")
    version = await versions.publish(Version(), {"x": file})
    await versions.fetch(version.files, tmp_path / "copy")
    assert (tmp_path / "copy" / "x").read_bytes() == b"x"
    (tmp_path / "mount" / "files" / "tea" / version.files[0].place).write_bytes(b"y")
    with pytest.raises(StoreFailed, match="not what was published"):
        await versions.fetch(version.files, tmp_path / "copy")

from __future__ import annotations

from pathlib import Path

from kasen.knowledge.shared_cache import Cache


def test_the_log_of_the_catalogue_is_no_part_of_a_version(tmp_path: Path) -> None:
    folder = tmp_path / "home" / "kb" / "tea"
    folder.mkdir(parents=True)
    for name in ("catalogue.sqlite", "catalogue.sqlite-wal", "lock"):
        (folder / name).touch()
    assert set(Cache(tmp_path, "tea").files(tmp_path / "home")) == {"catalogue.sqlite"}

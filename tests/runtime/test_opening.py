from __future__ import annotations

from pathlib import Path

from pydantic import SecretStr

from kasen.runtime.opening import store_of
from kasen.settings import Settings


async def test_the_store_is_the_database_that_the_settings_name(either: str, tmp_path: Path) -> None:
    settings = Settings(home=tmp_path / "home", database=SecretStr(either) if either else None)
    async with store_of(settings) as store:
        assert store.is_shared == bool(either)
        assert await store.runs() == []
    assert (tmp_path / "home" / "kasen.db").exists() != bool(either)

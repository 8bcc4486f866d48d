from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from kasen.errors import InputError
from kasen.models.access import access_of
from kasen.runtime.local import local_host
from kasen.runtime.store import Store
from kasen.runtime.web_local import LocalWeb
from kasen.settings import load_settings
from kasen.testing.stores import FakeLibrary
from kasen.tools.fetch.page import Page, Unfetched
from runtime.web_scenes import deps_of, host_of

PRIVATE = "http://192.168.1.5:8000/wiki"


class Intranet:
    """Notes whether an address came as typed."""

    def __init__(self) -> None:
        self.asked: list[bool] = []

    async def fetch(self, url: str, *, typed: bool = False, lang: str = "") -> Page | Unfetched:
        self.asked.append(typed)
        return Unfetched(asked=url, kind="address", reason="is not asked")


async def test_an_address_that_an_outsider_types_counts_as_found(store: Store) -> None:
    for owner, typed in (("", True), ("yuki", False)):
        fetch = Intranet()
        deps = await deps_of(store, host_of(store.home, fetch=fetch), owner=owner)
        assert deps.fetch is not None
        await deps.fetch.fetch(PRIVATE, typed=True)
        assert fetch.asked == [typed]


async def test_a_page_that_the_machines_user_typed_is_not_remembered_for_an_outsider(store: Store) -> None:
    fetch = Intranet()
    host = host_of(store.home, fetch=fetch)
    own, yuki = await deps_of(store, host), await deps_of(store, host, owner="yuki")
    assert own.fetch is not None
    assert yuki.fetch is not None
    await own.fetch.fetch(PRIVATE, typed=True)
    await yuki.fetch.fetch(PRIVATE, typed=True)
    assert fetch.asked == [True, False], "it was asked anew, as an address that was found"


async def test_pictures_for_outsiders_are_taken_at_public_addresses_only(tmp_path: Path) -> None:
    settings = load_settings(home=tmp_path)
    web = LocalWeb(settings, access_of(settings))
    host = local_host(settings, web)
    assert (host.shoot, host.shoot_public) == (web.shoot, web.shoot_public)
    for address in ("http://127.0.0.1:8317/", "http://192.168.0.1/", "http://localhost/", "http://a.example:8080/"):
        with pytest.raises(InputError, match="is not asked"):
            await web.shoot_public(address)


@pytest.mark.parametrize("owner", ["", "yuki"])
async def test_documents_are_opened_for_the_owner_of_the_run(store: Store, owner: str) -> None:
    opened: list[str] = []

    def library_of(whose: str) -> Any:
        async def open_library(*_: Any) -> FakeLibrary:
            opened.append(whose)
            return FakeLibrary()

        return open_library

    host = host_of(store.home, open_library=library_of("own"), library_of=library_of)
    deps = await deps_of(store, host, owner=owner)
    await deps.library([], ["tea"])
    assert opened == [owner or "own"]

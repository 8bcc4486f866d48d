from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from cli.code.stored import stored
from kasen.cli.demo import examples_folder
from kasen.cli.demo_code import Film, coded, lacking, repository
from kasen.runtime.store import Store
from kasen.settings.trust import all_trust
from teams.code.git.made import call
from teams.code.told import story


def test_what_lacks_is_said_in_one_line(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    assert lacking() == ""
    monkeypatch.setenv("PATH", str(tmp_path))
    said = lacking()
    assert said.startswith("the team code is not shown, git is ")
    assert "\n" not in said


def test_the_repository_is_a_copy_that_is_trusted_no_longer_than_it_is_used() -> None:
    with repository(examples_folder() / "code") as request:
        root = Path(request["repo"])
        assert list(all_trust()) == [str(root / "agents")]
        assert call(root, "status", "--porcelain") == ""
        assert "python3" not in (root / "agents" / "agents.yaml").read_text(encoding="utf-8")
    assert all_trust() == {}
    assert call(root, "log", "--format=%s").split("\n")[0] == "The shop as it is"


def test_a_card_tells_who_did_what_in_the_order_of_the_work(tmp_path: Path) -> None:
    told = story()
    (tmp_path / "outcome.json").write_text(told.model_dump_json(), encoding="utf-8")
    card = coded(told.result.model_dump(), [tmp_path / "outcome.json"])
    order = [phase for phase, _ in told.phases]
    phases = {piece.agent: order.index(piece.phase) for piece in told.pieces}
    who = [phases[name] for name, did, *_ in card["steps"] if name in phases and did not in ("passes", "sends back")]
    assert who == sorted(who)
    assert sum(did == "sends back" for _, did, *_ in card["steps"]) == sum(
        look.verdict == "FAIL" for piece in told.pieces for look in piece.reviews
    )
    assert card["diff"] == []
    assert coded(told.result.model_dump(), []) == {}


def test_a_run_that_has_shown_no_board_has_a_page_that_says_so(tmp_path: Path) -> None:
    row = stored(tmp_path / "home", status="failed")

    async def filmed() -> Film:
        async with Store(tmp_path / "home") as store, Film(store).taken() as film:
            return film

    film = asyncio.run(filmed())
    page = film.page(row, tmp_path).read_text(encoding="utf-8")
    assert film.frames == []
    assert "it ended before any phase began" in page
    assert "<script" not in page

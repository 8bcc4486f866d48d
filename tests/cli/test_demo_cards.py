from __future__ import annotations

import base64
import io
from pathlib import Path
from typing import Any, cast

from PIL import Image

from kasen.cli.demo_cards import WIDE, seen
from kasen.runtime.rows import RunRow


class Row:
    """As much of a run as a card looks at."""

    def __init__(self, result: dict[str, Any] | None) -> None:
        self.result = result


def card(result: dict[str, Any] | None, *paths: Path) -> dict[str, Any]:
    return seen(cast("RunRow", Row(result)), list(paths))


def deck(lang: str = "en") -> dict[str, Any]:
    slides = [{"title": "Tea", "chart": None}, {"title": "Exports", "chart": {"kind": "line"}}]
    renders = [{"artifact": "slide-01.png"}, {"artifact": "slide-02.png"}]
    return {"lang": lang, "deck": {"slides": slides}, "renders": renders}


def test_a_run_without_a_result_has_an_empty_card() -> None:
    assert card(None) == {}
    assert card({"answer": "nothing that a card knows"}) == {}


def test_a_deck_that_nothing_rendered_shows_its_titles() -> None:
    assert card(deck()) == {
        "mode": "slides",
        "made_by": "2 slides, 1 chart",
        "slides": [],
        "findings": ["Tea", "Exports"],
    }


def test_a_deck_in_japanese_is_told_in_japanese() -> None:
    assert card(deck("ja"))["made_by"] == "2 枚・グラフ 1 点"


def test_a_run_that_only_talked_has_no_slides() -> None:
    assert card({"lang": "en", "deck": None, "renders": []})["slides"] == []


def test_pictures_of_slides_are_small_and_in_the_page_itself(tmp_path: Path) -> None:
    paths = [tmp_path / "slide-01.png", tmp_path / "slide-02.png"]
    for path in paths:
        Image.effect_noise((1280, 720), 60).convert("RGB").save(path)
    shown = card(deck(), *paths)["slides"]
    assert [title for title, _ in shown] == ["Tea", "Exports"]
    for _, address in shown:
        data = base64.b64decode(address.removeprefix("data:image/png;base64,"))
        assert Image.open(io.BytesIO(data)).size == (WIDE, 203)
        assert len(data) < paths[0].stat().st_size / 4

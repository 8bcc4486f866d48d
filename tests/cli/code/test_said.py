from __future__ import annotations

import re
from pathlib import Path

import pytest

from cli.code.boards import BOARD
from cli.code.stored import place, show, stored
from cli.conftest import Invoke
from kasen.cli.code.said import _SAID, said
from teams.code.git.made import made


def test_everything_is_said_in_both_languages_of_the_same_facts() -> None:
    assert len(_SAID) > 40
    for name, (en, ja) in _SAID.items():
        assert en != ja, name
        assert not re.search("[ぁ-んァ-ヶ]", en), name
        facts = [set(re.findall(r"\{(\w+)\}", text)) - {"n", "branches"} for text in (en, ja)]
        assert facts[0] == facts[1], name
    assert said("ja", "choice.stop") == "stop"


@pytest.mark.parametrize(
    ("command", "status", "words"),
    [
        (("say", "impl-1", "急いで"), "paused", "impl-1 に、次の番で伝えます"),
        (("pause",), "paused", "すべてのエージェントには、この番のあと仕事を渡しません"),
        (("kill", "impl-1"), "not passed", "（不合格）、エージェントはもういません"),
        (("stop",), "paused", "は動いていませんでした（回答待ち）"),
        (("approve", "--answer", "yes"), "done", "は何も尋ねていません"),
        (("discard",), "done", "が"),
    ],
)
def test_a_japanese_run_is_spoken_of_in_japanese(
    kasen: Invoke, clean_environment: Path, command: tuple[str, ...], status: str, words: str
) -> None:
    home = clean_environment / "home"
    row = stored(home, status=status, lang="ja", repo=made(clean_environment / "repo"))
    show(place(home, row, "impl-1"), BOARD)
    told = kasen("code", *command).stderr
    assert words in told, told


def test_the_board_of_a_japanese_run_is_japanese(kasen: Invoke, clean_environment: Path) -> None:
    home = clean_environment / "home"
    row = stored(home, status="not passed", lang="ja", result='{"files": ["a.py"]}')
    show(place(home, row), BOARD)
    shown = kasen("code", "status").stdout
    assert all(words in shown for words in ("不合格", "フェーズ", "調査 ✓", "実装", "最終レビュー", "合格した分は"))

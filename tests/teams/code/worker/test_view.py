from __future__ import annotations

import os
import re

import pytest

from kasen.settings.redact import Redactor
from kasen.teams.code.programs.turn import Told
from kasen.teams.code.worker.view import LINES, View, cut


def shown(*told: Told, lang: str = "en", colour: bool = False, width: int = 40, secret: str = "") -> list[str]:
    reads, writes = os.pipe()
    view = View(writes, lang=lang, colour=colour, width=lambda: width)
    view.redact = Redactor([secret])
    view.title("build.1  Build it")
    for one in told:
        view.told(one)
    view.ended("done", "FAIL", "two things")
    view.close()
    os.close(writes)
    with os.fdopen(reads, "rb") as file:
        return file.read().decode().split("\r\n")[:-1]


def test_a_turn_reads_from_top_to_bottom() -> None:
    lines = shown(
        Told(kind="session", id="s"),
        Told(kind="words", text="見ます\n\n\x1b[31mred\x1b[0m\tkey matcha-and-more"),
        Told(kind="tool", id="1", text="Bash npm test"),
        Told(kind="tool_done", id="1"),
        secret="matcha-and-more",
        width=60,
    )
    assert all(re.match(r"\d\d:\d\d:\d\d ", line) for line in lines)
    assert [line[9:] for line in lines] == [
        "▶ build.1  Build it",
        "  見ます",
        "  red  key [redacted]",
        "  $ Bash npm test",
        "✗ FAIL  two things",
    ]


def test_long_words_are_cut_in_both_directions() -> None:
    lines = shown(Told(kind="words", text="\n".join(["茶" * 100] * (LINES + 3))), lang="ja", colour=True)
    words = [line for line in lines if "茶" in line]
    assert len(words) == LINES
    assert words[0].count("茶") == 13
    assert "あと 3 行" in lines[-2]


@pytest.mark.parametrize(
    ("text", "columns", "wanted"),
    [
        ("tea", 3, "tea"),
        ("teas", 3, "te…"),
        ("お茶", 4, "お茶"),
        ("お茶だ", 4, "お…"),
        ("e\u0301" * 3, 3, "e\u0301" * 3),
    ],
)
def test_columns_are_counted_as_a_terminal_does(text: str, columns: int, wanted: str) -> None:
    assert cut(text, columns) == wanted


def test_a_terminal_that_takes_nothing_holds_nobody_up() -> None:
    reads, writes = os.pipe()
    view = View(writes, colour=False, width=lambda: 200)
    for _ in range(20_000):
        view.line("x" * 150)
    view.close()
    os.close(reads)
    os.close(writes)

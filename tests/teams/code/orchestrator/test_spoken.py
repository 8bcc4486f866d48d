from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from kasen.teams.code.orchestrator import spoken as module
from kasen.teams.code.orchestrator.spoken import _JA, spoken

CODE = Path(module.__file__).parents[1]


@pytest.mark.parametrize(
    ("english", "japanese"),
    [
        ("it said nothing for 120 s, and none of its tools ran", "120 秒間何も言わず、ツールも動いていなかった"),
        ("it said nothing for 5 s after its start", "起動してから 5 秒間、何も言わなかった"),
        ("it said nothing", "何も答えなかった"),
        ("it ended with 3 and told no result", "終了コード 3 で終わり、結果を告げなかった"),
        ("its answer is wrong at `tasks.0`: a: b\nc", "答えの `tasks.0` が正しくない：a: b\nc"),
        (
            "its process ended; the last line in its pane: bash: x: not found",
            "プロセスが終わった。画面の最後の行：bash: x: not found",
        ),
    ],
)
def test_what_kasen_says_itself_is_said_in_japanese(english: str, japanese: str) -> None:
    assert spoken("ja", english) == japanese
    assert spoken("en", english) == english


@pytest.mark.parametrize("words", ["", "市場が分からない", "I cannot go on; the file is gone", "retry {0} later"])
def test_what_others_say_stays_as_it_is(words: str) -> None:
    assert spoken("ja", words).replace("。", "; ") == words


def test_every_sentence_is_one_that_the_code_says() -> None:
    """Otherwise it was changed there, and would be read in English again."""
    said = set(sentences())
    assert [english for english in _JA if not any(english in one for one in said)] == []


def sentences() -> Iterator[str]:
    """The strings of the team's code, values in them as `{}`."""
    for path in CODE.rglob("*.py"):
        if path.name == "spoken.py":
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                yield node.value
            elif isinstance(node, ast.JoinedStr):
                parts = (part.value if isinstance(part, ast.Constant) else "{}" for part in node.values)
                yield re.sub(r"(\{\})+", "{}", "".join(map(str, parts)))

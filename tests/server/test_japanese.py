"""The table of Japanese sentences and the code, held against each other."""

from __future__ import annotations

import ast
import json
import re
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

import kasen
from kasen.server.japanese import LONGEST, TABLE, in_japanese

SRC = Path(kasen.__file__).parent
SERVER = SRC / "server"
AT_THE_TERMINAL = {"listening.py", "serving.py", "tokens.py"}
"""What they refuse is told to who starts the server, not to who looks at its pages."""
RAISED = re.compile(r"Rejected|TerminalOnly|Busy|(?!Value)[A-Z]\w*(Error|Name|Busy|Failed|Unusable)")
ANY = "\N{OBJECT REPLACEMENT CHARACTER}"
"""Stands where a sentence has a value."""
FIELD = f"`{ANY}`: "
FAILED = "実行が失敗しました（RuntimeError: {}）。"


def words_of(node: ast.AST) -> str:
    """A text of the code, with `ANY` where it has a value; empty for what is none."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value
    if isinstance(node, ast.JoinedStr):
        return "".join(words_of(part) or ANY for part in node.values)
    return ""


def texts() -> set[str]:
    """All texts in the code."""
    return {words_of(node) for path in SRC.rglob("*.py") for node in ast.walk(ast.parse(path.read_text("utf-8")))}


def refusals() -> Iterator[tuple[str, str]]:
    """Module, and each message or hint of an error that it raises in so many words."""
    for path in SERVER.rglob("*.py"):
        if path.name in AT_THE_TERMINAL or path.parent.name == "mcp":
            continue
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and RAISED.fullmatch(ast.unparse(node.func)):
                hints = [one.value for one in node.keywords if one.arg == "hint"]
                yield from ((path.name, words) for one in [*node.args, *hints] if (words := words_of(one)))


def test_all_that_the_server_refuses_is_said_in_japanese() -> None:
    found = list(refusals())
    assert len(found) > 80, "the search finds what it looks for"
    shown = [(name, words.removeprefix(FIELD).replace(ANY, "x")) for name, words in found]
    assert [one for one in shown if one[1] != "x" and in_japanese(one[1]) is None] == []


def test_the_table_holds_no_sentence_that_the_code_no_longer_says() -> None:
    said = {text.removeprefix(FIELD) for text in texts()}
    stale = [one for one in json.loads(TABLE.read_text("utf-8"))["said"] if re.sub(r"\{\w+\}", ANY, one) not in said]
    assert stale == []


def test_no_sentence_names_a_value_that_it_does_not_have() -> None:
    table = json.loads(TABLE.read_text("utf-8"))
    names = re.compile(r"\{(\w+)\}")
    wrong = [
        english
        for part in ("said", "checked")
        for english, japanese in table[part].items()
        if not set(names.findall(japanese)) <= set(names.findall(english))
    ]
    assert wrong == []


def test_no_two_values_stand_side_by_side() -> None:
    table = json.loads(TABLE.read_text("utf-8"))
    assert [english for part in ("said", "checked") for english in table[part] if "}{" in english] == []


@pytest.mark.alone
@pytest.mark.parametrize("text", ["`a`: ", "run a is ", "run a failed: ", "a: no connection to "])
def test_what_repeats_itself_is_looked_at_for_a_moment_only(text: str) -> None:
    began = time.process_time()
    for length in (LONGEST, 40 * LONGEST):
        in_japanese((text * length)[:length])
    assert time.process_time() - began < 0.3


@pytest.mark.parametrize(
    ("english", "japanese"),
    [
        ("208 runs of yours are at work or wait", "あなたの実行がすでに 208 件、実行中または順番待ちです。"),
        ("there is a knowledge base `お茶` already", "「お茶」というナレッジはすでにあります。"),
        ("run 01ABC is not passed; there is nothing to continue", "この実行は「不合格」のため、続けられません。"),
        ("`slides`: must be 60 or less, not `99`", "「slides」：60 以下にしてください（いまは 99）。"),
        ("there is no logo at `a.png`", "`a.png` にロゴがありません。"),
        ("there is no team `x`; there is: `a`, b", "「x」というチームはありません（あるもの：`a`, b）。"),
        ("`kasen runs continue 01ABC`", "`kasen runs continue 01ABC`"),
        ("run 01X failed: RuntimeError: the port is in use already", FAILED.format("the port is in use already")),
        ("run 01X failed: RuntimeError: the tool would not answer", FAILED.format("the tool would not answer")),
        (
            "no search answered: tavily answered 432: plan; searxng: no connection to http://a: refused",
            "どの検索も応答しませんでした（tavily が 432 を返しました（plan）；"
            "searxng：http://a に接続できません（refused））。",
        ),
        ("`top`: must be greater than 5", "「top」：5 より大きくしてください。"),
        ("`top`: must be greater than 5, not `3`", "「top」：5 より大きくしてください（いまは 3）。"),
        ("`top`: must be less than 5", "「top」：5 より小さくしてください。"),
        ("`top`: must be less than 5, not `7`", "「top」：5 より小さくしてください（いまは 7）。"),
        (
            "run a failed: run b failed: the file is empty",
            "実行が失敗しました（実行が失敗しました（ファイルが空です））。",
        ),
        ("something else", None),
        ("`slides`: something else", None),
    ],
)
def test_a_sentence_is_said_with_its_values(english: str, japanese: str | None) -> None:
    assert in_japanese(english) == japanese

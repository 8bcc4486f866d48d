from __future__ import annotations

import pytest

from kasen.tools.validation.model import Problem
from kasen.tools.validation.quarto_output import MOST, problems_of
from kasen.tools.validation.running import Ran


def told(said: str, *, code: int = 1, made: bool = False) -> list[Problem]:
    return problems_of(Ran(code, b"", said), made=made)


@pytest.mark.parametrize(
    ("said", "line", "words"),
    [
        (
            'ERROR: (line 3, columns 3--11) Field "revealjs" has empty value but it must instead be an object\n',
            3,
            "revealjs",
        ),
        (
            "ERROR: Validation of YAML front matter failed.\nERROR: In file /tmp/k/resume.qmd\n(line 13, column 3 "
            "through line 18, column 26) Key comments has value x, which must be 'false'\n12: comments:\n",
            13,
            "Key comments",
        ),
        (
            "\x1b[31mERROR: YAMLError: /tmp/k-1/resume.qmd:\nbad indentation at line 10, column 14:\n  theme\n\x1b[0m",
            10,
            "bad",
        ),
        (
            "ERROR: Include directive failed.\n in file resume.qmd,\n could not find file /tmp/k/no.qmd\n",
            0,
            "find",
        ),
        ("Error running filter main.lua:\nmain.lua:12: attempt to index a nil value\nstack traceback:\n", 0, "attempt"),
    ],
)
def test_errors_block_and_have_their_line(said: str, line: int, words: str) -> None:
    found = told(said)
    assert [(one.line, one.blocking) for one in found] == [(line, True)]
    assert words in found[0].text
    assert "/tmp/" not in found[0].text or "no.qmd" in found[0].text


def test_traces_and_pictures_of_the_source_are_left_out() -> None:
    said = "ERROR: one\n2: title: x\n    ~~~\n\nStack trace:\n    at renderFile (file:///opt/quarto.js:1:1)\n"
    assert [one.text for one in told(said)] == ["Quarto says: one"]


def test_a_failure_of_validation_without_details_is_not_lost() -> None:
    found = told("ERROR: Validation of YAML front matter failed.\n\nERROR: Render failed due to invalid YAML.\n")
    assert [(one.rule, one.blocking) for one in found] == [("yaml-schema-error", True)]


def test_how_a_run_ended_is_judged_with_the_page() -> None:
    assert told("", code=0, made=True) == []
    assert [one.blocking for one in told("", code=1, made=True)] == [False]
    assert [one.blocking for one in told("", code=1, made=False)] == [True]
    assert [one.rule for one in told("", code=0, made=False)] == ["quarto-no-page"]
    assert [one.blocking for one in told("WARNING: x\n", code=0, made=True)] == [False]


def test_the_same_is_told_once_and_not_without_end() -> None:
    assert len(told("WARN: a\nWARN: a\n\n[WARNING] b\n", code=0, made=True)) == 2
    assert len(told("".join(f"WARN: {number}\n" for number in range(500)), code=0, made=True)) == MOST

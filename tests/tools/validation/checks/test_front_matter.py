from __future__ import annotations

from pathlib import Path

import pytest

from kasen.tools.validation.checks.front_matter import LONGEST, compose, problems
from kasen.tools.validation.scan import scan


def found(yaml: str, folder: str = "") -> list[tuple[str, int, bool]]:
    text = f"---\n{yaml}\n---\n\ntext\n"
    return [(one.rule, one.line, one.blocking) for one in problems(scan(text), folder=folder)]


@pytest.mark.parametrize(
    ("yaml", "rule", "line"),
    [
        ("title: a: b", "yaml-parse-error", 2),
        ("title: x\nlist: [a", "yaml-parse-error", 3),
        ("a: &b\n\tc: d", "yaml-parse-error", 3),
        ("a: \x07", "yaml-parse-error", 1),
        ("- a\n- b", "front-matter-type", 1),
        ("title: x\ntitle: y", "duplicate-key", 3),
        ('toc: "true"', "wrong-type", 2),
        ("toc: yes", "wrong-type", 2),
        ("toc:", "wrong-type", 2),
        ("toc-depth: two", "wrong-number", 2),
        ("title: [a]", "wrong-type", 2),
        ("execute:\n  echo: maybe", "wrong-type", 3),
        ("format:\n  html:\n    fig-width: wide", "wrong-number", 4),
        ("format: htlm", "unknown-format", 2),
        ("format:\n  html: default\n  tpyst: default", "unknown-format", 4),
        ("a: " + "[" * 5000, "yaml-parse-error", 1),
    ],
)
@pytest.mark.usefixtures("deep_stack")
def test_what_is_broken_blocks_at_its_line(yaml: str, rule: str, line: int) -> None:
    assert (rule, line, True) in found(yaml)


@pytest.mark.parametrize(
    "yaml",
    [
        "toc: true\nnumber-sections: False\ncode-fold: show\nexecute:\n  echo: fenced\n  freeze: auto\n  eval: [1, 2]",
        "toc-depth: 3\nfig-width: 6.5\nshift-heading-level-by: -1",
        "title: |\n  two\n  lines\nauthor: [{name: x}, y]\nlang: ja",
        "format: gfm+hard_line_breaks",
        "format:\n  awesomecv-typst: default\n  my-html: {toc: true}",
        "#| only a comment",
        "a: &x 1\nb: *x\n<<: {c: 1}",
        "my_own: yes\nskills:\n  - name: Go",
    ],
)
def test_what_is_sound_passes(yaml: str) -> None:
    assert found(yaml) == []


def test_a_slip_in_a_key_is_a_warning() -> None:
    assert found("tittle: x\nfromat: html") == [("near-miss-key", 2, False), ("near-miss-key", 3, False)]


def test_files_are_looked_for_where_the_folder_is_known(tmp_path: Path) -> None:
    (tmp_path / "refs.bib").write_text("", encoding="utf-8")
    assert found("bibliography: [refs.bib, gone.bib]", str(tmp_path)) == [("missing-file", 2, True)]
    assert found("bibliography: gone.bib") == []
    assert found("csl: https://x.test/ieee.csl\ntemplate: /nowhere/x", str(tmp_path)) == []


def test_one_that_is_open_or_stands_too_late_is_found() -> None:
    assert [one.rule for one in problems(scan("---\ntitle: x\n\n# A\n"))] == ["unclosed-front-matter"]
    late = list(problems(scan("Sure!\n\n---\ntitle: x\nlang: ja\n---\n\n# A\n")))
    assert [(one.rule, one.line) for one in late] == [("text-before-front-matter", 3)]
    assert list(problems(scan("# A\n\n---\n\ntitle: none\n\n---\n\nSome text.\n\n---\n"))) == []
    assert list(problems(scan("# A\n\n---\n\nJust words: yes\n\n---\n"))) == []


def test_a_bomb_costs_nothing() -> None:
    bomb = "a: &a [x, x]\n" + "\n".join(f"{b}: &{b} [*{a}, *{a}]" for a, b in zip("abcdefgh", "bcdefghi", strict=True))
    assert found(bomb) == []
    assert compose("x" * (LONGEST + 1), 1)[1] is not None

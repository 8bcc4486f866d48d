from __future__ import annotations

from pathlib import Path

import pytest

from kasen.tools.preview.prepare import Head, ready


@pytest.mark.parametrize(
    ("yaml", "head"),
    [
        (
            "title: 職務経歴書\nsubtitle: S\nauthor: 見本 太郎\ndate: 2026-11-01",
            ("職務経歴書", "S", ("見本 太郎",), "2026-11-01"),
        ),
        (
            "author: [A, {name: B, email: x}, {name: {given: C, family: D}}]\ndate: today",
            ("", "", ("A", "B", "C D"), ""),
        ),
        ("title: >\n  two\n  lines\nauthors:\n  - {given: E, family: F}", ("two lines", "", ("E F",), "")),
        ("- a list", ("", "", (), "")),
        ("title: 'open", ("", "", (), "")),
    ],
)
def test_the_head_is_read_from_the_front_matter(yaml: str, head: tuple[object, ...]) -> None:
    made = ready(f"---\n{yaml}\n---\n\ntext\n")
    assert made.head == Head(*head)  # type: ignore[arg-type]
    assert made.body.strip() == "text"


def test_shortcodes_are_answered_or_left_out_and_said() -> None:
    made = ready(
        "---\ntitle: T\n---\n\n{{< meta title >}} {{< kbd Ctrl-C >}} {{< fa x >}}{{< own x >}} "
        "{{{< fa y >}}}\n\n{{< pagebreak >}}\n"
    )
    assert "T `Ctrl-C`  `{{< fa y >}}`" in made.body
    assert "::: {.pagebreak}\n:::" in made.body
    assert [one.text for one in made.problems] == ["The shortcode `own` is not shown in the preview."]


def test_includes_come_from_the_folder_only(tmp_path: Path) -> None:
    (tmp_path / "cv").mkdir()
    (tmp_path / "secret.md").write_text("secret", encoding="utf-8")
    (tmp_path / "cv" / "a.md").write_text(
        "---\ntitle: x\n---\n\ninner {{< include ../secret.md >}} {{< include a.md >}}", encoding="utf-8"
    )
    made = ready("{{< include a.md >}} {{< include /etc/hostname >}}", folder=str(tmp_path / "cv"))
    assert "inner" in made.body
    assert "secret" not in made.body
    assert "title" not in made.body
    assert {one.rule for one in made.problems} == {"left-out"}
    assert "inner" not in ready("{{< include a.md >}}").body


def test_cells_are_shown_without_options_and_examples_are_left_alone() -> None:
    made = ready(
        "```{python}\n#| echo: false\n1\n# | x\n```\n\n````markdown\n```{r}\n#| a: b\n```\n````\n\n$$\nx\n$$ {#eq-x}\n"
    )
    assert made.body.startswith("```{.python .cell}\n1\n# | x\n```")
    assert "```{r}\n#| a: b\n```" in made.body
    assert made.body.endswith("$$\nx\n$$\n")


def test_comments_are_left_out() -> None:
    assert ready("a <!-- b --> c\n<!-- d\n\ne --> f\n").body.split() == ["a", "c", "f"]
    assert ready("").body == ""

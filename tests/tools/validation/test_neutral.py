from __future__ import annotations

import time

import pytest

from kasen.tools.validation.neutral import neutral

FRONT = """---
title: x
format:
  html:
    embed-resources: true
    filters:
      - a.lua
      - b.lua
    toc: true
filters: [c.lua]
bibliography: ../../secret.bib
from: reader.lua
engine: knitr
experience:
  - from: 2019
    to: 2021
lang: en
---

text
"""


def test_keys_that_run_or_fetch_become_comments_in_their_lines() -> None:
    made = neutral(FRONT)
    lines = made.text.split("\n")
    assert made.refused == ""
    assert set(made.left_out) == {"bibliography", "embed-resources", "engine", "filters", "from"}
    assert len(lines) == len(FRONT.split("\n"))
    kept = [line for line in lines if line != "#"]
    assert kept == [
        "---", "title: x", "format:", "  html:", "    toc: true", "experience:", "  - from: 2019", "    to: 2021",
        "lang: en", "---", "", "text", "",
    ]  # fmt: skip


def test_a_mapping_of_which_nothing_stays_stays_a_mapping() -> None:
    made = neutral("---\nformat:\n  html:\n    filters:\n      - a.lua\n---\n")
    assert made.text == "---\nformat:\n  html:\n    keep-md: false\n#\n---\n"


@pytest.mark.parametrize(
    ("line", "shown"),
    [
        ("```{python}", "```{.python}"),
        ("```{r, echo=FALSE}", "```{.r}"),
        ("> ~~~~ {julia}", "> ~~~~ {.julia}"),
        ("- ```{python .x}", "- ```{.python}"),
        ("```{{python}}", "```{.python}"),
        ("see `r 1+1` and `{python} x` and ``{r} y``", "see `R 1+1` and `(python) x` and ``(r) y``"),
        ("```{.python}", "```{.python}"),
        ("```{=html}", "```{=html}"),
        ('a `result` of `{}` and `{ "a": 1 }`', 'a `result` of `{}` and `{ "a": 1 }`'),
    ],
)
def test_cells_and_inline_code_are_shown(line: str, shown: str) -> None:
    assert neutral(f"a\n{line}\nb").text == f"a\n{shown}\nb"


@pytest.mark.parametrize(
    "text",
    [
        "---\nformat: {html: {filters: [x]}}\n---\n",
        "---\n{filters: [x]}\n---\n",
        "---\ntitle: x\n---\n\na\n\n---\nfilters: [x]\n---\n",
        '---\ntitle: x\n---\n\na\n\n---\n{"engine": knitr}\n...\n',
        "---\ntitle: 'open\nfilters: [x]\n---\n",
        "text\n\n---\n  'filters': [x]\n---\n",
    ],
)
def test_where_it_cannot_be_taken_out_the_file_is_refused(text: str) -> None:
    assert neutral(text).refused


def test_a_broken_front_matter_that_runs_nothing_is_shown_as_it_is() -> None:
    text = "---\ntitle: 'open\n---\n\nx"
    assert neutral(text).text == text


def test_marks_of_code_without_end_cost_no_more_than_their_length() -> None:
    begun = time.process_time()
    for piece in ("`", "`` ", "` r", "`{"):
        neutral(piece * (60_000 // len(piece)))
    assert time.process_time() - begun < 3

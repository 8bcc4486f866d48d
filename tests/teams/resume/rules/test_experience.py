"""Where a résumé names a thing, and how many months the entries that do make together."""

from __future__ import annotations

from datetime import date

import pytest

from kasen.teams.resume.rules.experience import History, quoted

TODAY = date(2026, 10, 1)
EN = """# Experience

## Engineer, Example Ltd (Apr 2020 – Mar 2022)

- Built services in Go.

## Engineer, Other Ltd (Jan 2022 – present)

- Built services in Go and Rust.

# Skills

Go, Java, Kafka

# Education

## University of Nowhere (2010 – 2014)

- Wrote Scala.
"""


def history(text: str = EN) -> History:
    return History.of(text, "en", TODAY)


def test_months_in_parallel_count_once_and_today_ends_what_goes_on() -> None:
    resume = history()
    assert resume.months(resume.mentions("Go")) == 24 + 55
    assert resume.months(resume.mentions("Rust")) == 58
    assert resume.total() == 24 + 55


def test_what_stands_in_a_list_or_in_a_school_has_no_months() -> None:
    resume = history()
    assert resume.mentions("Kafka")
    assert resume.months(resume.mentions("Kafka")) is None
    assert resume.months(resume.mentions("Scala")) is None
    assert resume.mentions("Terraform") == []


def test_a_year_without_a_month_counts_by_its_middle() -> None:
    assert history("# Experience\n\n## A Ltd (2016 – 2018)\n\n- Go").total() == 24
    assert history("# Experience\n\n## A Ltd (2016 – Feb 2018)\n\n- Go").total() == 20


def test_a_period_that_ends_before_it_begins_takes_nothing_away() -> None:
    text = "# Experience\n\n## A Ltd (Apr 2022 – Mar 2020)\n\n- Go\n\n## B Ltd (Jan 2010 – Dec 2010)\n\n- Go"
    assert history(text).total() == 12


def test_entries_of_work_are_quoted_before_lists() -> None:
    assert [one.quote for one in history().mentions("Go")] == [
        "Built services in Go.",
        "Built services in Go and Rust.",
        "Go, Java, Kafka",
    ]


@pytest.mark.parametrize(
    "line",
    [
        "Kubernetesの経験はありません",
        "Kubernetes（学習中）",
        "No experience with Kubernetes",
        "Still learning Kubernetes",
    ],
)
def test_what_is_said_to_be_unknown_is_no_mention(line: str) -> None:
    assert history(f"# Skills\n\n- {line}\n").mentions("Kubernetes") == []


def test_a_cell_or_a_sentence_is_quoted_and_nothing_that_is_masked() -> None:
    line = "| 言語 | Go、Java | 5年 |"
    assert quoted(line, (line.index("Go"), line.index("Go") + 2)) == "Go、Java"
    line = "- [name] built it in Go. Then he left."
    assert quoted(line, (line.index("Go"), line.index("Go") + 2)) == "built it in Go"
    line = "〔氏名〕はGoを使う"
    assert quoted(line, (5, 7)) == "はGoを使う"
    assert quoted("[name]", (1, 5)) == ""
    line = "- **x** ([source]([link])): a viewer in Go"
    assert quoted(line, (line.index("Go"), line.index("Go") + 2)) == "a viewer in Go"


def test_a_long_line_is_quoted_in_part() -> None:
    line = "x " * 500 + "Go" + " y" * 500
    found = quoted(line, (1000, 1002))
    assert "Go" in found
    assert len(found) <= 170
    assert found in line


def test_code_and_front_matter_are_no_mention() -> None:
    text = "---\ntags: [Go]\n---\n\n# Skills\n\n```{python}\n# Go\n```\n\n- Rust\n"
    assert history(text).mentions("Go") == []
    assert history(text).mentions("Rust")


def test_nothing_has_no_history() -> None:
    resume = history("")
    assert (resume.total(), resume.mentions("Go")) == (None, [])

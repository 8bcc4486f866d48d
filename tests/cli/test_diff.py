from __future__ import annotations

import json
from typing import Any, Literal

import pytest

from kasen.cli.columns import cells
from kasen.cli.diff import EN, JA, MOST, diff_lines
from kasen.runtime.diff import ClaimChange, CoverageChange, Difference, Side, SourceChange


def side(**given: Any) -> Side:
    known: dict[str, Any] = {"id": "01A", "team": "research", "mode": "quick", "title": "茶とは何か", "lang": "ja"}
    known |= {"status": "done", "created_at": "2026-11-21T10:00:00.000+00:00", "claims": 2, "sources": 1, "read": 3}
    known |= {"calls": 4, "tokens": 12345, "usd": 0.0312, "seconds": 38.24, "models": ["google:a"]}
    return Side(**known | given)


def difference() -> Difference:
    return Difference(
        first=side(),
        second=side(id="01B", usd=None, calls=2, mode="deep"),
        cautions=["other_mode", "other_request"],
        request=["docs", "question"],
        same_claims=5,
        claims=[
            ClaimChange(
                change="support",
                before="x",
                after="煎茶は蒸す。" * 30,
                support_before="partial",
                support_after="supported",
            ),
            ClaimChange(
                change="reworded",
                before="Old words.",
                after="New words.",
                support_before="partial",
                support_after="partial",
            ),
            *(ClaimChange(change="new", after=f"New {n}.", support_after="supported") for n in range(MOST)),
        ],
        same_sources=1,
        sources=[SourceChange(change="gone", title="茶", uri="https://example.com/a", kind="web")],
        coverage=[CoverageChange(point="産地", before=0.4, after=None)],
    )


@pytest.mark.parametrize("lang", ["ja", "en"])
def test_everything_is_said_in_lines_that_fit(lang: Literal["ja", "en"]) -> None:
    lines = list(diff_lines(difference(), lang))
    text = "\n".join(lines)
    said = JA if lang == "ja" else EN
    assert max(map(cells, lines)) <= 81
    for part in (
        "01A",
        "01B",
        "quick → deep",
        "docs",
        "Old words.",
        "→ New words.",
        "https://example.com/a",
        "$0.0312",
    ):
        assert part in text
    assert said.counts["same"].format(5) in text
    assert said.counts["new"].format(MOST) in text
    assert said.more.format(2) in text
    assert f"40% → {said.none}" in text
    assert said.unknown in text
    assert "question" not in text
    assert text.count("…") >= 2, "long claims are shortened"


def test_of_different_teams_claims_are_not_compared() -> None:
    found = difference().model_copy(update={"cautions": ["other_team"]})
    lines = "\n".join(diff_lines(found, "en"))
    assert "Claims" not in lines
    assert "Sources cited" in lines
    assert EN.cautions["other_team"].split(":")[0] in lines


def test_both_languages_say_the_same_things() -> None:
    for one, other in zip(EN, JA, strict=True):
        assert one
        assert type(one) is type(other)
        if isinstance(one, dict):
            assert isinstance(other, dict)
            assert one.keys() == other.keys()


def test_the_command_compares_two_runs_of_the_store(kasen: Any) -> None:
    kasen("echo", "first text")
    kasen("echo", "second text")
    second, first = [json.loads(line)["id"] for line in kasen("runs", "list", "--json").stdout.splitlines()]
    shown = kasen("runs", "diff", first, second)
    assert shown.exit_code == 0
    assert "different questions" in shown.stdout
    found = json.loads(kasen("runs", "diff", first, second, "--json").stdout)
    assert (found["first"]["id"], found["second"]["title"]) == (first, "second text")
    assert kasen("runs", "diff", first, "nothing").exit_code == 2


def test_a_form_that_a_run_cannot_have_is_one_sentence_after_what_it_can(kasen: Any) -> None:
    shown = kasen("echo", "some text", "--format", "md,bib")
    assert shown.exit_code == 4
    assert ".md" in shown.stdout
    assert "has no report that can be made into bib" in shown.stderr + str(shown.exception)

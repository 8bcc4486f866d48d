from __future__ import annotations

import itertools

import pytest

from kasen.gates.decision import Decision, Finding, Gate, Review, VerdictWord

ONE = Gate(required=("facts",), max_rounds=2)
TWO = Gate(required=("facts", "style"), max_rounds=3)


def said(**verdicts: VerdictWord) -> list[Review]:
    return [Review(reviewer=name, verdict=verdict) for name, verdict in verdicts.items()]


@pytest.mark.parametrize(
    ("verdict", "rounds", "asks", "decision"),
    [
        ("pass", 1, 1, "pass"),
        ("pass", 2, 3, "pass"),
        ("fail", 1, 1, "back"),
        ("fail", 2, 1, "stop"),
        ("fail", 3, 1, "stop"),
        ("no_verdict", 1, 1, "ask_again"),
        ("no_verdict", 1, 2, "ask_again"),
        ("no_verdict", 1, 3, "stop"),
        ("infra_failed", 2, 1, "ask_again"),
        ("infra_failed", 2, 3, "stop"),
    ],
)
def test_one_reviewer_decides(verdict: VerdictWord, rounds: int, asks: int, decision: Decision) -> None:
    assert ONE.decide(said(facts=verdict), rounds=rounds, asks=asks) == decision


@pytest.mark.parametrize(
    ("facts", "style", "decision"),
    [
        ("pass", "pass", "pass"),
        ("pass", "fail", "back"),
        ("fail", "no_verdict", "back"),
        ("pass", "no_verdict", "ask_again"),
        ("pass", "infra_failed", "ask_again"),
        ("no_verdict", "infra_failed", "ask_again"),
    ],
)
def test_all_required_reviewers_must_pass(facts: VerdictWord, style: VerdictWord, decision: Decision) -> None:
    assert TWO.decide(said(facts=facts, style=style), rounds=1) == decision


def test_a_reviewer_that_is_missing_said_nothing() -> None:
    assert TWO.decide(said(facts="pass"), rounds=1) == "ask_again"
    assert TWO.decide([], rounds=1, asks=3) == "stop"


def test_what_others_say_does_not_count() -> None:
    assert ONE.decide(said(facts="pass", gossip="fail"), rounds=1) == "pass"


def test_a_reviewer_asked_again_counts_with_its_last_word() -> None:
    assert ONE.decide([*said(facts="no_verdict"), *said(facts="pass")], rounds=1, asks=2) == "pass"


def test_silence_is_never_a_fail_and_never_a_pass() -> None:
    silent: tuple[VerdictWord, ...] = ("no_verdict", "infra_failed")
    for one, other, rounds, asks in itertools.product(silent, ("pass", *silent), (1, 2, 3, 9), (1, 2, 3, 9)):
        decision = TWO.decide(said(facts=one, style=other), rounds=rounds, asks=asks)
        assert decision in ("ask_again", "stop")


def test_every_loop_ends() -> None:
    words: tuple[VerdictWord, ...] = ("fail", "no_verdict", "infra_failed")
    for one, other in itertools.product(words, repeat=2):
        rounds, asks = 1, 1
        for _ in range(20):
            decision = TWO.decide(said(facts=one, style=other), rounds=rounds, asks=asks)
            rounds += decision == "back"
            asks += decision == "ask_again"
        assert decision == "stop"


def test_a_finding_has_a_severity_of_the_scale() -> None:
    assert Finding(id="1", severity="critical", text="x").suggestion == ""
    with pytest.raises(ValueError, match="severity"):
        Finding(id="1", severity="high", text="x")

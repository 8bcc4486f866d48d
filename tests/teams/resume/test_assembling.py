"""The result of a run, put together from its state."""

from __future__ import annotations

from kasen.team import RunFigures
from kasen.teams.resume.assembling import costs_of, questions, redecided
from kasen.teams.resume.deciding import decisions
from kasen.teams.resume.patch import applied
from kasen.teams.resume.schemas.feedback import Feedback, Finding
from kasen.teams.resume.schemas.part import Place
from kasen.teams.resume.schemas.result import IterationCost
from teams.resume.scenes import improved_ja


def test_an_iteration_costs_what_lies_between_two_beginnings() -> None:
    snapshots = [
        IterationCost(iteration=1, calls=0),
        IterationCost(iteration=2, calls=6, input_tokens=600, output_tokens=60, usd=0.25),
    ]
    costs = costs_of(RunFigures(calls=14, input_tokens=1500, output_tokens=150, usd=0.75), snapshots)
    assert [(one.iteration, one.calls, one.input_tokens, one.usd) for one in costs.iterations] == [
        (1, 6, 600, 0.25),
        (2, 8, 900, 0.5),
    ]
    assert sum(one.calls for one in costs.iterations) == costs.calls


def test_an_unknown_price_stays_unknown() -> None:
    snapshots = [IterationCost(iteration=1), IterationCost(iteration=2, usd=None)]
    costs = costs_of(RunFigures(usd=None), snapshots)
    assert [one.usd for one in costs.iterations] == [None, None]


def test_an_earlier_review_is_decided_anew_and_everything_else_stays() -> None:
    prior = improved_ja()
    first = prior.changes[0]
    again = redecided(prior, decisions(prior.changes, [first.id], {}), "run_2")
    assert again.revised == applied(prior.original, [first])
    assert (again.run_id, again.history, again.outcome) == ("run_2", prior.history, prior.outcome)


def test_a_question_that_fits_two_lines_is_asked_of_both_and_of_each_once() -> None:
    def finding(number: int, quote: str) -> Finding:
        return Finding(
            id=f"1R{number}",
            critic="recruiter",
            severity="major",
            text="t",
            quote=quote,
            place=Place(line=number, start=0, end=1),
            question="どれだけ変わりましたか。",
        )

    given = [finding(25, "業務を改善した。"), finding(32, "開封率を上げた。"), finding(32, "開封率を上げた。")]
    asked = questions([Feedback(agent="recruiter", iteration=1, findings=tuple(given))], [], "ja")
    assert [(one.line, one.question) for one in asked] == [
        (25, "どれだけ変わりましたか。"),
        (32, "「開封率を上げた。」：どれだけ変わりましたか。"),
    ]

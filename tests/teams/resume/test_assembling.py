"""The result of a run, put together from its state."""

from __future__ import annotations

from kasen.team import RunFigures
from kasen.teams.resume.assembling import costs_of, redecided
from kasen.teams.resume.deciding import decisions
from kasen.teams.resume.patch import applied
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

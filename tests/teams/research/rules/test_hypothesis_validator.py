"""A rule judges no evidence."""

from __future__ import annotations

from kasen.teams.research.rules.hypothesis_validator import leave_open


def test_the_computed_likelihood_stays_and_nothing_is_reasoned() -> None:
    said = leave_open(question="q", hypothesis="drought", refutes="", evidence=[], lang="en")
    assert (said.verdict, said.reasons) == ("holds", [])

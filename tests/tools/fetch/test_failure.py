from __future__ import annotations

from kasen.tools.fetch.failure import Failure
from kasen.tools.fetch.page import Unfetched


def test_a_failure_is_told_to_whoever_asked() -> None:
    told = Failure("status", "answered 404 Not Found", status=404).told("http://example.org/a")
    assert told == Unfetched(asked="http://example.org/a", kind="status", reason="answered 404 Not Found", status=404)


def test_what_is_worth_another_attempt_is_not_lasting_unless_said_otherwise() -> None:
    assert Failure("unreachable", "x", again=True).told("u").lasting is False
    assert Failure("robots", "x").told("u").lasting is True
    assert Failure("timeout", "x", lasting=False).told("u").lasting is False

"""Ids of evidence follow from content."""

from __future__ import annotations

import pytest
from pydantic import ValidationError

from kasen.evidence.types import Claim, content_id


def test_the_same_content_has_the_same_id() -> None:
    assert content_id("p", "宇治", 1) == content_id("p", "宇治", 1)
    assert content_id("p", "宇治", 1).startswith("p_")
    assert content_id("p", "\ud800") != content_id("p", "")


def test_parts_cannot_run_into_each_other() -> None:
    assert content_id("p", "ab", "c") != content_id("p", "a", "bc")


def test_evidence_is_frozen() -> None:
    claim = Claim(id="c", text="茶")
    with pytest.raises(ValidationError):
        claim.support = "supported"  # type: ignore[misc]

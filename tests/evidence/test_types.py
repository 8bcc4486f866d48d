"""Ids of evidence follow from content."""

from __future__ import annotations

import pytest
from pydantic import ValidationError

from kasen.evidence.types import Claim, Source, content_id


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


def test_a_source_knows_what_its_pages_are() -> None:
    office = "application/vnd.openxmlformats-officedocument."
    kinds = {
        "application/pdf": "page",
        f"{office}presentationml.presentation": "slide",
        f"{office}spreadsheetml.sheet": "sheet",
    }
    for media_type, unit in kinds.items():
        assert Source(id="s", kind="document", title="t", uri="/t", media_type=media_type).unit == unit

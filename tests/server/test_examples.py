from __future__ import annotations

from pydantic import TypeAdapter

from kasen.evidence.types import Hit
from kasen.knowledge.report import Report
from kasen.server.examples import EVIDENCE, HITS, REPORT, shown
from kasen.server.shapes import EvidenceShown


def test_examples_are_what_is_given() -> None:
    found = EvidenceShown.model_validate(EVIDENCE)
    assert found.claims[0].passage_ids == (found.passages[0].id,)
    assert found.passages[0].source_id == found.sources[0].id
    assert TypeAdapter(list[Hit]).validate_python(HITS)[0].passage == found.passages[0]
    assert set(REPORT) <= set(Report.model_fields)


def test_an_example_stands_where_openapi_looks_for_it() -> None:
    assert shown({"a": 1}) == {200: {"content": {"application/json": {"example": {"a": 1}}}}}

"""A result can be stored and read again as it was."""

from __future__ import annotations

from kasen.teams.research.schemas.result import KeyFinding, Result, SourceUsed
from kasen.tools.report.model import Report


def test_a_result_survives_being_stored() -> None:
    result = Result(
        title="宇治",
        lang="ja",
        question="宇治とは？",
        findings=[KeyFinding(text="x", passage_ids=["p"], support="partial", marks=["disputed"], quoted=False)],
        coverage=[],
        not_covered=["価格"],
        sources=[SourceUsed(number=1, source_id="s", title="t", uri="https://example.org/")],
        report="# 宇治\n",
        document=Report(title="宇治", lang="ja", question="宇治とは？", date="2026-01-02"),
    )
    assert Result.model_validate(result.model_dump(mode="json")) == result

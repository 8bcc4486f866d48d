from __future__ import annotations

import pytest
from pydantic import ValidationError

from kasen.tools.report.model import Cell, Citation, Report, Row, Sentence, Table, Words
from tools.report.sample import report


def test_every_citation_of_the_sample_resolves() -> None:
    whole = report()
    assert len(whole.sentences()) == 12
    assert whole.unresolved() == []


@pytest.mark.parametrize(
    ("citation", "problem"),
    [
        (Citation(reference=9, words=(Words(passage_id="p_1"),)), "no such reference"),
        (Citation(reference=1), "no passage"),
        (Citation(reference=1, words=(Words(passage_id="p_2"),)), "passage p_2 is not listed"),
        (Citation(reference=1, words=(Words(passage_id="p_1", start=3, end=999),)), "are outside passage"),
    ],
)
def test_a_citation_that_leads_nowhere_is_named(citation: Citation, problem: str) -> None:
    [line] = report().model_copy(update={"summary": (Sentence(text="x", citations=(citation,)),)}).unresolved()
    assert problem in line


def test_rows_are_filled_up_with_unknown_cells_and_cannot_be_too_long() -> None:
    table = Table(columns=("a", "b"), rows=(Row(heading="x"),))
    assert table.cells(table.rows[0]) == (Cell(), Cell())
    with pytest.raises(ValidationError, match="more cells"):
        Table(columns=("a",), rows=(Row(heading="x", cells=(Cell(), Cell())),))


def test_a_report_survives_json_and_refuses_unknown_fields() -> None:
    whole = report("ja", "宇治")
    assert Report.model_validate_json(whole.model_dump_json()) == whole
    with pytest.raises(ValidationError):
        Report.model_validate({**whole.model_dump(), "html": "<b>"})

from __future__ import annotations

from kasen.teams.resume.document.masking import mask
from kasen.teams.resume.document.parse import parse

TEXT = "# A\r\n\r\n- led a team\r\n- sold things"


def test_a_line_is_found_by_its_number_and_by_a_position() -> None:
    resume = parse(TEXT)
    third = resume.line(3)
    assert third is not None
    assert third.text == "- led a team"
    assert [resume.line(number) for number in (0, -1, 5)] == [None, None, None]
    assert resume.line_at(TEXT.index("team")) == 3
    assert resume.line_at(0) == 1
    assert resume.line_at(len(TEXT)) == 4
    assert parse("").line_at(0) == 1


def test_a_masked_text_locates_a_quotation_in_the_original() -> None:
    place = mask(parse(TEXT)).locate("sold things", line=4)
    assert place is not None
    assert TEXT[slice(*place)] == "sold things"

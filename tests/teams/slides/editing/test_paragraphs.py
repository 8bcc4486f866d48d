from __future__ import annotations

from typing import Any

import pytest
from lxml import etree

from kasen.teams.slides.editing.paragraphs import lines_of, write
from kasen.teams.slides.schemas.texts import Line

A = "http://schemas.openxmlformats.org/drawingml/2006/main"


def body(*paragraphs: str) -> Any:
    return etree.fromstring(f'<p:txBody xmlns:p="p" xmlns:a="{A}"><a:bodyPr/>{"".join(paragraphs)}</p:txBody>')


def run(text: str, form: str = "") -> str:
    return f"<a:r><a:rPr {form}/><a:t>{text}</a:t></a:r>"


BOLD = f'<a:p><a:pPr lvl="1"/>{run("Most of it ")}{run("abroad", "b=&quot;1&quot;").replace("&quot;", chr(34))}</a:p>'


def xml(one: Any) -> str:
    return str(etree.tostring(one, encoding="unicode"))


def test_paragraphs_are_read_with_levels_and_breaks() -> None:
    made = body(BOLD, f"<a:p>{run('a')}<a:br/>{run('b')}</a:p>", "<a:p/>")
    assert lines_of(made) == (Line(text="Most of it abroad", level=1), Line(text="a\nb"), Line(text=""))


def test_what_stays_is_not_touched_and_what_changes_keeps_the_forms_around_it() -> None:
    made = body(BOLD, f"<a:p>{run('Other')}</a:p>")
    second = xml(made[2])
    assert write(made, [Line(text="Most of it overseas", level=1), Line(text="Other")])
    assert [one.text for one in made.iter(f"{{{A}}}t")] == ["Most of it ", "overseas", "Other"]
    assert xml(made[2]) == second
    assert 'b="1"' in xml(made[1])


def test_words_that_are_all_new_take_the_first_form() -> None:
    made = body(BOLD)
    write(made, [Line(text="XYZ", level=1)])
    assert [one.text for one in made.iter(f"{{{A}}}t")] == ["XYZ"]
    assert 'b="1"' not in xml(made)


@pytest.mark.parametrize(
    "lines",
    [["one"], ["one", "two", "three", "four"], [], [""], ["a\nb", "c"], ["x\x00\x0by"], ["Other", "Most of it abroad"]],
)
def test_what_is_written_is_what_is_read(lines: list[str]) -> None:
    made = body(BOLD, f"<a:p>{run('Other')}</a:p>")
    assert write(made, [Line(text=text) for text in lines])
    wanted = [text.replace("\x00", "").replace("\x0b", "\n") for text in lines] or [""]
    assert [line.text for line in lines_of(made)] == wanted
    assert {line.level for line in lines_of(made)} == {0}


def test_a_paragraph_with_a_formula_is_left_alone() -> None:
    made = body(f'<a:p>{run("E = ")}<m:oMath xmlns:m="m"/></a:p>', f"<a:p>{run('free')}</a:p>")
    before = xml(made)
    assert not write(made, [Line(text="E = mc"), Line(text="free")])
    assert xml(made) == before
    assert write(made, [Line(text="E = "), Line(text="other")])

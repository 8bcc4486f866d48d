from __future__ import annotations

import json

from kasen.teams.slides.data.handed import LONGEST, MOST_LINES, MOST_ROWS, handed_over
from kasen.teams.slides.data.kasen_data import MARK

GOOD = {"id": "F1", "kind": "number", "value": 3, "rows": [2]}


def line(body: object) -> str:
    return MARK + json.dumps(body)


def test_figures_are_found_among_whatever_else_is_printed() -> None:
    found, wrong = handed_over(f"hello\n\n{line(GOOD)}\n{{}}\n")
    assert ([one.id for one in found], wrong) == (["F1"], [])


def test_of_one_id_and_title_the_last_stands() -> None:
    found, _ = handed_over("\n".join([line(GOOD), line({**GOOD, "value": 4})]))
    assert [one.value for one in found] == [4]


def test_figures_that_were_given_the_same_id_are_told_apart_by_their_titles() -> None:
    found, _ = handed_over("\n".join(line({**GOOD, "title": title}) for title in "abc"))
    assert [(one.id, one.title) for one in found] == [("F1", "a"), ("F1 (2)", "b"), ("F1 (3)", "c")]


def test_lines_that_are_no_figures_say_why() -> None:
    found, wrong = handed_over("\n".join([MARK + "{", line({"kind": "chart"}), line({**GOOD, "kind": "film"})]))
    assert found == []
    assert wrong[0] == "a line that begins as a figure is no JSON"
    assert wrong[1].startswith("a figure is not valid: id: ")
    assert "kind" in wrong[2]


def test_more_lines_than_a_deck_needs_are_not_looked_at() -> None:
    found, wrong = handed_over("\n".join(line({**GOOD, "id": f"F{n}"}) for n in range(MOST_LINES + 5)))
    assert len(found) == MOST_LINES
    assert wrong == [f"{MOST_LINES + 5} figures were handed over; only the first {MOST_LINES} were looked at"]


def test_more_points_or_series_than_a_chart_holds_are_refused() -> None:
    _, wrong = handed_over(line({"id": "F1", "kind": "chart", "categories": ["a"] * 1_000}))
    assert "categories" in wrong[0]
    _, wrong = handed_over(line({"id": "F1", "kind": "chart", "series": {f"s{n}": [1] for n in range(40)}}))
    assert "series" in wrong[0]


def test_what_is_not_known_of_a_value_is_an_empty_trace() -> None:
    (figure,), _ = handed_over(line({"id": "F1", "kind": "chart", "traces": {"x": [{"how": "sum"}]}}))
    assert figure.series_trace("x", 0).how == "sum"
    assert figure.series_trace("x", 5).how == figure.series_trace("y", 0).how == figure.row_trace(0).how == ""


def test_rows_may_be_places_of_lists_of_distances() -> None:
    body = {**GOOD, "rows": 1, "lists": ["2", "2 1*3 -3 0 10*2"]}
    (figure,), _ = handed_over(line(body))
    assert figure.rows == [2, 3, 4, 5, 2, 2, 12, 22]


def test_lists_of_rows_that_are_none_or_endless_hold_nothing_and_places_of_none_are_told() -> None:
    lists = ["2 x", 7, "1*999", f"1*{MOST_ROWS}", "1*999999999 1*999999999", "9" * 50]
    for place in (0, 1, 3, 4, 5):
        (figure,), wrong = handed_over(line({**GOOD, "rows": place, "lists": lists}))
        assert (figure.rows, wrong) == ([], [])
    for other in (6, -1, "0", None):
        found, wrong = handed_over(line({**GOOD, "rows": other, "lists": lists}))
        assert found == []
        assert wrong == ["a figure is not valid: rows: Value error, no list of row numbers"]


def test_a_line_that_is_too_long_to_be_read_says_so() -> None:
    found, wrong = handed_over(line({**GOOD, "title": "x" * LONGEST}))
    assert found == []
    assert "at most 4,000,000" in wrong[0]

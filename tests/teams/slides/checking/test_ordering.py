from __future__ import annotations

from kasen.teams.slides.building.xml import node
from kasen.teams.slides.checking.ordering import misplaced


def test_children_in_the_order_of_the_schema_are_sound() -> None:
    assert list(misplaced(node("a:rPr", None, node("a:solidFill"), node("a:latin"), node("a:ea")))) == []


def test_the_first_child_out_of_order_is_told_with_the_one_before_it() -> None:
    made = node("a:p", None, node("a:pPr", None, node("a:buChar"), node("a:lnSpc"), node("a:spcBef")))
    assert list(misplaced(made)) == [("a:pPr", "lnSpc", "buChar")]


def test_what_the_table_does_not_know_is_left_alone() -> None:
    assert list(misplaced(node("a:gradFill", None, node("a:lin"), node("a:gsLst")))) == []

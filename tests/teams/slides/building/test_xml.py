from __future__ import annotations

from kasen.teams.slides.building.xml import every, legal, node, under


def test_only_what_xml_has_a_place_for_is_kept() -> None:
    assert legal("a\x00\x1f\ud800\ufffe\uffffb\r\nc\rd\x0be\U0001f375") == "ab\nc\nd\ne\U0001f375"


def test_an_element_has_its_attributes_and_children_but_for_what_is_none() -> None:
    made = node("a:rPr", {"sz": 1200, "b": True, "i": None, "r:id": "x\x00"}, None, node("a:ea"))
    assert made.get("sz") == "1200"
    assert made.get("b") == "1"
    assert made.get("i") is None
    assert len(made) == 1
    assert "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}id" in made.attrib


def test_elements_below_are_found() -> None:
    made = node("a:p", None, node("a:r", None, node("a:t", text="x")))
    assert [held.text for held in under(made, "a:t")] == ["x"]
    assert every([None, made]) == [made]

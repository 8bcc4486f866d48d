from __future__ import annotations

from lxml import etree

from kasen.teams.slides.template.xml import FURTHEST, at, local, number, parsed, share, yes
from teams.slides.odd_templates import xml


def test_numbers_are_bounded_and_what_is_none_is_the_usual() -> None:
    element = xml('<a:off a="12" b="1e400" c="x" d="99999999999999" e="-99999999999999" f="2.6" g="nan"/>')
    assert [number(element, key, 7) for key in "abcdefgh"] == [12, 7, 7, FURTHEST, -FURTHEST, 3, 7, 7]
    assert number(None, "a", 3) == 3


def test_shares_are_thousandths_of_a_percent_or_percents() -> None:
    element = xml('<a:lumMod val="50000" p="62.5%" x="many" i="inf"/>')
    assert (share(element), share(element, "p"), share(element, "x"), share(element, "i")) == (0.5, 0.625, 1.0, 1.0)
    assert share(None, otherwise=0.0) == 0.0


def test_a_path_ends_where_a_step_is_missing() -> None:
    element = xml("<p:sp><p:spPr><a:xfrm/></p:spPr></p:sp>")
    found = at(element, "p:spPr", "a:xfrm")
    assert found is not None
    assert local(found) == "xfrm"
    assert at(element, "p:nothing", "a:xfrm") is None
    assert at(None, "p:spPr") is None
    assert local(etree.Comment("x")) == ""


def test_what_is_no_xml_is_none_and_entities_stay_unread() -> None:
    assert parsed(b"no xml") is None
    element = parsed(b'<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]><x>&e;</x>')
    assert element is not None
    assert "root" not in etree.tostring(element).decode().replace("<x>", "")


def test_yes_is_said_in_three_ways() -> None:
    assert [yes(text) for text in ("1", "true", "on", "0", "false", None)] == [True] * 3 + [False] * 3

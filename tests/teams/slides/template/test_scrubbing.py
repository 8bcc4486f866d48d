from __future__ import annotations

import pytest

from kasen.teams.slides.template.package import Unusable
from kasen.teams.slides.template.scrubbing import parsed_strictly, scrubbed
from teams.slides.odd_templates import SPACES


def scrub(inner: str, *kept: str) -> tuple[str, int]:
    data, started = scrubbed(f"<p:sld {SPACES}>{inner}</p:sld>".encode(), kept)
    return data.decode(), started


def test_what_speaks_of_slides_is_gone_with_the_extension_that_held_it() -> None:
    section = (
        '<p:extLst><p:ext uri="{5}"><p:sectionLst><p:section/></p:sectionLst></p:ext><p:ext uri="{6}"/></p:extLst>'
    )
    made, _ = scrub(f'<p:sldIdLst><p:sldId id="256" r:id="rId7"/></p:sldIdLst><p:custShowLst/>{section}')
    assert "sldId" not in made
    assert "custShow" not in made
    assert "{5}" not in made
    assert "{6}" in made


def test_a_picture_that_is_only_linked_goes_and_one_that_is_embedded_too_stays() -> None:
    linked, _ = scrub('<p:pic><p:blipFill><a:blip r:link="rId1"/></p:blipFill></p:pic>')
    assert "pic" not in linked
    both, _ = scrub('<p:pic><p:blipFill><a:blip r:embed="rId2" r:link="rId1"/></p:blipFill></p:pic>', "rId2")
    assert 'r:embed="rId2"' in both
    assert "link" not in both


def test_a_fill_or_a_bullet_that_was_a_linked_picture_becomes_none() -> None:
    made, _ = scrub('<p:spPr><a:blipFill><a:blip r:link="rId1"/></a:blipFill></p:spPr>')
    assert "<p:spPr><a:noFill/></p:spPr>" in made
    bullet, _ = scrub('<a:pPr><a:buBlip><a:blip r:embed="rId1"/></a:buBlip></a:pPr>')
    assert "<a:pPr><a:buNone/></a:pPr>" in bullet


def test_animations_go_with_the_shapes_that_they_move_and_stay_without() -> None:
    timing = '<p:timing><p:spTgt spid="3"/></p:timing>'
    assert "timing" not in scrub(f'<p:graphicFrame><p:oleObj r:id="rId1"/></p:graphicFrame>{timing}')[0]
    assert "timing" in scrub(timing)[0]


def test_comments_and_instructions_go() -> None:
    made, _ = scrub("<!-- who made it --><?run this?><p:cSld/>")
    assert "who made it" not in made
    assert "run this" not in made
    assert "cSld" in made


def test_actions_that_start_something_are_counted() -> None:
    made, started = scrub(
        '<a:hlinkClick r:id="" action="PPACTION://PROGRAM?x"/><a:hlinkClick r:id="" action="ppaction://noaction"/>'
    )
    assert started == 1
    assert "noaction" in made


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"no xml", "damaged"),
        (b"", "damaged"),
        (b"<a><b></a>", "damaged"),
        (b'<?xml version="1.0"?><!DOCTYPE a><a/>', "DTD"),
        ('<?xml version="1.0" encoding="utf-16"?><!DOCTYPE a><a/>'.encode("utf-16"), "DTD"),
        (b'<?xml version="1.0" encoding="UTF-7"?>+ADwAIQ-DOCTYPE a+AD4-<a/>', "damaged"),
        (b"\x4c\x6f\xa7\x94\x93", "damaged"),
        (b"<a>" * 3_000 + b"</a>" * 3_000, "damaged"),
        (b'<p:x xmlns:p="http://purl.oclc.org/ooxml/presentationml/main"/>', "Strict"),
    ],
)
def test_what_is_no_plain_xml_is_refused(data: bytes, said: str) -> None:
    with pytest.raises(Unusable, match=said):
        parsed_strictly(data)


def test_xml_in_another_plain_encoding_is_read() -> None:
    assert parsed_strictly('<?xml version="1.0" encoding="utf-16"?><a>題</a>'.encode("utf-16")).text == "題"
    assert parsed_strictly("\ufeff<a>題</a>".encode()).text == "題"

from kasen.teams.resume.measures.page_facts import ats_text, contrast, font_size, line_length, mobile_width
from kasen.tools.screenshot.model import PageFacts, PageProblem
from teams.resume.measures.given import english, japanese, one, view

TEXT = english("- Built it")


def test_what_was_not_measured_is_none_and_says_so() -> None:
    seen = view(TEXT, page=PageFacts())
    for measure in (contrast, mobile_width, font_size, line_length, ats_text):
        found = measure(seen)
        assert found.score is None
        assert found.note


def test_violations_cost_by_their_impact() -> None:
    problems = (
        PageProblem(rule="color-contrast", impact="serious", text="Elements must have enough contrast", count=3),
        PageProblem(rule="region", impact="moderate", text="Content should be in landmarks"),
    )
    found = contrast(view(TEXT, page=PageFacts(axe="4.14.1", problems=problems)))
    assert found.score == 3.0
    assert found.defects[0].severity == "major"
    assert "(color-contrast, 3 elements)" in found.defects[0].text
    assert contrast(view(TEXT, page=PageFacts(axe="4.14.1"))).score == 5.0


def test_pixels_have_limits() -> None:
    assert [mobile_width(view(TEXT, page=PageFacts(mobile_overflow=n))).score for n in (0, 8, 40, 120, 500)] == [
        5,
        4,
        2.5,
        1,
        0,
    ]
    assert [font_size(view(TEXT, page=PageFacts(smallest_font=n))).score for n in (12, 11, 10, 9, 6)] == [
        5,
        4,
        2.5,
        1,
        0,
    ]
    assert one(font_size(view(TEXT, page=PageFacts(smallest_font=9)))).suggestion


def test_lines_are_shorter_in_japanese() -> None:
    page = PageFacts(line_length=70)
    assert line_length(view(TEXT, page=page)).score == 5.0
    assert line_length(view(japanese("- 設計"), page=page)).score == 2.0


def test_what_an_extractor_reads_is_a_share() -> None:
    assert [ats_text(view(TEXT, page=PageFacts(ats_text=n))).score for n in (1.0, 0.96, 0.85, 0.2)] == [5, 4, 2, 0]
    assert ats_text(view(TEXT, page=PageFacts(ats_text=0.85))).note == "85% of the words come out of the PDF in order."

from __future__ import annotations

from kasen.teams.slides.schemas.texts import Line, ShapeEditorOutput, Sheet, Text


def test_paragraphs_may_be_plain_words_and_long_lists_lose_their_end() -> None:
    texts = [{"slide": 1, "shape": "T1", "paragraphs": ["a", {"text": "b", "level": 1}]}] * 300
    said = ShapeEditorOutput.model_validate({"reply": "x", "texts": texts})
    assert [(one.text, one.level) for one in said.texts[0].paragraphs] == [("a", None), ("b", 1)]
    assert len(said.texts) == 200


def test_a_slide_is_called_by_its_title_else_by_its_first_words() -> None:
    body = Text(id="T1", kind="body", lines=(Line(text="First"), Line(text="deep", level=2)))
    title = Text(id="T2", kind="title", lines=(Line(text="Name"),))
    assert Sheet(number=1, id="s-1", part="x", texts=(body,)).title == "First deep"
    assert Sheet(number=1, id="s-1", part="x", texts=(body, title)).title == "Name"
    assert body.marked == "First\n-- deep"

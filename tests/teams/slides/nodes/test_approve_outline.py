from __future__ import annotations

from jsonschema import validate

from kasen.teams.slides.nodes.approve_outline import OUTLINE
from kasen.teams.slides.schemas.outputs import OutlineOutput, OutlineSlide


def test_an_outline_as_it_is_shown_is_an_answer_that_fits() -> None:
    outline = OutlineOutput(title="Tea", slides=[OutlineSlide(kind="bullets", title="Uji", message="")])
    shown = outline.model_dump(mode="json", exclude={"thinking"})
    validate(shown, OUTLINE)
    assert OUTLINE["properties"].keys() >= shown.keys()
    assert OUTLINE["properties"]["slides"]["items"]["properties"].keys() >= shown["slides"][0].keys()

from __future__ import annotations

import pytest
from pydantic import ValidationError

from kasen.tools.office.model import Extent, PdfFont, Rendering


def test_a_rendering_is_kept_as_json_with_its_bytes() -> None:
    rendering = Rendering(pdf=b"%PDF-\xff", pictures=(b"\x89PNG",), fonts=(PdfFont(name="x", embedded=True),), by="y")
    assert Rendering.model_validate_json(rendering.model_dump_json()) == rendering
    assert "PDF" not in repr(rendering)


def test_an_extent_is_of_a_kind_that_is_known() -> None:
    made = Extent(slide=1, order=0, kind="text", declared=(0, 0, 1, 1), measured=(0, 0, 1, 2))
    assert made.member is None
    with pytest.raises(ValidationError):
        Extent.model_validate({**made.model_dump(), "kind": "sound"})

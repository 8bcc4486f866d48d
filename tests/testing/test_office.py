from __future__ import annotations

import io

import pytest
from PIL import Image

from kasen.errors import Refused
from kasen.team import Deps
from kasen.testing.office import FakeOffice
from kasen.tools.office.libreoffice import LibreOffice
from kasen.tools.office.model import Office, PdfFont
from tools.office.decks import JA, box, deck


def test_it_stands_where_the_real_one_does() -> None:
    both: tuple[Office, ...] = (FakeOffice(), LibreOffice("soffice"))
    assert len(both) == 2
    assert "office" in Deps.__dataclass_fields__


async def test_pictures_are_as_many_as_slides_and_each_is_another() -> None:
    data = deck(lambda s: box(s, JA), lambda s: box(s, JA), lambda _: None)
    rendering = await FakeOffice(blank=[3], fonts=[PdfFont(name="Fake", embedded=False)]).render(data, width=320)
    pictures = [Image.open(io.BytesIO(one)) for one in rendering.pictures]
    assert [one.size for one in pictures] == [(320, 180)] * 3
    assert len(set(rendering.pictures)) == 3
    assert [one.getextrema() for one in pictures] == [(0x33, 0xFF), (0x33, 0xFF), (0xFF, 0xFF)]
    assert rendering.pdf.startswith(b"%PDF-")
    assert rendering.pdf.count(b"/Type /Page\n") == 3
    assert not rendering.fonts[0].embedded


async def test_extents_are_those_of_the_file_unless_it_is_told_otherwise() -> None:
    data = deck(lambda s: (box(s, JA), box(s, "x", x=6)), lambda s: box(s, JA))  # type: ignore[arg-type]
    office = FakeOffice({(1, 1): (1, 2, 3, 4)})
    found = await office.measure(data)
    assert [(one.slide, one.order, one.kind) for one in found] == [(1, 0, "text"), (1, 1, "text"), (2, 0, "text")]
    assert [one.measured == one.declared for one in found] == [True, False, True]
    assert found[1].measured == (1, 2, 3, 4)
    assert office.asked == ["measure"]


async def test_it_fails_as_it_is_told_and_refuses_what_is_no_deck() -> None:
    with pytest.raises(Refused, match="out of order"):
        await FakeOffice(error=Refused("out of order")).render(b"")
    with pytest.raises(Refused, match="not a readable"):
        await FakeOffice().measure(b"no deck")

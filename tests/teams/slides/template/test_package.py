from __future__ import annotations

import io
import zipfile

import pytest

from kasen.teams.slides.template.bundled import bundled
from kasen.teams.slides.template.package import Package, Unusable
from teams.slides.template import hostile


def test_parts_are_found_whatever_the_case_of_their_names() -> None:
    package = Package(bundled("light"))
    assert package.has("PPT/Presentation.xml")
    assert package.read("ppt/presentation.XML") == hostile.parts(bundled("light"))[hostile.MAIN]
    assert not package.has("ppt/none.xml")
    assert package.outside == 0


def test_a_list_of_parts_that_says_it_is_huge_is_not_read() -> None:
    data = bytearray(bundled("light"))
    end = data.rfind(b"PK\x05\x06")
    data[end + 12 : end + 16] = (500 << 20).to_bytes(4, "little")
    with pytest.raises(Unusable, match="too many parts"):
        Package(bytes(data))


def test_a_part_with_a_password_is_refused() -> None:
    data = bytearray(bundled("light"))
    start = data.find(b"PK\x01\x02")
    data[start + 8] |= 1
    package = Package(bytes(data))
    with pytest.raises(Unusable, match="encrypted"):
        package.read("[Content_Types].xml")


def test_xml_that_is_too_long_is_not_unpacked() -> None:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_STORED) as archive:
        archive.writestr("a.xml", b"<a/>" + b" " * (33 << 20))
    with pytest.raises(Unusable, match=r"a part that is too large: `a\.xml`"):
        Package(made.getvalue()).read("a.xml")


def test_a_part_that_says_it_is_smaller_than_it_is_gives_no_more_than_it_says() -> None:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("a.xml", b"x" * 3_000_000)
    data = bytearray(made.getvalue())
    for sign, shift in ((b"PK\x01\x02", 24), (b"PK\x03\x04", 22)):
        place = data.find(sign)
        data[place + shift : place + shift + 4] = (10).to_bytes(4, "little")
    with pytest.raises(Unusable, match="cannot be unpacked"):
        Package(bytes(data)).read("a.xml")


def test_an_ordinary_template_of_one_colour_pictures_passes() -> None:
    Package(hostile.changed(added={"ppt/media/image1.png": b"\x00" * 3_000_000}))

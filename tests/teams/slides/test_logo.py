from __future__ import annotations

import io
from pathlib import Path

import pytest
from PIL import Image

from kasen.errors import InputError
from kasen.teams.slides import logo
from kasen.teams.slides.logo import WIDEST, checked


def picture(path: Path, size: tuple[int, int] = (40, 20), form: str = "PNG") -> Path:
    image = Image.new("RGB", size, "navy")
    exif = image.getexif()
    exif[0x010E] = "taken at home"
    image.save(path, form, exif=exif)
    return path


def test_a_logo_loses_its_metadata_and_keeps_its_form(tmp_path: Path) -> None:
    for form, kind in (("PNG", "image/png"), ("JPEG", "image/jpeg")):
        data, media_type = checked(picture(tmp_path / f"logo.{form.lower()}", form=form))
        assert media_type == kind == logo.media_type(data)
        with Image.open(io.BytesIO(data)) as opened:
            assert opened.size == (40, 20)
            assert not opened.getexif()
        assert b"taken at home" not in data


def test_a_large_logo_is_brought_down(tmp_path: Path) -> None:
    data, _ = checked(picture(tmp_path / "logo.png", (3 * WIDEST, 30)))
    with Image.open(io.BytesIO(data)) as opened:
        assert opened.width == WIDEST


@pytest.mark.parametrize("data", [b"", b"\x89PNG\r\n", b"<svg/>", b"GIF89a" + b"\x00" * 30])
def test_what_is_no_picture_is_refused_in_a_sentence(data: bytes, tmp_path: Path) -> None:
    path = tmp_path / "logo.png"
    path.write_bytes(data)
    with pytest.raises(InputError, match="is no picture that can be read"):
        checked(path)


def test_a_picture_of_far_too_many_pixels_is_refused_unread(tmp_path: Path) -> None:
    path = tmp_path / "logo.png"
    Image.new("1", (20_000, 9_000)).save(path)
    with pytest.raises(InputError):
        checked(path)

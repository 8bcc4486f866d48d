from __future__ import annotations

import pytest

from kasen.teams.slides.building.look import Color, Look, contrast, luminance
from kasen.teams.slides.schemas.design import DesignContext
from teams.slides.building.hand_made import THEME, design


def look(background: str = "FFFFFF", asked: tuple[str, ...] = (), held: DesignContext | None = None) -> Look:
    held = held or design()
    return Look(held, held.layout(1).model_copy(update={"background": background}), asked)


def test_contrast_is_that_of_wcag() -> None:
    assert contrast("000000", "FFFFFF") == pytest.approx(21)
    assert contrast("777777", "FFFFFF") == pytest.approx(4.48, abs=0.01)
    assert luminance("FF0000") == pytest.approx(0.2126)


def test_ink_is_the_colour_of_the_theme_that_is_read_on_the_layout() -> None:
    assert look("FFFFFF").ink.scheme == "tx1"
    assert look("101820").ink.scheme == "bg1"


def test_text_on_any_accent_has_the_contrast_that_text_needs() -> None:
    for background in ("FFFFFF", "101820"):
        held = look(background)
        for accent in held.accents:
            fill = held.strong(accent)
            assert contrast(held.on(fill.shown).rgb, fill.shown) >= 4.5
            assert contrast(held.ink.rgb, held.tint(accent).shown) >= 4.5
        fill, text = held.warning()
        assert contrast(text.rgb, fill.shown) >= 4.5


def test_changes_are_those_of_office_to_one_step_of_256() -> None:
    assert Color("4F81BD", "accent1").changed(lumMod=75).shown == "376092"
    assert Color("4F81BD", "accent1").changed(lumMod=20, lumOff=80).shown == "DCE6F2"


def test_colours_that_a_person_asked_for_come_first_and_in_digits() -> None:
    held = look(asked=("c00000",))
    assert held.accents[0].element().get("val") == "C00000"
    assert held.accents[1].scheme == "accent1"


def test_an_accent_that_the_background_swallows_is_left_out() -> None:
    assert "accent1" not in {color.scheme for color in look(THEME.colors["accent1"]).accents}
    grey = design().model_copy(
        update={"theme": THEME.model_copy(update={"colors": dict.fromkeys(THEME.colors, "FFFFFF")})}
    )
    assert look(held=grey).accents == (look(held=grey).ink,)


def test_the_warning_is_the_accent_nearest_to_orange() -> None:
    assert look().warning()[0].scheme == "accent6"


def test_text_of_a_placeholder_that_cannot_be_read_gets_a_colour_that_can() -> None:
    slot = design().layout(1).slots[0].model_copy(update={"color": "1F497D"})
    assert look("FFFFFF").rescued(slot, 32) is None
    dark = look("000000").rescued(slot, 32)
    assert dark is not None
    assert dark.scheme == "bg1"
    on_fill = slot.model_copy(update={"fill": "FFFFFF"})
    assert look("000000").rescued(on_fill, 32) is None
    grey = slot.model_copy(update={"color": "8C8C8C"})
    assert look("FFFFFF").rescued(grey, 20) is None
    assert look("FFFFFF").rescued(grey, 12) is not None

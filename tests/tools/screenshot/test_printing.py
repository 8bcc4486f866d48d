from __future__ import annotations

import time

import pytest

from kasen.tools.screenshot.printing import MOST_LOST, compared, extracted

EN = "Led 12 engineers from 2019 to 2023 and cut costs by 30%."
JA = "十二名の班を率い、費用を３０％削減しました。"


def share(page: str, read: str) -> float:
    back = compared(page, read)
    assert back is not None
    return back.share


@pytest.mark.parametrize("text", [EN, JA, f"{EN}\n{JA}", "ｶﾅ ﾃｽﾄ", "c++ & .net"])
def test_what_is_read_in_order_is_whole_whatever_its_line_breaks_and_forms(text: str) -> None:
    assert share(text, text) == 1.0
    assert share(text, text.replace(" ", "\n").upper().replace("３０％", "30 %").replace("名", "名\n")) == 1.0


def test_radicals_that_pdf_writers_use_are_the_letters_they_stand_for() -> None:
    assert share("日本語と見出し", "⽇本語と⾒出し") == 1.0


def test_lost_words_are_named_and_moved_words_are_not_lost() -> None:
    back = compared(
        f"{EN} {JA}", "Led 12 engineers from 2019 to 2023 and cut by 30%. 十二名の班を率い、３０％削減しました。"
    )
    assert back is not None
    assert 0.8 < back.share < 1
    assert back.lost == ("costs", "費用を")
    swapped = compared("alpha beta gamma delta", "gamma delta alpha beta")
    assert swapped is not None
    assert (swapped.share, swapped.lost) == (0.5, ())


def test_columns_that_are_read_across_are_out_of_order() -> None:
    left, right = [f"left{n} side" for n in range(20)], [f"right{n} part" for n in range(20)]
    across = "\n".join(f"{a} {b}" for a, b in zip(left, right, strict=True))
    assert share("\n".join([*left, *right]), across) < 0.6


def test_nothing_read_is_zero_and_nothing_to_read_is_no_measure() -> None:
    assert share(EN, "") == 0.0
    assert share(EN, "完全に別の文章") == 0.0
    for empty in ("", " \n", "…—・"):
        assert compared(empty, "x") is None
    back = compared(" ".join(f"w{n}" for n in range(200)), " ".join(f"w{n}" for n in range(0, 200, 2)))
    assert back is not None
    assert len(back.lost) == MOST_LOST


def test_a_very_long_page_is_compared_in_time() -> None:
    words = " ".join(f"word{n % 997} 語{n % 89}" for n in range(40_000))
    began = time.monotonic()
    assert share(words, words) == 1.0
    assert time.monotonic() - began < 20


async def test_what_is_no_pdf_gives_no_text_and_no_error() -> None:
    for data in (b"", b"no pdf", b"%PDF-1.7\n" + b"\x00" * 5000):
        assert await extracted(data) is None

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from kasen.teams.resume.document.folding import fold


@given(st.text())
def test_folding_keeps_every_place(text: str) -> None:
    assert len(fold(text)) == len(text)


def test_full_width_letters_dashes_and_spaces_become_plain() -> None:
    assert fold("ＴＥＬ：０９０－１２３４　’x’–") == "TEL:090-1234 'x'-"

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from kasen.teams.resume.document.canon import canonical, spaced_out


@given(st.text())
def test_every_letter_knows_where_it_came_from(text: str) -> None:
    plain, places = canonical(text)
    assert len(plain) == len(places)
    assert places == sorted(places)
    assert all(0 <= place < len(text) for place in places)


def test_disguises_fall_away() -> None:
    assert canonical("Ig\u200bn<b>о</b>re &#97;ll ｐｒｅ**vious**")[0] == "Ignore all previous"


def test_letters_set_apart_are_put_together() -> None:
    assert [letters for _, _, letters in spaced_out("say i g n o r e a l l now")] == ["ignoreall"]
    assert spaced_out("a b c and d") == []

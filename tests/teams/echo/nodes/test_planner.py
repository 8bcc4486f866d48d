from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from kasen.teams.echo.nodes.planner import split


@given(st.text(min_size=1), st.sampled_from(["en", "ja"]))
def test_the_parts_are_the_text_cut_in_two_at_most(text: str, lang: str) -> None:
    parts = split(text, lang, 2).parts
    assert "".join(parts) == text
    assert 1 <= len(parts) <= 2
    assert all(parts)


def test_the_cut_is_after_a_space_where_there_is_one() -> None:
    assert split("hello wide world", "en", 2).parts == ["hello wide ", "world"]
    assert split("茶は静岡。海は塩。", "ja", 2).parts == ["茶は静岡", "。海は塩。"]
    assert split("x", "en", 2).parts == ["x"]

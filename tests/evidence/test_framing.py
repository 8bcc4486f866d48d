"""What a source disowns, plans or limits is not taken for what it says."""

from __future__ import annotations

import pytest

from kasen.evidence.framing import framings


@pytest.mark.parametrize(
    ("claim", "said", "key"),
    [
        ("barley tea contains caffeine", "it is a myth that barley tea contains caffeine", "disowned"),
        ("the firm paid bribes", "the court rejected the claim that the firm paid bribes", "disowned"),
        ("麦茶にカフェインが多く含まれる", "麦茶にカフェインが多く含まれるというのは誤りである", "disowned"),
        ("the span measures 1,990 metres", "the span was planned to measure 1,990 metres", "not_yet"),
        ("輸出額は5000億円である", "輸出額を5000億円にする計画である", "not_yet"),
        ("all seven gardens produce tea", "only one of the seven gardens produces tea", "not_all"),
        ("すべての茶園が残る", "茶園のうち一部が残る", "not_all"),
        ("only uji makes matcha", "uji makes matcha", "only"),
        ("抹茶を作るのは宇治だけである", "宇治は抹茶を作る", "only"),
    ],
)
def test_a_limit_of_the_source_is_found(claim: str, said: str, key: str) -> None:
    assert [found.key for found in framings(claim, said, said)] == [key]


@pytest.mark.parametrize(
    ("claim", "said"),
    [
        ("it is a myth that barley tea contains caffeine", "that barley tea contains caffeine is a myth"),
        ("uji became the centre because it lies near kyoto", "uji could become the centre because it lies near kyoto"),
        ("only one garden still produces tea", "only one garden still produces tea"),
        ("宇治で抹茶だけでなく玉露も作る", "宇治では抹茶も玉露も作る"),
        ("all gardens produce tea", "every garden produces tea, and some produce rice"),
        ("", ""),
    ],
)
def test_what_the_claim_says_too_or_nobody_limits_is_none(claim: str, said: str) -> None:
    assert framings(claim, said, said) == []

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
        ("vaccines cause autism", "reviews rejected the notion that vaccines cause autism", "disowned"),
        ("the sun orbits the earth", "people long believed that the sun orbits the earth", "disowned"),
        ("the plant is profitable", "it is not the case that the plant is profitable", "disowned"),
        ("the drug is safe", "it is unclear whether the drug is safe", "disowned"),
        ("the drug is safe", "they asked whether the drug is safe", "disowned"),
        ("coffee is harmful", "coffee was once believed to be harmful", "disowned"),
        ("太陽は地球を回る", "太陽は地球を回ると長く信じられていたが", "disowned"),
        ("地球は平らだ", "かつて地球は平らだと考えられていた。", "disowned"),
        ("検査は無料である", "検査は無料であるかどうかは自治体により異なる", "disowned"),
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
        ("it is unknown whether the drug is safe", "whether the drug is safe is unknown"),
        ("古くは地球は平らだと信じられた", "かつて地球は平らだと信じられていたが"),
        ("薬は2010年に販売中止になった", "安全だと考えられていた薬は2010年に販売中止になった"),
        ("the drug was withdrawn in 2010", "a drug long thought to be safe was withdrawn in 2010"),
        ("手術は2010年に成功した", "不可能とされていた手術は2010年に成功した"),
        ("", ""),
    ],
)
def test_what_the_claim_says_too_or_nobody_limits_is_none(claim: str, said: str) -> None:
    assert framings(claim, said, said) == []


def test_what_is_left_open_in_another_clause_limits_nothing() -> None:
    sentence = "to find out whether tea is safe, a committee was set up in 2010"
    assert framings("a committee was set up in 2010", "a committee was set up in 2010", sentence) == []
    told = "安全かどうかを調べるため、委員会が2010年に設けられた。"
    assert framings("委員会が2010年に設けられた", "委員会が2010年に設けられた", told) == []

from __future__ import annotations

import pytest

from kasen.evidence.reading import Reading
from kasen.evidence.types import Claim, Passage
from kasen.evidence.verbatim import verbatim
from kasen.evidence.verify import verify

CUT = [
    ("500 people came to the festival.", "About 2,500 people came to the festival."),
    ("500 people came.", "1500 people came."),
    ("00 people came.", "2,500 people came."),
    ("12 people came.", "10-12 people came."),
    ("5 people came.", "1.5 people came."),
    ("Sales rose by 12.", "Sales rose by 12.5 percent."),
    ("Sales rose to 1.", "Sales rose to 10."),
    ("Sales rose to 12.", "Sales rose to 12 million yen."),
    ("It took 3", "It took 3–5 days."),
    ("The tower was built in 18.", "The tower was built in 1889."),
    ("It opens at 8.", "It opens at 8:30."),
    ("It was 1", "It was 1/2 of it."),
    ("12億円の売上があった", "112億円の売上があった。"),
    ("12億円の売上があった", "１１２億円の売上があった。"),
    ("人口は3。", "人口は3万人である。"),
    ("人口は三。", "人口は三万人である。"),
    ("五百人が訪れた。", "二千五百人が訪れた。"),
    ("値引きは3。", "値引きは3割だった。"),
    ("Uji is known for tea", "Uji is known for teapots."),
    ("5度だった", "最低気温は氷点下5度だった。"),
    ("京都では知事選が行われた。", "東京都では知事選が行われた。"),
    ("アメリカの輸出額は1兆ドルだった。", "ラテンアメリカの輸出額は1兆ドルだった。"),
    ("タワーは1958年に開業した。", "東京タワーは1958年に開業した。"),
    ("会社法は2005年に成立した", "新会社法は2005年に成立した"),
    ("スーダンは2011年に独立した。", "南スーダンは2011年に独立した。"),
    ("Even cups were sold.", "Seven cups were sold, and eleven cups were lost."),
]
WHOLE = [
    ("500 people came.", "In 2024 500 people came."),
    ("500 people came.", "2,500 people were asked; 500 people came."),
    ("Sales rose by 12.", "Sales rose by 12. 5 percent were lost."),
    ("売上は12億円だった", "2023年、売上は12億円だった。"),
    ("１２億円の売上があった", "12億円の売上があった。"),
    ("一般に茶は緑である", "茶は三種ある。一般に茶は緑である。"),
    ("Tea is green", "- **Tea is green**, as 3 of 4 say"),
    ("The shop sold 20 kg in 2019", "The shop sold 20\n kg in 2019."),
    ("アメリカの輸出額は1兆ドルだった。", "昨年のアメリカの輸出額は1兆ドルだった。"),
    ("京都では知事選が行われた。", "昨年、京都では知事選が行われた。"),
]


@pytest.mark.parametrize(("claim", "text"), CUT)
def test_a_figure_or_word_that_is_cut_out_of_a_larger_one_stands_nowhere(claim: str, text: str) -> None:
    assert verbatim(claim, [Reading(text)]) is None


@pytest.mark.parametrize(("claim", "text"), WHOLE)
def test_what_is_whole_is_found_also_behind_a_place_that_is_none(claim: str, text: str) -> None:
    found = verbatim(claim, [Reading(text)])
    assert found is not None
    assert found.quote in text


@pytest.mark.parametrize(("claim", "text"), [pair for pair in CUT[:14] if "00" in pair[0] or "rose" in pair[0]])
def test_a_figure_cut_out_of_a_larger_one_is_not_supported(claim: str, text: str) -> None:
    done = verify([Claim(id="c", text=claim, passage_ids=("p",))], {"p": Passage(id="p", source_id="s", text=text)})
    assert done[0].support in ("contradicted", "unsupported", "partial")


def test_the_end_of_a_sentence_that_denies_it_is_cut() -> None:
    found = verbatim("茶は宇治で生まれた", [Reading("茶は宇治で生まれたわけではない。")])
    assert found is not None
    assert found.cut


@pytest.mark.parametrize(
    ("claim", "text"),
    [
        ("The museum opened in 1995", "The museum opened in 1995, and it does not charge admission."),
        (
            "Einstein received the Nobel Prize in 1921",
            "Einstein received the Nobel Prize in 1921, but not for relativity.",
        ),
        (
            "The bridge was completed in 1932",
            "The bridge was completed in 1932, and a second one is planned to open in 2030.",
        ),
        (
            "The library holds two million books",
            "The library holds two million books, although some cannot be borrowed.",
        ),
        ("The hall seats 900", "The hall seats 900 but does not serve food."),
        ("the law took effect in 2015", "After it was planned for years, the law took effect in 2015."),
        ("本館は1995年に開館した", "本館は1995年に開館したが、駐車場は設けられていない。"),
        ("本館は1995年に開館し", "本館は1995年に開館し、別館は2027年に開館する予定である。"),
        ("2020年に工場を開設した。", "同社は2018年に計画を発表し、2020年に工場を開設した。"),
    ],
)
def test_a_denial_or_plan_behind_the_clause_takes_nothing_back(claim: str, text: str) -> None:
    found = verbatim(claim, [Reading(text)])
    assert found is not None
    assert not found.cut


@pytest.mark.parametrize(
    ("claim", "text"),
    [
        ("The museum opened in 1995", "The museum opened in 1995, which is not so."),
        ("The museum opened in 1995", "The museum opened in 1995, or so it is said in no source."),
        ("The museum opened in 1995", "The museum opened in 1995, but that is not certain."),
        ("The museum opened in 1995", "The museum opened in 1995 but this was never shown."),
        ("Tea is safe", "Tea is safe, if it is boiled."),
        ("the match is cancelled", "If it rains, the match is cancelled."),
        ("本館は1995年に開館した", "本館は1995年に開館した、とは言えない。"),
        ("試合は中止される", "もし雨が降れば、試合は中止される。"),
        ("麦茶にはカフェインが多い", "麦茶にはカフェインが多い、というのは誤りである。"),
        ("vaccines cause autism", "Several reviews rejected the notion that vaccines cause autism."),
        ("the plant is profitable", "It is not the case that the plant is profitable."),
        ("the drug is safe", "It is unclear whether the drug is safe."),
        ("検査は無料である", "検査は無料であるかどうかは、自治体により異なる。"),
        (
            "the sun orbits the earth",
            "For centuries people believed that the sun orbits the earth, which is now known to be wrong.",
        ),
        (
            "太陽は地球の周りを回っている",
            "太陽は地球の周りを回っていると長く信じられていたが、実際には地球が太陽の周りを回っている。",
        ),
    ],
)
def test_what_its_own_sentence_takes_back_is_cut(claim: str, text: str) -> None:
    found = verbatim(claim, [Reading(text)])
    assert found is not None
    assert found.cut

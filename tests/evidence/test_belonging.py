"""Figures stay with the thing they are given for, deeds with the one who did them."""

from __future__ import annotations

import pytest

from kasen.evidence.belonging import clauses, exchanged, mixed_up, repeats, taken
from kasen.evidence.reading import Reading
from kasen.evidence.verify import problems

BRIDGE = "The central span of the bridge measures 1,991 metres, and the whole bridge is 3,911 metres long."
CAFFEINE = "玉露が160 mg、煎茶が20 mg、番茶が10 mgである。"
EXPORTS = "輸出額は2022年に219億円、2023年に292億円だった。"
ROSE = "Exports rose from 23.4 billion yen in 2022 to 29.2 billion yen in 2023."
WABI = (
    "村田珠光（1423〜1502年）が始め、武野紹鷗（1502〜1555年）が深めたわび茶は、"
    "千利休（1522〜1591年）によって大成された。"
)
MASTERS = "Murata Juko is regarded as the founder of wabicha. Takeno Joo carried it on. Sen no Rikyu completed wabicha."


@pytest.mark.parametrize(
    ("claim", "said"),
    [
        ("The central span measures 3,911 metres.", BRIDGE),
        ("The whole bridge is 1,991 metres long.", BRIDGE),
        ("煎茶は160 mgである。", CAFFEINE),
        ("玉露は10 mgである。", CAFFEINE),
        ("輸出額は2023年に219億円だった。", EXPORTS),
        ("Exports were 23.4 billion yen in 2023.", ROSE),
        ("千利休は1502年に生まれた。", WABI),
        ("栂尾の茶は「非茶」と呼ばれた。", "栂尾の茶は「本茶」と呼ばれ、ほかの土地の茶は「非茶」と呼ばれた。"),
        ("道中の行きは中山道を通った。", "道中の行きは東海道を通り、帰りは中山道などを通った。"),
    ],
)
def test_a_figure_of_something_else_is_found(claim: str, said: str) -> None:
    assert mixed_up(Reading(claim), Reading(said)) is not None


@pytest.mark.parametrize(
    ("claim", "said"),
    [
        ("The central span measures 1,991 metres.", BRIDGE),
        ("The whole bridge is 3,911 metres long.", BRIDGE),
        ("The bridge is 3,911 metres long.", BRIDGE),
        ("煎茶は20 mgである。", CAFFEINE),
        ("輸出額は2023年に292億円だった。", EXPORTS),
        ("輸出額は2022年の219億円から2023年の292億円になった。", EXPORTS),
        ("Exports were 29.2 billion yen in 2023.", ROSE),
        ("Exports rose from 23.4 billion yen in 2022 to 29.2 billion yen in 2023.", ROSE),
        ("武野紹鷗は1502年に生まれた。", WABI),
        ("Eisai came back from Song China in 1191.", "The monk Eisai (1141–1215) came back from Song China in 1191."),
        ("宗円は1738年に製法を完成させた。", "永谷宗円（1681〜1778年）は、1738年（元文3年）に、製法を完成させた。"),
        ("道中の行きは東海道を通った。", "道中の行きは東海道を通り、帰りは中山道などを通った。"),
        ("道中の帰りは中山道を通った。", "道中の行きは東海道を通り、帰りは中山道などを通った。"),
        ("宗円は焙炉を使った。", "宗円は茶葉を蒸し、焙炉を使った。"),
        ("栂尾の茶は「本茶」と呼ばれた。", "栂尾の茶は「本茶」と呼ばれ、ほかの土地の茶は「非茶」と呼ばれた。"),
        ("", BRIDGE),
    ],
)
def test_a_figure_of_the_same_thing_is_left_alone(claim: str, said: str) -> None:
    assert mixed_up(Reading(claim), Reading(said)) is None


@pytest.mark.parametrize(
    ("claim", "said", "mine", "theirs"),
    [
        ("わび茶は村田珠光によって大成された。", WABI, "村田珠光", "千利休"),
        ("武野紹鷗が始めたわび茶を深めた。", WABI, "武野紹鷗", "村田珠光"),
        ("Takeno Joo completed wabicha.", MASTERS, "Takeno Joo", "Sen no Rikyu"),
        ("Sen no Rikyu is regarded as the founder of wabicha.", MASTERS, "Sen no Rikyu", "Murata Juko"),
    ],
)
def test_a_deed_of_another_is_found(claim: str, said: str, mine: str, theirs: str) -> None:
    found = taken(Reading(claim), [s.reading for s in Reading(said).sentences])
    assert found is not None
    assert (found.mine, found.theirs) == (mine, theirs)


@pytest.mark.parametrize(
    ("claim", "said"),
    [
        ("わび茶は千利休によって大成された。", WABI),
        ("村田珠光が始めたわび茶は千利休が大成した。", WABI),
        ("Sen no Rikyu completed wabicha, which Murata Juko founded.", MASTERS),
        ("Somebody else completed wabicha.", MASTERS),
        (
            "覆下栽培によってほかの産地を引き離した。",
            "覆下栽培によって抹茶を作れたため、宇治は産地を引き離した。",
        ),
        ("御茶壺道中は1867年まで続いた。", "御茶壺道中は、幕府が倒れる1867年まで続いた。"),
    ],
)
def test_a_deed_of_the_same_one_is_left_alone(claim: str, said: str) -> None:
    assert taken(Reading(claim), [s.reading for s in Reading(said).sentences]) is None


@pytest.mark.parametrize(
    ("claim", "said"),
    [
        ("栄西は明恵から茶の種を贈られた。", "明恵は栄西から茶の種を贈られた。"),
        ("静岡県が鹿児島県を上回った。", "鹿児島県が静岡県を上回り、初めて全国一になった。"),
        ("静岡県が鹿児島県を上回った。", "2024年の生産量は、鹿児島県が静岡県を上回り、全国一になった。"),
        ("The monk Myoe gave tea seeds to Eisai.", "Eisai gave tea seeds to the monk Myoe."),
        ("Emperor Saga served tea to the monk Eichu.", "The monk Eichu served tea to Emperor Saga in 815, it says."),
        ("Shizuoka overtook Kagoshima in 2024.", "Kagoshima overtook Shizuoka in 2024."),
    ],
)
def test_names_that_have_changed_places_are_found(claim: str, said: str) -> None:
    assert exchanged(Reading(claim), Reading(said)) is not None


@pytest.mark.parametrize(
    ("claim", "said"),
    [
        ("明恵は栄西から茶の種を贈られた。", "栄西は明恵に茶の種を贈った。"),
        ("栄西は明恵に種を贈った。", "明恵は栄西に種を贈られた。"),
        ("Myoe was given tea seeds by Eisai.", "Eisai gave tea seeds to Myoe."),
        ("The Ujitawara grower Nagatani Soen perfected sencha.", "Nagatani Soen, a grower in Ujitawara, perfected it."),
        ("明恵は栄西から種を贈られた。", "Eisai gave tea seeds to Myoe."),
    ],
)
def test_the_same_told_from_the_other_side_is_left_alone(claim: str, said: str) -> None:
    assert exchanged(Reading(claim), Reading(said)) is None


def test_a_clause_with_two_figures_of_a_kind_is_cut_between_them() -> None:
    assert len(clauses(ROSE)) == 3
    assert len(clauses("Tea from Uji went to Edo.")) == 1


@pytest.mark.parametrize(
    ("claim", "said"),
    [
        (
            "日本の制度は欧米の制度と比べて見劣りしない。",
            "日本の制度は、欧米の制度と比較して見劣りのしない制度である。",
        ),
        (
            "日本からオランダが7億円、オランダから日本が3億円である。",
            "日本からオランダが7億円、オランダから日本が3億円だ。",
        ),
    ],
)
def test_what_the_source_says_itself_has_not_changed_places(claim: str, said: str) -> None:
    assert exchanged(Reading(claim), Reading(said)) is None


@pytest.mark.parametrize(
    ("claim", "said", "same"),
    [
        ("さらに、蒸気は管を通って弁に届きます。", "しかし、蒸気は管を通って弁に届く。", True),
        ("However, the steam reaches the valve.", "The steam reaches the valve at noon.", True),
        ("蒸気は弁を通って管に届く。", "蒸気は管を通って弁に届く。", False),
        ("蒸気。", "蒸気は管を通って弁に届く。", False),
    ],
)
def test_a_sentence_with_another_opening_or_ending_repeats_its_source(claim: str, said: str, same: bool) -> None:
    assert repeats(Reading(claim), Reading(said)) == same


@pytest.mark.parametrize(
    ("claim", "said"),
    [
        (
            "Maud Ferrars cut the stone.",
            "Maud Ferrars designed the dam; the stone was cut by Hollis Brothers of Penrith.",
        ),
        ("Piet Maas wrote the score.", "Ana Ruiz wrote the score and Piet Maas directed."),
        ("Ana Ruiz directed.", "Ana Ruiz wrote the score and Piet Maas directed."),
        ("The red kite migrates.", "Unlike the red kite, the black kite migrates to Africa."),
        (
            "Nobody in the lorvatine group got a rash.",
            "Nobody in the placebo group got a rash; three in the lorvatine group did.",
        ),
        ("大村健一は元教員である。", "会長の大村健一は農協出身である。教員の会も加わった。"),
        ("東京線の始発は午前6時である。", "東京線の始発は午前5時、終電は午前0時である。"),
        ("妊娠中の女性には使えない。", "子どもには使えないが、妊娠中の女性は使える。"),
    ],
)
def test_what_is_said_of_another_is_told(claim: str, said: str) -> None:
    assert problems(claim, said)


@pytest.mark.parametrize(
    ("claim", "said"),
    [
        (
            "Hollis Brothers of Penrith cut the stone for the dam.",
            "Maud Ferrars designed the dam; the stone was cut by Hollis Brothers of Penrith.",
        ),
        ("Ana Ruiz wrote the score.", "Ana Ruiz wrote the score and Piet Maas directed."),
        ("Piet Maas directed.", "Ana Ruiz wrote the score and Piet Maas directed."),
        ("The black kite migrates.", "Unlike the red kite, the black kite migrates to Africa."),
        ("Unlike the black kite, the red kite stays.", "The red kite stays, unlike the black kite."),
        (
            "2015年、鈴木工業は大阪工場を閉鎖した。",
            "鈴木工業は2015年に大阪工場を閉鎖し、2016年に名古屋工場を開設した。",
        ),
        (
            "鈴木工業は大阪工場を2015年に閉鎖した。",
            "鈴木工業は2015年に大阪工場を閉鎖し、2016年に名古屋工場を開設した。",
        ),
        (
            "鈴木工業は名古屋工場を2016年に開いた。",
            "鈴木工業は2015年に大阪工場を閉鎖し、2016年に名古屋工場を開設した。",
        ),
        ("妊娠中の女性にも使える。", "子どもには使えないが、妊娠中の女性は使える。"),
        ("詩人の死後、全集が出た。", "詩人の没後、全集が出た。"),
    ],
)
def test_what_is_said_of_the_same_one_is_left_alone(claim: str, said: str) -> None:
    assert problems(claim, said) == []

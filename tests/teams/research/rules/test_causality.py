"""What sentences say of cause and effect, in both languages."""

from __future__ import annotations

import pytest

from kasen.teams.research.rules.causality import LONGEST, is_denied, links


@pytest.mark.parametrize(
    ("sentence", "cause", "effect"),
    [
        ("The drought of 2019 led to a fall in the harvest.", "drought of 2019", "fall in the harvest"),
        ("The harvest fell because of the drought.", "drought", "harvest fell"),
        ("Because of the drought, the harvest fell.", "drought", "harvest fell"),
        ("The harvest fell mainly due to the drought, the ministry said.", "drought", "harvest fell"),
        ("Farmers say that the drought caused the fall.", "drought", "fall"),
        ("The main cause of the fall was the drought.", "drought", "fall"),
        ("The drought was responsible for the fall.", "drought", "fall"),
        ("猛暑により、収穫量が減少した。", "猛暑", "収穫量が減少した"),
        ("収穫量の減少の主な原因は猛暑である。", "猛暑", "収穫量の減少"),
        ("増税のため、売上が落ちた。", "増税", "売上が落ちた"),
        ("消費税が上がったため、売上が落ちた。", "消費税が上がった", "売上が落ちた"),
        ("茶人が宇治の抹茶を選んだため、宇治は中心になった。", "茶人が宇治の抹茶を選んだ", "宇治は中心になった"),
        ("猛暑が収穫量の減少を引き起こした。", "猛暑", "収穫量の減少"),
        ("売上の減少は増税によるものである。", "増税", "売上の減少"),
        ("町が栄えたのは、川が近かったためである。", "川が近かった", "町が栄えた"),
        ("町が栄えたのは川が近いからだ。", "川が近い", "町が栄えた"),
        ("The shoguns helped Uji to become famous.", "shoguns", "Uji to become famous"),
        ("雨が降らなかったので、茶の木が枯れた。", "雨が降らなかった", "茶の木が枯れた"),
    ],
)
def test_an_asserted_cause_goes_the_way_that_the_sentence_says(sentence: str, cause: str, effect: str) -> None:
    first = links(sentence)[0]
    assert (first.kind, first.cause, first.effect, first.denied) == ("cause", cause, effect, False)


def test_who_let_something_happen_is_heard_beside_a_because() -> None:
    found = links("Shade let Uji become the centre, because no other town had it.")
    assert ("Shade", "Uji become the centre") in [(link.cause, link.effect) for link in found]


@pytest.mark.parametrize("sentence", ["行列が出たのは宇治からである。", "彼が行ったのは茶を買うためである。"])
def test_a_place_or_a_purpose_is_no_cause(sentence: str) -> None:
    assert [link for link in links(sentence) if link.kind == "cause"] == []


@pytest.mark.parametrize(
    ("sentence", "kind"),
    [
        ("Ice cream sales are correlated with drownings.", "correlation"),
        ("気温と売上には強い相関がある。", "correlation"),
        ("Sales fell after the new tax.", "sequence"),
        ("After the tax rise, sales fell.", "sequence"),
        ("増税の後、売上が落ちた。", "sequence"),
    ],
)
def test_what_goes_together_or_comes_after_is_no_cause(sentence: str, kind: str) -> None:
    assert [link.kind for link in links(sentence)] == [kind]


@pytest.mark.parametrize(
    "sentence",
    [
        "The fall in sales was not caused by the tax.",
        "There is no link between the tax and the fall.",
        "売上の減少は増税が原因ではない。",
        "猛暑と収穫量の間に因果関係は認められなかった。",
        "増税は売上に影響を与えなかった。",
        "増税が原因で売上が減ったのではない。",
        "増税によって売上が減ったわけではありません。",
    ],
)
def test_denials_are_heard(sentence: str) -> None:
    assert is_denied(sentence)
    assert all(link.denied for link in links(sentence))


def test_hedges_are_heard() -> None:
    assert links("Sales may have fallen due to the weather.")[0].hedged
    assert links("猛暑により、収穫量が減少した可能性がある。")[0].hedged
    assert not links("Sales fell due to the weather.")[0].hedged


@pytest.mark.parametrize(
    "sentence",
    [
        "The tax was introduced in 2014.",
        "文化財を保護するために、法律が作られた。",
        "",
        "because",
        f"{'very ' * LONGEST}dry weather caused it.",
    ],
)
def test_without_a_connective_or_an_end_there_is_no_link(sentence: str) -> None:
    assert links(sentence) == ()

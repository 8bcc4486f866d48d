from __future__ import annotations

import pytest

from kasen.evidence.strangers import strangers

KNOWN = (
    "宇治の茶商、山本嘉兵衛。京都府宇治市の黄檗山萬福寺。杉山彦三郎。\n"
    "Nagatani Sōen perfected sencha in 1738. The European Food Safety Authority. Green tea of Uji."
)


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("株式会社緑風堂と提携する", "株式会社緑風堂"),
        ("合同会社みなと企画に委託します。", "合同会社みなと企画"),
        ("佐藤健一氏が監修", "佐藤健一氏"),
        ("鈴木さんが案内します。", "鈴木さん"),
        ("山田社長も賛成です。", "山田社長"),
        ("マッキンゼーによれば伸びます。", "マッキンゼー"),
        ("ハーバード大学が実証", "ハーバード大学"),
        ("和束町でも始まりました。", "和束町"),
        ("Sarah Mitchell leads the project", "Sarah Mitchell"),
        ("We spoke with Dr. Keller.", "Dr. Keller"),
        ("According to Gartner, buyers pay.", "According to Gartner"),
        ("Tested first with Whitfield Ltd", "Whitfield Ltd"),
        ("It was tried at Blue Harbor Farms.", "Blue Harbor Farms"),
    ],
)
def test_names_that_stand_nowhere_are_found(text: str, name: str) -> None:
    assert name in strangers(text, KNOWN)
    assert strangers(text, f"{KNOWN}\n{text}") == [], "what was given is known"


@pytest.mark.parametrize(
    "text",
    [
        "山本嘉兵衛氏が売り出しました。",
        "杉山氏の品種です。",
        "皆さん、社長と営業部長に報告します。",
        "お客様と農家さんの声を聞きます。",
        "アンケートによると、満足度は高いです。",
        "近隣の市町村や国立大学と話します。",
        "都市でも城下町でも飲まれます。",
        "京都府と宇治市でも。",
        "Nagatani Soen perfected sencha.",
        "The European Food Safety Authority says so.",
        "Our Board of Directors decides in North America.",
        "Matcha Is Scarce Because Shade Is Scarce",
        "Thank You. Let us begin.",
        "The Chief Nurse will take questions.",
        "",
    ],
)
def test_what_is_known_or_names_nobody_is_let_be(text: str) -> None:
    assert strangers(text, KNOWN) == []

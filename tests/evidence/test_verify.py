"""Claims against passages: planted defects are caught, truthful paraphrases pass."""

from __future__ import annotations

import time
from typing import NamedTuple

import pytest

from kasen.evidence.types import Claim, Passage
from kasen.evidence.verify import may_stand, problems, verify


def check(claim: str, *texts: str, lang: str = "en", headings: tuple[str, ...] = ()) -> Claim:
    passages = {
        f"p{n}": Passage(id=f"p{n}", source_id="s", text=text, headings=headings) for n, text in enumerate(texts)
    }
    one = Claim(id="c", text=claim, passage_ids=tuple(passages))
    return verify([one], passages, lang="ja" if lang == "ja" else "en")[0]


class Pair(NamedTuple):
    """A claim beside what a passage says; `defect` is empty when the claim is true of the passage."""

    passage: str
    claim: str
    defect: str = ""


EISAI = (
    "栄西は1191年に宋から帰国し、茶の種を持ち帰ったとされる。のちに『喫茶養生記』を著し、茶の効能を説いた。"
    "京都栂尾の明恵は栄西から種を贈られ、高山寺に植えた。"
)
SOEN = (
    "永谷宗円は宇治田原湯屋谷の茶農で、元文3年（1738年）に青製煎茶製法を完成させた。"
    "蒸した茶葉を焙炉の上で手で揉みながら乾燥させる方法で、鮮やかな緑色の煎茶が得られるようになった。"
)
EXPORT = (
    "2024年の緑茶の輸出額は364億円で、前年から24.6%増加した。輸出量は8,798トンだった。"
    "一方、リーフ茶の国内消費は減少が続いている。最大の輸出先はアメリカである。"
)
BREW = (
    "玉露は50〜60℃の湯で2分ほど、煎茶は70〜80℃の湯で60秒ほど浸出する。"
    "熱湯を使うと渋みが強くなるため、玉露には用いない。ほうじ茶は熱湯で短い時間で淹れる。"
)
CAFFEINE = (
    "浸出液100 mlに含まれるカフェインは、玉露が160 mg、煎茶が20 mg、ほうじ茶が20 mg、番茶が10 mgである。"
    "麦茶にはカフェインが含まれない。コーヒーは60 mgである。"
)
CULTIVAR = (
    "「やぶきた」は静岡県の杉山彦三郎が1908年に選抜した品種で、1953年に農林登録された。"
    "現在も日本の茶園面積のおよそ7割を占める。寒さに強く、香味に優れる。"
)
EN_SOEN = (
    "Nagatani Soen, a tea grower in Ujitawara, perfected the blue-green sencha method in 1738 after years of work. "
    "The leaves are steamed and then rolled by hand while they dry. He took his tea to Edo, where the merchant "
    "Yamamoto Kahei sold it."
)
EN_JAR = (
    "From 1633 the shogunate sent a procession every year to bring new tea from Uji to Edo. "
    "Farmers along the road had to kneel as the jars passed, and work in the fields was forbidden. "
    "The procession did not stop until the end of the Tokugawa period in 1867."
)
EN_EXPORT = (
    "Exports of Japanese green tea rose from 23.4 billion yen in 2022 to 29.2 billion yen in 2023, an increase of "
    "about 25 percent. The United States bought more than any other country. Domestic consumption of leaf tea fell."
)
EN_TEA = (
    "Matcha contains more caffeine than sencha because the whole leaf is consumed. Barley tea does not contain "
    "caffeine. Shading the bushes for three weeks raises theanine and lowers catechins."
)
EN_RIKYU = (
    "Murata Juko, who died in 1502, is regarded as the founder of wabi tea. Takeno Joo developed it, and Sen no Rikyu "
    "(1522-1591) completed it. Rikyu served Oda Nobunaga and Toyotomi Hideyoshi, who ordered his death in 1591."
)

BRIDGE = (
    "The central span of the Akashi Kaikyo Bridge measures 1,991 metres, and the whole bridge is 3,911 metres long. "
    "The central span was planned to measure 1,990 metres. The bridge opened to traffic on 5 April 1998."
)
WABI = "村田珠光が始め、武野紹鷗が深めたわび茶は、千利休によって大成された。千利休が武野紹鷗から学んだ期間は短い。"
MYTH = "麦茶にカフェインが多く含まれるというのは誤りである。"

TRUE = [
    Pair(EISAI, "栄西は1191年に宋から帰国し、茶の種を持ち帰ったとされる。"),
    Pair(EISAI, "1191年に宋から帰った栄西は、茶の種を持ち帰ったと伝えられる。"),
    Pair(EISAI, "栄西は建久2年に帰国し、茶の種を持ち帰った。"),
    Pair(EISAI, "明恵は栄西から贈られた種を高山寺に植えた。"),
    Pair(EISAI, "栄西は12世紀に宋から茶の種を持ち帰った。"),
    Pair(SOEN, "永谷宗円は1738年に青製煎茶製法を完成させた。"),
    Pair(SOEN, "青製煎茶製法は元文三年に宇治田原の永谷宗円が完成させた。"),
    Pair(SOEN, "永谷宗円の製法では、蒸した茶葉を焙炉の上で揉みながら乾燥させる。"),
    Pair(EXPORT, "2024年の緑茶輸出額は364億円だった。"),
    Pair(EXPORT, "緑茶の輸出額は２０２４年に３６４億円となり、前年より24.6パーセント増えた。"),
    Pair(EXPORT, "令和6年の緑茶の輸出量は8798トンである。"),
    Pair(EXPORT, "緑茶の輸出額は2024年に36,400,000,000円に達し、24.6%増加した。"),
    Pair(EXPORT, "リーフ茶の国内消費は減り続けている。"),
    Pair(EXPORT, "最大の輸出先はアメリカです。"),
    Pair(BREW, "煎茶は70〜80度の湯で60秒ほど浸出する。"),
    Pair(BREW, "煎茶は70~80℃の湯で1分ほど浸出する。"),
    Pair(BREW, "玉露には熱湯を使わない。熱湯では渋みが強くなる。"),
    Pair(BREW, "ほうじ茶は熱湯を使い、短い時間で淹れる。"),
    Pair(CAFFEINE, "玉露の浸出液100mlには160mgのカフェインが含まれる。"),
    Pair(CAFFEINE, "麦茶はカフェインを含まない。"),
    Pair(CAFFEINE, "カフェインは煎茶の浸出液100mlあたり20ミリグラムである。"),
    Pair(CULTIVAR, "やぶきたは1908年に杉山彦三郎が選抜した品種である。"),
    Pair(CULTIVAR, "やぶきたは日本の茶園面積の約70%を占める。"),
    Pair(CULTIVAR, "「やぶきた」は昭和28年に農林登録された品種である。"),
    Pair(CULTIVAR, "やぶきたは寒さに強い品種で、香味に優れる。"),
    Pair(EN_SOEN, "Nagatani Soen perfected the sencha method in 1738."),
    Pair(EN_SOEN, "In 1738 the Ujitawara grower Nagatani Sōen perfected a method of making blue-green sencha."),
    Pair(EN_SOEN, "The merchant Yamamoto Kahei sold Soen's tea in Edo."),
    Pair(EN_SOEN, "The steamed leaves are rolled by hand while drying."),
    Pair(EN_JAR, "The shogunate sent a procession to bring tea from Uji to Edo every year from 1633."),
    Pair(EN_JAR, "Work in the fields was forbidden and farmers had to kneel as the jars passed."),
    Pair(EN_JAR, "The procession did not stop until 1867."),
    Pair(EN_JAR, "The processions that brought Uji tea to Edo began in the 17th century."),
    Pair(EN_EXPORT, "Japanese green tea exports grew to 29.2 billion yen in 2023."),
    Pair(EN_EXPORT, "Exports of green tea rose from ¥23.4 billion in 2022 to ¥29.2 billion in 2023."),
    Pair(EN_EXPORT, "Exports rose by about a quarter, or 25 percent, from 2022 to 2023."),
    Pair(EN_EXPORT, "Domestic consumption of leaf tea declined."),
    Pair(EN_TEA, "Barley tea contains no caffeine."),
    Pair(EN_TEA, "Matcha has more caffeine than sencha, as the whole leaf is consumed."),
    Pair(EN_TEA, "Three weeks of shading raises theanine and lowers catechins."),
    Pair(EN_TEA, "Shading bushes for 3 weeks raises theanine."),
    Pair(EN_RIKYU, "Sen no Rikyu completed wabi tea, which Murata Juko founded."),
    Pair(EN_RIKYU, "Rikyu, who had served Nobunaga and Hideyoshi, died in 1591 on the order of Toyotomi Hideyoshi."),
    Pair(EN_RIKYU, "Murata Jukō died in 1502."),
    Pair(BRIDGE, "The central span of the bridge measures 1,991 metres."),
    Pair(BRIDGE, "The Akashi Kaikyō Bridge is 3,911 metres long."),
    Pair(WABI, "村田珠光が始めたわび茶は千利休が大成した。"),
]

FALSE = [
    Pair(EISAI, "栄西は1181年に宋から帰国し、茶の種を持ち帰ったとされる。", "date shifted"),
    Pair(EISAI, "明恵は1191年に宋から帰国し、茶の種を持ち帰ったとされる。", "name swapped"),
    Pair(EISAI, "栄西は1191年に宋から帰国したが、茶の種を持ち帰らなかった。", "negation flipped"),
    Pair(EISAI, "栄西は1191年に宋から帰国し、コーヒーの種を持ち帰った。", "name swapped"),
    Pair(EISAI, "栄西は13世紀に宋から帰国し、茶の種を持ち帰った。", "date shifted"),
    Pair(SOEN, "永谷宗円は元文5年に青製煎茶製法を完成させた。", "date shifted"),
    Pair(SOEN, "千利休は1738年に青製煎茶製法を完成させた。", "name swapped"),
    Pair(SOEN, "永谷宗円は1738年3月に青製煎茶製法を完成させた。", "date too fine"),
    Pair(SOEN, "永谷宗円は1738年に青製煎茶製法を完成させなかった。", "negation flipped"),
    Pair(SOEN, "緑茶の輸出額は増加している。", "wrong passage"),
    Pair(EXPORT, "2024年の緑茶の輸出額は346億円だった。", "number changed"),
    Pair(EXPORT, "2024年の緑茶の輸出額は364万円だった。", "number changed"),
    Pair(EXPORT, "2024年の緑茶の輸出額は364億ドルだった。", "unit changed"),
    Pair(EXPORT, "2023年の緑茶の輸出額は364億円だった。", "date shifted"),
    Pair(EXPORT, "2024年の緑茶の輸出額は364億円で、前年から24.6%減少した。", "direction turned"),
    Pair(EXPORT, "リーフ茶の国内消費は増加が続いている。", "direction turned"),
    Pair(EXPORT, "最大の輸出先はドイツである。", "name swapped"),
    Pair(EXPORT, "2024年の緑茶の輸入額は364億円だった。", "direction turned"),
    Pair(EXPORT, "緑茶の輸出量は8,798キログラムだった。", "unit changed"),
    Pair(BREW, "煎茶は70〜90℃の湯で60秒ほど浸出する。", "number changed"),
    Pair(BREW, "煎茶は70〜80℃の湯で60分ほど浸出する。", "unit changed"),
    Pair(BREW, "玉露には熱湯を用いる。", "negation flipped"),
    Pair(BREW, "ほうじ茶は熱湯で長い時間で淹れる。", "direction turned"),
    Pair(CAFFEINE, "麦茶にはカフェインが含まれる。", "negation flipped"),
    Pair(CAFFEINE, "玉露の浸出液100mlには16mgのカフェインが含まれる。", "number changed"),
    Pair(CAFFEINE, "玉露の浸出液100mlには160gのカフェインが含まれる。", "unit changed"),
    Pair(CAFFEINE, "玉露の浸出液100mlには160mgのタンニンが含まれる。", "name swapped"),
    Pair(CULTIVAR, "やぶきたは1908年に選抜され、1963年に農林登録された。", "date shifted"),
    Pair(CULTIVAR, "やぶきたは日本の茶園面積のおよそ8割を占める。", "number changed"),
    Pair(CULTIVAR, "やぶきたは寒さに弱く、香味に優れる。", "direction turned"),
    Pair(CULTIVAR, "「さえみどり」は静岡県の杉山彦三郎が1908年に選抜した品種である。", "name swapped"),
    Pair(CULTIVAR, "やぶきたは京都府の杉山彦三郎が1908年に選抜した品種である。", "name swapped"),
    Pair(EN_SOEN, "Nagatani Soen perfected the sencha method in 1783.", "date shifted"),
    Pair(EN_SOEN, "Yamamoto Kahei perfected the sencha method in Ujitawara in 1638.", "date shifted"),
    Pair(EN_SOEN, "Nagatani Soen never perfected the sencha method.", "negation flipped"),
    Pair(EN_SOEN, "The leaves are roasted and not rolled by hand.", "negation flipped"),
    Pair(EN_SOEN, "The merchant Mitsui Takatoshi sold Soen's tea in Edo.", "name swapped"),
    Pair(
        EN_JAR,
        "From 1633 the shogunate sent a procession every year to bring new tea from Uji to Osaka.",
        "name swapped",
    ),
    Pair(
        EN_JAR, "From 1693 the shogunate sent a procession every year to bring new tea from Uji to Edo.", "date shifted"
    ),
    Pair(EN_JAR, "Farmers did not have to kneel as the jars passed.", "negation flipped"),
    Pair(EN_JAR, "Work in the fields was allowed as the jars passed along the road.", "direction turned"),
    Pair(EN_JAR, "Barley tea contains no caffeine.", "wrong passage"),
    Pair(
        EN_EXPORT, "Exports of Japanese green tea fell from 23.4 billion yen to 29.2 billion yen.", "direction turned"
    ),
    Pair(EN_EXPORT, "Exports of Japanese green tea rose to 29.2 million yen in 2023.", "number changed"),
    Pair(EN_EXPORT, "Exports of Japanese green tea rose to 29.2 billion dollars in 2023.", "unit changed"),
    Pair(EN_EXPORT, "Exports of Japanese green tea rose by about 35 percent.", "number changed"),
    Pair(EN_EXPORT, "Canada bought more than any other country.", "name swapped"),
    Pair(EN_EXPORT, "Domestic consumption of leaf tea rose.", "direction turned"),
    Pair(EN_TEA, "Barley tea contains caffeine.", "negation flipped"),
    Pair(EN_TEA, "Matcha does not contain more caffeine than sencha.", "negation flipped"),
    Pair(EN_TEA, "Matcha contains less caffeine than sencha because the whole leaf is consumed.", "direction turned"),
    Pair(EN_TEA, "Shading the bushes for three days raises theanine.", "unit changed"),
    Pair(EN_TEA, "Shading the bushes for five weeks raises theanine.", "number changed"),
    Pair(EN_RIKYU, "Murata Juko, who died in 1502, completed wabi tea in 1610.", "date shifted"),
    Pair(EN_RIKYU, "Sen no Rikyu served Tokugawa Ieyasu, who ordered his death in 1591.", "name swapped"),
    Pair(EN_RIKYU, "Sen no Rikyu developed coffee roasting in Kyoto.", "wrong passage"),
    Pair(BRIDGE, "The central span of the Akashi Kaikyo Bridge measures 3,911 metres.", "of something else"),
    Pair(BRIDGE, "The whole Akashi Kaikyo Bridge is 1,991 metres long.", "of something else"),
    Pair(BRIDGE, "The bridge closed to traffic on 5 April 1998.", "direction turned"),
    Pair(WABI, "わび茶は村田珠光によって大成された。", "subject swapped"),
    Pair(WABI, "武野紹鷗が千利休から学んだ期間は短い。", "names exchanged"),
    Pair(MYTH, "麦茶にカフェインが多く含まれる。", "disowned"),
]


@pytest.mark.parametrize("pair", TRUE, ids=lambda p: p.claim[:40])
def test_a_truthful_paraphrase_is_supported(pair: Pair) -> None:
    found = check(pair.claim, pair.passage)
    assert (found.support, found.reasons) == ("supported", ())
    assert found.quote
    assert found.quote in pair.passage


@pytest.mark.parametrize("pair", FALSE, ids=lambda p: f"{p.defect}: {p.claim[:40]}")
def test_a_planted_defect_is_caught_and_named(pair: Pair) -> None:
    found = check(pair.claim, pair.passage)
    assert found.support != "supported"
    assert found.reasons


@pytest.mark.parametrize(
    "pair",
    [p for p in FALSE if p.defect in {"number changed", "unit changed", "date shifted", "date too fine"}],
    ids=lambda p: p.claim[:40],
)
def test_a_number_or_date_that_is_not_in_the_passage_is_not_even_partly_supported(pair: Pair) -> None:
    assert check(pair.claim, pair.passage).support in {"unsupported", "contradicted"}


@pytest.mark.parametrize(
    "pair", [p for p in FALSE if p.defect in {"negation flipped", "direction turned"}], ids=lambda p: p.claim[:40]
)
def test_turning_a_statement_round_contradicts_it(pair: Pair) -> None:
    assert check(pair.claim, pair.passage).support == "contradicted"


def test_a_statement_that_may_not_stand_has_problems_and_the_look_tells_most_strangers_apart() -> None:
    pairs = [*TRUE, *FALSE]
    texts = [pair.passage for pair in pairs]
    for pair in TRUE:
        assert may_stand(pair.claim, pair.passage), pair.claim
    told = [
        (bool(problems(pair.claim, text)), may_stand(pair.claim, text))
        for number, pair in enumerate(pairs)
        for text in texts[number % 3 :: 3]
        if text != pair.passage
    ]
    assert len(told) > 500
    assert not any(may is False and has_problems is False for has_problems, may in told)
    assert sum(not may for _, may in told) > len(told) * 0.8


def test_the_reason_says_what_stands_in_the_passage() -> None:
    assert check("2024年の緑茶の輸出額は346億円だった。", EXPORT).reasons == (
        "the passage says 364億円 where the claim says 346億円",
    )
    assert check("最大の輸出先はドイツである。", EXPORT, lang="ja").reasons == (
        "「ドイツ」は出典になく、そこには「アメリカ」とあります",
    )


def test_words_taken_from_the_passage_are_supported_whatever_they_say() -> None:
    said = "玉露には用いない。ほうじ茶は熱湯で短い時間で淹れる。"
    assert check(said, BREW).support == "supported"
    assert check("rolled by hand while they dry", EN_SOEN).support == "supported"
    assert check("。", EISAI).support == "supported"


def test_the_quote_keeps_the_original_characters_and_line_breaks() -> None:
    assert check("日本茶の中心は宇治", "⽇本\n茶の中⼼は宇治である。").quote == "⽇本\n茶の中⼼は宇治"
    assert check("輸出は３割増", "😀𠮷の輸出は3割増。").quote == "輸出は3割増"


def test_sentences_quoted_from_two_places_count_as_verbatim() -> None:
    found = check(
        "栄西は1191年に宋から帰国し、茶の種を持ち帰ったとされる。麦茶にはカフェインが含まれない。", EISAI, CAFFEINE
    )
    assert found.support == "supported"


def test_a_quotation_cut_before_its_denial_is_not_supported() -> None:
    assert check("栄西は茶を持ち帰った", "栄西は茶を持ち帰ったわけではない。").support != "supported"
    assert check("お茶は体に良い", "お茶は体に良いとは限らない。").support != "supported"


def test_a_quotation_of_all_before_a_semicolon_is_not_taken_back_by_what_follows_it() -> None:
    passage = "Merino fibres are under 24 micrometres thick; coarser ones prickle, since their ends do not bend."
    [claim] = verify(
        [Claim(id="c", text="Merino fibres are under 24 micrometres thick.", passage_ids=("p",))],
        {"p": Passage(id="p", source_id="s", text=passage)},
    )
    assert claim.support == "supported"


def test_a_claim_without_a_passage_is_unsupported() -> None:
    assert check("宇治は茶で知られる。").support == "unsupported"
    assert check("", EISAI).support == "unsupported"
    assert check("宇治は茶で知られる。", "   ").support == "unsupported"


def test_a_passage_that_was_never_listed_does_not_count() -> None:
    claim = Claim(id="c", text="茶", passage_ids=("p9",))
    assert verify([claim], {})[0].support == "unsupported"


def test_the_passage_that_supports_best_is_put_first() -> None:
    found = check("永谷宗円は元文3年に青製煎茶製法を完成させた。", EISAI, SOEN)
    assert found.passage_ids == ("p1", "p0")
    assert found.quote in SOEN


def test_a_claim_may_rest_on_two_passages() -> None:
    claim = "栄西は1191年に宋から帰国し、永谷宗円は1738年に青製煎茶製法を完成させた。"
    assert check(claim, EISAI, SOEN).support == "supported"
    assert check(claim, EISAI).support in {"unsupported", "contradicted"}


def test_headings_name_what_the_passage_speaks_of() -> None:
    assert check("In 1191 Eisai returned from China.", "He returned from China in 1191.").support == "partial"
    found = check("In 1191 Eisai returned from China.", "He returned from China in 1191.", headings=("Eisai",))
    assert found.support == "supported"


def test_across_languages_only_figures_dates_and_directions_are_compared() -> None:
    assert check("Exports reached 36.4 billion yen in 2024.", EXPORT).support == "partial"
    assert check("Exports reached 36.5 billion yen in 2024.", EXPORT).support == "unsupported"
    assert check("Exports of green tea fell in 2024 by 24.6 %.", EXPORT).support == "contradicted"
    assert check("輸出額は2023年に292億円へ増加した。", EN_EXPORT).support == "partial"
    assert check("輸出額は2023年に293億円へ増加した。", EN_EXPORT).support == "unsupported"


def test_a_number_said_of_something_else_in_the_passage_is_only_partial() -> None:
    text = "緑茶の輸出量は8,798トンだった。\n\n" + "ほかの農産物についても述べる。\n" * 3 + "りんごの収穫は12社が担う。"
    assert check("緑茶の輸出量は8,798トンで、12社の輸出量だった。", text).support == "partial"


def test_a_rounded_number_is_not_supported_and_the_exact_one_is_named() -> None:
    found = check("緑茶の輸出額は約360億円だった。", "緑茶の輸出額は364億円だった。")
    assert (found.support, found.reasons) == ("unsupported", ("360億円 is only near the 364億円 of the passage",))


def test_one_end_of_a_range_is_partial() -> None:
    assert check("煎茶は80℃の湯で浸出する。", "煎茶は70〜80℃の湯で浸出する。").support == "partial"


def test_nothing_of_the_claim_but_its_verdict_quote_reasons_and_order_changes() -> None:
    found = check("永谷宗円は元文3年に青製煎茶製法を完成させた。", SOEN)
    assert (found.id, found.text) == ("c", "永谷宗円は元文3年に青製煎茶製法を完成させた。")


@pytest.mark.alone
def test_cost_grows_with_the_text_and_not_faster() -> None:
    passages = {
        "short": Passage(id="short", source_id="s", text=EXPORT * 5),
        "long": Passage(id="long", source_id="s", text=EXPORT * 40),
    }

    def seconds(which: str) -> float:
        claims = [
            Claim(id=str(n), text=f"緑茶の輸出額は2024年に{n}億円だった。", passage_ids=(which,)) for n in range(30)
        ]
        start = time.process_time()
        verify(claims, passages)
        return time.process_time() - start

    seconds("short")
    assert seconds("long") < 30 * seconds("short")


@pytest.mark.alone
@pytest.mark.parametrize(
    "piece", ["x", "漢", "カ", "あ", "1", "千", "一年", "no ", "one ", "「", "A ", "1,", "ない", "- "]
)
def test_long_monotonous_text_is_read_in_linear_time(piece: str) -> None:
    def seconds(length: int) -> float:
        start = time.process_time()
        check("2024年の輸出額は3億円ではない。", piece * (length // len(piece)))
        return time.process_time() - start

    seconds(500)
    assert seconds(16_000) < 40 * max(seconds(2_000), 0.005)


def test_a_claim_that_shares_nothing_has_no_quote() -> None:
    found = check("Exports were 300 million yen.", "x" * 20_000)
    assert (found.support, found.quote) == ("unsupported", "")

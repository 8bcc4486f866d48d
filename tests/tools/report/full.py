"""A report with every part, in Japanese and in English, as a reader would get it. Its sources do not exist."""

from __future__ import annotations

from kasen.tools.report.drawing import CauseEdge, CauseNode, cause_graph, radar
from kasen.tools.report.model import (
    Block,
    Cell,
    Citation,
    CitedPassage,
    Cost,
    Disagreement,
    HowMade,
    Lang,
    Mark,
    Point,
    Reference,
    Report,
    Row,
    Ruling,
    Searched,
    Sentence,
    Table,
    Words,
)

PASSAGES: dict[Lang, tuple[str, ...]] = {
    "ja": (
        "宇治の茶は、覆いをかけて日光をさえぎる栽培によって、旨みの強い葉になる。覆いは摘採のおよそ二十日前にかける。\n"
        "二〇二三年の調査では、覆いをした茶園は全体の六割にのぼった。",
        "煎茶は日光の下で育てる。淹れる湯は八十度ほどがよく、一煎は一分で出る。価格は百グラムあたり千円前後である。",
        "玉露は百グラムあたり三千円を超えるものが多い。湯は五十度から六十度とし、二分待つ。",
        "生産者の平均年齢は六十八歳に達し、後継者のいない農家が半数を超えた。",
    ),
    "en": (
        "Tea of Uji is grown under cover, which keeps the light off and makes the leaf rich in umami. The cover is\n"
        "put up about twenty days before picking. A survey of 2023 found covers over 60 percent of the gardens.",
        "Sencha grows in full sun. It is best with water of about 80 degrees and is ready after one minute. "
        "It costs around 1,000 yen per 100 grams.",
        "Most gyokuro costs more than 3,000 yen per 100 grams. Use water of 50 to 60 degrees and wait for two minutes.",
        "The average grower is 68 years old, and more than half of the farms have no successor.",
    ),
}
SENTENCES: dict[Lang, tuple[str, ...]] = {
    "ja": (
        "宇治の茶は覆いをかけて育てるため、旨みが強い。",
        "覆いをした茶園は全体の六割にのぼる。",
        "煎茶は一分で出る。",
        "玉露の多くは百グラムあたり三千円を超える。",
        "生産者の平均年齢は六十八歳に達した。",
        "百グラムあたり千円前後である。",
        "後継者のいない農家が半数を超えた。",
    ),
    "en": (
        "Tea of Uji is rich in umami because it is grown under cover.",
        "Covers stand over 60 percent of the gardens.",
        "Sencha is ready after one minute.",
        "Most gyokuro costs more than 3,000 yen per 100 grams.",
        "The average grower is 68 years old.",
        "Around 1,000 yen per 100 grams.",
        "More than half of the farms have no successor.",
    ),
}
_FROM = (0, 0, 1, 2, 3, 1, 3)
"""Passage of each sentence."""
_TITLES: dict[Lang, tuple[str, ...]] = {
    "ja": ("茶の栽培と覆い", "煎茶の淹れ方", "玉露の価格", "茶業統計の概要"),
    "en": ("Growing tea under cover", "How to brew sencha", "What gyokuro costs", "Tea statistics in brief"),
}
_WORDS: dict[Lang, dict[str, str]] = {
    "ja": {
        "title": "宇治茶の値段はなぜ下がったのか",
        "question": "宇治茶の値段はなぜ下がったのか。煎茶と玉露を比べて知りたい。",
        "points": "茶の比較|原因の分析|主張の検証",
        "criteria": "価格|淹れやすさ|旨み|香り|産地の広がり",
        "items": "煎茶|玉露",
        "claim": "玉露は煎茶より安い",
        "note": "独立した出典 2 件が反対のことを述べています。",
        "about": "湯の温度",
        "differ": "出典の数字が異なります。",
        "open": "「輸出の影響」について述べた資料は見つかりませんでした。",
        "banner": "検索 1 件が失敗しました。その分は「扱えなかったこと」にあります。",
        "made_by": "比較 · google:gemini-flash · 出典 4 件 · $0.0312",
        "item": "茶種",
        "publisher": "架空の茶業研究会",
    },
    "en": {
        "title": "Why the price of Uji tea fell",
        "question": "Why did the price of Uji tea fall? Compare sencha with gyokuro.",
        "points": "The teas compared|What caused it|The claim checked",
        "criteria": "Price|Ease of brewing|Umami|Aroma|Spread of the regions",
        "items": "Sencha|Gyokuro",
        "claim": "Gyokuro is cheaper than sencha",
        "note": "2 independent sources say the opposite.",
        "about": "Temperature of the water",
        "differ": "The sources give different figures.",
        "open": "Nothing was found about “the effect of exports”.",
        "banner": "One search failed; what it was for stands under Not covered.",
        "made_by": "comparison · google:gemini-flash · 4 sources · $0.0312",
        "item": "Tea",
        "publisher": "Society for Invented Tea Studies",
    },
}
_CAUSES: dict[Lang, tuple[str, ...]] = {
    "ja": (
        "新茶の価格が3年で2割下がった",
        "急須で淹れる家庭が減った",
        "ペットボトル茶の安売り",
        "後継者の不足",
        "暮らしに時間がなくなった",
    ),
    "en": (
        "The price of new tea fell by a fifth in three years",
        "Fewer households brew with a teapot",
        "Bottled tea is sold cheaply",
        "Farms lack successors",
        "Less time at home",
    ),
}


def full(lang: Lang) -> Report:
    """The report."""
    said = _WORDS[lang]
    points = said["points"].split("|")
    return Report(
        title=said["title"],
        lang=lang,
        question=said["question"],
        date="2026-11-21",
        mode="compare",
        made_by=said["made_by"],
        banner=(said["banner"],),
        summary=(_sentence(lang, 0), _sentence(lang, 1, "single_origin"), _sentence(lang, 3)),
        key_findings=(_sentence(lang, 0), _sentence(lang, 3, "partial"), _sentence(lang, 4)),
        analysis=(
            Point(heading=points[0], blocks=(Block(kind="table", table=_table(lang)), _radar(lang))),
            Point(heading=points[1], blocks=(Block(sentences=(_sentence(lang, 4), _sentence(lang, 6))), _causes(lang))),
            Point(
                heading=said["claim"],
                ruling=Ruling(ruling="refuted", confidence=0.82, note=said["note"]),
                blocks=(Block(kind="quote", sentences=(_sentence(lang, 3),)), Block(sentences=(_sentence(lang, 5),))),
            ),
        ),
        disagreements=(
            Disagreement(
                about=said["about"],
                sides=(_sentence(lang, 2, "disputed"), _sentence(lang, 3, "disputed")),
                note=said["differ"],
            ),
        ),
        not_covered=(said["open"],),
        references=tuple(_reference(lang, number) for number in range(len(_TITLES[lang]))),
        how_made=_how_made(said),
    )


def _sentence(lang: Lang, number: int, *marks: Mark) -> Sentence:
    passage = _FROM[number]
    end = PASSAGES[lang][passage].find("。" if lang == "ja" else ".") + 1
    cited = Citation(reference=passage + 1, words=(Words(passage_id=f"p_{passage}", start=0, end=end),))
    return Sentence(text=SENTENCES[lang][number], citations=(cited,), marks=marks, claim_id=f"claim_{number}")


def _table(lang: Lang) -> Table:
    price, brewing, *_ = _WORDS[lang]["criteria"].split("|")
    names = _WORDS[lang]["items"].split("|")
    rows = (
        Row(
            heading=names[0],
            cells=(Cell(sentences=(_sentence(lang, 5),)), Cell(sentences=(_sentence(lang, 2, "partial"),))),
        ),
        Row(heading=names[1], cells=(Cell(sentences=(_sentence(lang, 3),)),)),
    )
    return Table(columns=(price, brewing), rows=rows, corner=_WORDS[lang]["item"])


def _radar(lang: Lang) -> Block:
    names = _WORDS[lang]["items"].split("|")
    values: dict[str, list[float | None]] = {names[0]: [4.0, 5, 3, 4, 5], names[1]: [1.0, 2, 5, 5, None]}
    drawing = radar(_WORDS[lang]["criteria"].split("|"), values, maximum=5, lang=lang)
    return Block(kind="picture", picture=drawing)


def _causes(lang: Lang) -> Block:
    fell, teapot, bottled, successor, time = _CAUSES[lang]
    nodes = [
        CauseNode("s", fell, "symptom"),
        CauseNode("a", teapot),
        CauseNode("b", bottled),
        CauseNode("c", successor, "root"),
        CauseNode("r", time, "root"),
    ]
    edges = [
        CauseEdge("r", "a", 0.8),
        CauseEdge("a", "s", 0.7),
        CauseEdge("r", "b", 0.45),
        CauseEdge("b", "s", 0.6),
        CauseEdge("c", "s", 0.2, supported=False),
    ]
    return Block(kind="picture", picture=cause_graph(nodes, edges, lang=lang))


def _reference(lang: Lang, number: int) -> Reference:
    is_web = number != 3
    passage = CitedPassage(id=f"p_{number}", text=PASSAGES[lang][number], page=None if is_web else 12)
    return Reference(
        number=number + 1,
        title=_TITLES[lang][number],
        kind="web" if is_web else "document",
        file="" if is_web else "tea/統計_2024.pdf",
        publisher=_WORDS[lang]["publisher"] if is_web else "",
        published="" if number == 2 else ("2024-03-01", "2023", "", "2024-06")[number],
        fetched="2026-11-20",
        uri=f"https://tea.example/{lang}/{number}?a=1&b=100%25" if is_web else "",
        passages=(passage,),
    )


def _how_made(said: dict[str, str]) -> HowMade:
    return HowMade(
        costs=(
            Cost(role="planner", by="rule"),
            Cost(role="writer", by="google:gemini-flash", calls=3, input_tokens=12345, output_tokens=1678, usd=0.0312),
        ),
        prices="genai-prices 0.1.7",
        searches=(
            Searched(query=said["title"], where="documents", found=18),
            Searched(query=said["title"], where="web", error="timeout"),
        ),
        sources=6,
        passages=41,
        supported=19,
        partial=1,
        removed=1,
        calls=3,
        rule_calls=1,
        input_tokens=12345,
        output_tokens=1678,
        usd=0.0312,
        seconds=38.2,
        replay="kasen runs replay 01J9",
    )

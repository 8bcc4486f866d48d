"""Names of people, firms, schools and places in a text that stand in nothing that its writer was given.

Only what is written as a name is looked at: with a title (`佐藤氏`, `Dr. Keller`), as a firm or school
(`株式会社…`, `… Ltd`), as who said something (`…によると`, `according to …`), as several capitalised words.
Words that decks use of anybody (`部長`, `Board of Directors`, `North America`) are no names.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from kasen.evidence.reading import Reading
from kasen.evidence.sentences import sentences
from kasen.evidence.terms import stem


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


_SURNAMES = (
    "佐藤|鈴木|高橋|田中|伊藤|渡辺|渡邊|山本|中村|小林|加藤|吉田|山田|佐々木|松本|井上|木村|斎藤|斉藤|清水|阿部|池田|橋本|山崎|石井|"
    "小川|前田|岡田|長谷川|藤田|後藤|近藤|村上|遠藤|青木|坂本|藤井|西村|太田|三浦|藤原|岡本|松田|中島|中川|原田|小野|竹内|金子|和田|"
    "中山|石田|上田|森田|柴田|酒井|工藤|横山|宮本|内田|高木|安藤|島田|谷口|大野|高田|丸山|今井|河野|藤本|村田|武田|上野|杉山|増田|"
    "小山|大塚|平野|菅原|久保|松井|岩崎|桜井|野口|松尾|野村|木下|菊地|菊池|佐野|大西|杉本|新井|浜田|古川|水野|市川|小島|山下|北村"
)
_KANJI, _KATAKANA = "一-龥々", "ァ-ヴー"
_LATIN_NAME = "[A-Z][A-Za-z&'’-]+(?: [A-Z][A-Za-z&'’-]+)*"
_FIRM = rf"[ぁ-ん]{{0,6}}[{_KANJI}{_KATAKANA}A-Za-z・&]{{1,12}}|[ぁ-ん]{{3,8}}?"
_PERSON = rf"(?:{_SURNAMES})[{_KANJI}ぁ-ん]{{0,4}}?|[{_KATAKANA}・]{{3,16}}|{_LATIN_NAME}"
_RANKS = "社長|会長|部長|課長|教授|博士|専務|常務|取締役|先生|所長|理事長|市長|町長|知事|大臣|支配人|料理長|CEO|CFO|CTO"
_JAPANESE = (
    re.compile(rf"(?:株式会社|有限会社|合同会社|[（(]株[)）]|㈱)(?P<name>{_FIRM})(?=[はがのもをにとやへでか、。・（(」\s]|$)"),
    re.compile(rf"(?P<name>[{_KANJI}{_KATAKANA}A-Za-z・]{{2,12}}|[ぁ-ん]{{2,6}}[{_KANJI}]{{1,6}})(?:株式会社|有限会社|合同会社|ホールディングス)"),
    re.compile(rf"(?P<name>{_PERSON}|[{_KANJI}]{{2,6}})氏(?![{_KANJI}])"),
    re.compile(rf"(?P<name>{_PERSON})(?:さん|様|さま|{_RANKS})(?![{_KANJI}])"),
    re.compile(rf"(?<![{_KANJI}])(?P<name>(?:{_SURNAMES})[{_KANJI}]{{1,3}})(?=[はがもを、。（(])"),
    re.compile(rf"(?P<name>[{_KATAKANA}・]{{3,20}}|{_LATIN_NAME})社?(?:の(?:調査|推計|試算|予測|報告書))?(?:によると|によれば|では、)"),
    re.compile(rf"(?P<name>[{_KATAKANA}・]{{3,20}}|{_LATIN_NAME})社?の(?:調査|推計|試算|報告書)(?=[でがはもを])"),
    re.compile(rf"(?<![{_KANJI}])(?P<name>[{_KANJI}]{{2,4}}|[{_KATAKANA}]{{3,12}})(?:大学|銀行|新聞|証券|商事|物産|製薬)(?![{_KANJI}])"),
    re.compile(rf"(?<![{_KANJI}])(?P<name>[{_KANJI}]{{2,4}}?)(?:[市町村](?=[のでにがはをもと、。])|[県府](?=[のでにがはをもと、。産内]))"),
)  # fmt: skip
_NOBODY = _words(
    """
    両 同 某 諸 各 彼 源 平 国立 公立 私立 市立 県立 地方 中央 都市 地元 近隣 有名 一流 主要 総合 女子 医科 短期
    放送 海外 提携 取引 投資 信託 協力 連携 民間 全国 日本 世界 英字 業界 経済 大手 専門 主力 城下 門前 宿場 温泉
    見本 青空 定期 観光都 地方都 大都 中核都 主要都 姉妹都 友好都 各都 近隣の 同じ 政令都 都道府 都道 自治 市区 区市
    市区町 市町 町村 市 周辺 隣接 複数 当該 他 全 農山 山間 過疎 スタッフ メンバー オーナー ファン リーダー ユーザー
    パートナー ゲスト データ アンケート レポート グラフ ニュース チャート ヒアリング インタビュー モデル テスト
    シミュレーション アプリ システム サービス コスト スライド マーケット ターゲット ブランド インバウンド モニター
    サンプル リサーチ シナリオ プラン ケース チーム メーカー バイヤー ガイド マネージャー サポーター ホームページ
    サイト ウェブ メディア ステップ カテゴリー カテゴリ グループ フェーズ ポイント タイプ テーブル エリア センター
    ホテル レストラン カフェ
    """
)
"""What stands before such words and names nobody."""
_CONNECTORS = "of|the|for|de|van|von|di|da|du|la|le|del|der|no|&"
_CAPITALISED = re.compile(rf"[A-Z][\w'’-]*\.?(?:\s(?:(?:{_CONNECTORS})\s){{0,2}}[A-Z][\w'’-]*)+")
_TITLED = re.compile(r"\b(?:Mr|Mrs|Ms|Dr|Prof|Professor)\.?\s(?P<name>[A-Z][a-z'’-]+)")
_SAYS = re.compile(r"\b[Aa]ccording to (?:the )?(?P<name>[A-Z][A-Za-z&'’-]+)")
_COMPANY = re.compile(
    r"(?P<name>[A-Z][A-Za-z&'’-]+),? (?:Ltd|Inc|Corp|LLC|GmbH|PLC|plc|Co|University|Institute|Bank)\b"
)
_ANY_WORD = re.compile(r"[A-Za-z][A-Za-z'’-]*")
_TITLE_CASE = 0.85
"""Share of a sentence's longer words in capitals from which capitals say nothing."""
_COMMON = """
a an the in on at by for from to of and but or as it its this that these those he she we you i our your their his her
there when while after before since so if with all both each every most some first second third one two three four five
six seven eight nine ten monday tuesday wednesday thursday friday saturday sunday january february march april may june
july august september october november december spring summer autumn winter year years month day week today tomorrow
north south east west northern southern eastern western central upper lower new old great united states kingdom union
america american americas europe european asia asian africa african pacific atlantic middle latin world international
global national japan japanese china chinese korea korean india indian germany german france french italy italian spain
spanish britain british england english uk usa canada canadian australia australian brazil russia mexico singapore
taiwan hong kong zealand vietnam thailand arabia emirates indonesia
board director directors chief executive officer office president vice chair chairman chairwoman head manager management
team teams sales marketing finance human resources resource operations operation product products customer customers
service services support research development strategy strategic plan planning budget business company group department
committee council meeting annual general report summary overview agenda introduction conclusion appendix question
questions answer answers thank thanks welcome ladies gentlemen dear next step steps key takeaway takeaways point points
figure figures table chart slide slides page part chapter section phase stage option source sources note notes data
market markets supply chain value price prices cost costs revenue growth export exports import imports quarter fiscal
million billion percent total average net gross return investment capital project projects program programme pilot
quality standard standards food safety health act law code tax government ministry agency authority university institute
bank school college association society foundation ltd inc corp llc gmbh plc co period era age edo meiji taisho showa
reiwa heisei dynasty emperor shogun temple castle river lake mountain bay island islands city town village street road
tea green black white red blue power point excel word internet web online digital artificial intelligence machine
learning software hardware cloud email mail day eve christmas easter holiday
nurse doctor engineer scientist analyst accountant lawyer secretary treasurer teacher student designer architect
let see look ask go come take make give keep start begin remember consider meet what why how where who which
"""
_GENERIC = frozenset(stem(word) for word in _COMMON.split())


def strangers(text: str, known: str) -> list[str]:
    """Names in a text that stand nowhere in `known`, in order, as they are written; what may be known is known."""
    read = Reading(text)
    found = list(_japanese(read.plain, _folded(known)))
    if not read.is_cjk:
        found += _latin(read.plain, known)
    return list(dict.fromkeys(found))


@lru_cache(maxsize=16)
def _folded(known: str) -> str:
    return Reading(known).folded


@lru_cache(maxsize=16)
def _known_words(known: str) -> frozenset[str]:
    return Reading(known).words


def _japanese(text: str, known: str) -> Iterator[str]:
    for pattern in _JAPANESE:
        for match in pattern.finditer(text):
            name = match["name"]
            if name in _NOBODY or any(name.endswith(one) for one in _NOBODY if len(one) > 2):
                continue
            parts = [part for part in re.split(r"[・\s]", name.casefold()) if len(part) > 1]
            if parts and not any(_is_said(part, known) for part in parts):
                yield match.group().rstrip("、では").removesuffix("によると").removesuffix("によれば")


def _is_said(name: str, known: str) -> bool:
    """Whether a name, or the surname that it begins with, stands in what is known."""
    if name in known:
        return True
    surname = re.match(_SURNAMES, name)
    return surname is not None and surname.group() in known


def _latin(text: str, known: str) -> Iterator[str]:
    words = _known_words(known)
    for start, end in sentences(text):
        sentence = text[start:end]
        long = [word for word in _ANY_WORD.findall(sentence) if len(word) > 3]
        if len(long) > 3 and sum(word[0].isupper() for word in long) >= _TITLE_CASE * len(long):
            continue
        for pattern in (_TITLED, _SAYS, _COMPANY):
            yield from (match.group() for match in pattern.finditer(sentence) if _is_strange(match["name"], words))
        for match in _CAPITALISED.finditer(sentence):
            name = _name_in(match.group().rstrip("."), words, opens=match.start() == 0)
            if name:
                yield name


def _is_strange(word: str, known: frozenset[str]) -> bool:
    bare = re.sub(r"['’]s?$|\.$", "", word)
    if len(bare) < 3 or (bare.isupper() and len(bare) <= 5):
        return False
    pieces = [stem(piece.casefold()) for piece in re.split(r"[-'’&]", bare) if len(piece) > 1]
    return bool(pieces) and not any(piece in known or piece in _GENERIC for piece in pieces)


def _name_in(phrase: str, known: frozenset[str], *, opens: bool) -> str:
    """The part of capitalised words that is a strange name. The first word of a sentence has its capital from there."""
    own = [word for word in phrase.split() if word[0].isupper()]
    strange = [word for word in own if _is_strange(word, known)]
    if opens and len(own) == 2:
        return phrase if len(strange) == 2 else ""
    if opens:
        strange = [word for word in strange if word is not own[0]]
        phrase = phrase.partition(" ")[2] if not _is_strange(own[0], known) else phrase
    return phrase if strange else ""

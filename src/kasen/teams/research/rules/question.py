"""What a question asks about and what kind of answer it wants, in Japanese and English."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Literal

from kasen.evidence.dates import dates
from kasen.evidence.normal import normalise
from kasen.evidence.numbers import numbers
from kasen.evidence.terms import CJK, stem

Kind = Literal["when", "amount", "who", "where", "name", "why", "how"]

_COUNTERS = (
    "人|名|個|回|件|本|枚|台|隻|校|社|軒|店|冊|曲|種類?|倍|割|位|番目?|代目?|階|票|席|議席|歳|才|度|つ|%|パーセント|円|ドル"
    "|(?:[かカケヵヶ箇個]|カ|ヶ)?(?:国|所|村|条|年)間?|時間|分間?|秒間?|日間|週間|か月|カ月|ヶ月|世帯|機|キロ\\S{0,4}|メートル|トン"
    "|平方\\S{0,6}|k?m2?|k?g|ha|l|ml|言語|世代|文字|行|列|戦|勝|敗|試合|作|点|層|基|両|艦|局|章|条|箇条|都市|県|州"
)
_ASKS: dict[Kind, re.Pattern[str]] = {
    "when": re.compile(
        r"いつ|何(?:年(?!間)|月|日(?!間)|世紀|時(?!間)|曜日|年代|時代)|どの(?:時代|時期|年)|(?:時期|年代|年月日?)は|西暦"
        r"|\bwhen\b|\b(?:what|which) (?:year|date|day|month|century|decade|time|era|period)\b"
    ),
    "amount": re.compile(
        rf"何(?:{_COUNTERS})|いくつ|いくら|どの(?:くらい|ぐらい|程度)|どれ(?:くらい|ぐらい|だけ|ほど)"
        r"|(?:人数|割合|面積|人口|金額|値段|価格|高さ|長さ|重さ|距離|上限|下限|数)は"
        r"|\bhow (?:many|much|long|old|far|tall|high|large|big|often|deep|heavy|fast|hot)\b"
        r"|\b(?:what|which) (?:number|percentage|percent|share|amount|proportion|rate|price|size)\b|\blimit\b"
    ),
    "who": re.compile(r"誰|だれ|何者|どの人|人物(?:は|名)|\bwho(?:m|se)?\b"),
    "where": re.compile(
        r"どこ|何処|どの(?:国|都市|地域|県|州|町|場所|街)|何(?:県|市|州|国(?!間)|区|町)|\bwhere\b"
        r"|\b(?:what|which) (?:country|city|place|region|town|prefecture|state)\b"
    ),
    "name": re.compile(
        r"何(?:という|といい|と呼|と言|と称|て呼)|なんと(?:いう|呼|言)|(?:名前|名称|別名|通称|略称|呼び名)"
        r"|\b(?:called|named|name of|known as)\b"
    ),
    "why": re.compile(r"なぜ|何故|どうして|(?:理由|原因|要因|きっかけ|目的)|\bwhy\b|\b(?:reason|cause)s?\b"),
    "how": re.compile(r"どのように|どうやって|どう(?!して)|方法|仕組み|手順|\bhow\b(?! (?:many|much|long|old|far))"),
}
_ANSWERS: dict[Kind, re.Pattern[str]] = {
    "when": re.compile(r"\d+\s?(?:年|月|日|世紀|時)|年代|時代|世紀|[春夏秋冬]"),
    "who": re.compile(r"[ァ-ヴー]{3,}|[^\W\d_](?:氏|王|帝|家|君|世|者|さん)|\d+代目|\b[A-Z][^\W\d_]+ [A-Z][^\W\d_]+"),
    "where": re.compile(
        rf"[{CJK}](?:都|道|府|県|市|区|町|村|国|州|島|川|山|港|地方|地域|半島)|[ァ-ヴー]{{3,}}"
        r"|\b(?:in|at|near|from) (?:the )?[A-Z][a-z]+"
    ),
    "name": re.compile(r"「|『|“|\"|と呼|という|と称|と言|称さ|\b(?:called|named|known as)\b"),
    "why": re.compile(
        r"ため|から|ので|により|によって|理由|原因|要因|きっかけ|結果|背景"
        r"|\b(?:because|since|due to|owing to|thanks to|reason|result|therefore|led to|caused?|so that)\b"
    ),
    "how": re.compile(r"によって|により|ことで|方法|して|\b(?:by|through|using|via|method|process|first|then)\b"),
}
_EMPTY_JA = re.compile(
    rf"何(?:という|といい|と呼ば?れ?|年代?|月|日|世紀|時代?|{_COUNTERS})?|いつ|どこ|だれ|誰|なに|なん|いくつ|いくら"
    r"|ど(?:の|れ|ちら|んな|う)(?:よう|くらい|ぐらい|ほど)?|なぜ|でしょう|(?:です|ます|ました|である)か|教えて(?:ください)?"
    r"|について|とは|西暦|違い|相違点?|共通点|比較し?て?|ください|(?:[のだ]?か)?[?。]*$"
)
_EMPTY_EN = frozenset(
    stem(word)
    for word in re.findall(
        r"\w+",
        "a an the of in on at to for from by with about into as and or but not is are was were be been being am do does"
        " did has have had can could will would shall should may might must what when where who whom whose why which"
        " how many much it its this that these those there their they them he she his her we you your i me my tell"
        " explain describe give list please most least"
        " very much more less become became kind sort thing difference between compare if happen us"
        " during up down over under out off through after before among per each other than such own same so while"
        " because since until onto upon within without too just still yet used first get got",
    )
)
_CAPITALS = re.compile(r"(?<=[^.?!\s] )[A-Z]\w+|\b[A-Z]{2,}\b")
_KATAKANA = re.compile("[ァ-ヴー]{3,}")
GONE = "\ue000"
"""Stands where a question word was, so that the particle after it is not taken for a word."""
_PARTICLES = re.compile(r"(?:とは|には|では|からは|までは|[はがをにのでともへや])$")
_FUNCTION_WORDS = re.compile(
    r"[こそあど](?:の|れ|こ|う|ん|ち)|また|もっと|もし|もの|こと|かつて|すべて|さらに|いわゆる|ただ|ある|および|ならびに"
    r"|いったい|だいたい|おおよそ|およそ|ついに|すでに|まず|ほとんど|なぜ|しかし|しかも|ところ|とき|ため|よく|いかに|いう|という|できる|はでき|そして|だった|であ|やがて|あらゆる|より|から|まで"
    r"|[はがをにのでともへや](?:[はもの]|ある|いる|なく|なっ|なる|ない|した|して)"
)
_UNIT = re.compile(
    rf"([一-龥々〆ヶヵ]+)|([ァ-ヴー]{{2,}})|(\d+(?:[.,]\d+)*)|([^\W\d_{CJK}]+)|(?<![\w\ue000])([ぁ-んー]{{3,}})"
)


@lru_cache(maxsize=4096)
def folded(text: str) -> str:
    """The text as words are compared: NFKC, without invisible characters, casefolded."""
    return normalise(text).text.casefold()


def kinds(question: str) -> list[Kind]:
    """The kinds of answer that a question wants, often none or one."""
    text = folded(question)
    found = [kind for kind, pattern in _ASKS.items() if pattern.search(text)]
    return [kind for kind in found if kind != "how" or len(found) == 1]


def answers(sentence: str, kind: Kind, question: str) -> bool:
    """Whether a sentence holds something of that kind that the question does not already say."""
    text = folded(sentence)
    if kind in ("when", "amount"):
        asked = folded(question)
        when = dates(text)
        if kind == "when":
            known = {(d.first, d.month, d.day) for d in dates(asked)}
            return any((d.first, d.month, d.day) not in known for d in when) or bool(
                not when and _new(_ANSWERS["when"], text, asked)
            )
        known_values = {n.value for n in numbers(asked)}
        return any(n.value not in known_values for n in numbers(text, [d.span for d in when]))
    return _new(_ANSWERS[kind], normalise(sentence).text, normalise(question).text)


def _new(pattern: re.Pattern[str], text: str, asked: str) -> bool:
    return any(match.group() not in asked for match in pattern.finditer(text))


def content_words(text: str) -> list[str]:
    """Words that carry the meaning, folded and stemmed, in order, each once; question and function words are left out.

    Of hiragana, only what does not follow another letter is a word: what follows one is a particle or an inflection.
    """
    return list(dict.fromkeys(stem(word) for word in plain_words(text)))


def keywords(text: str) -> str:
    """The words that carry the meaning as they are written, with spaces between."""
    return " ".join(dict.fromkeys(plain_words(text)))


def plain_words(text: str) -> list[str]:
    """The words that carry the meaning, folded, not stemmed, in order."""
    found: list[str] = []
    for kanji, kana, number, word, hiragana in _UNIT.findall(_EMPTY_JA.sub(GONE, folded(text))):
        if hiragana:
            found += _noun(hiragana)
        elif not word or (len(word) > 1 and stem(word) not in _EMPTY_EN):
            found.append(kanji or kana or word or number.replace(",", ""))
    return found


def names(text: str) -> set[str]:
    """Stems of words that look like names of things: katakana, abbreviations, capitals inside a sentence."""
    plain = normalise(text).text
    written = [*_CAPITALS.findall(plain), *_KATAKANA.findall(plain)]
    return {stem(word.casefold()) for word in written}


def _noun(hiragana: str) -> list[str]:
    """The word that a run of hiragana begins with, if it is not a function word."""
    noun = _PARTICLES.sub("", hiragana)
    return [noun] if len(noun) > 1 and not _FUNCTION_WORDS.match(hiragana) else []

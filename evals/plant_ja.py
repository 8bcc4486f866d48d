"""What `plant.py` makes of Japanese sentences."""

from __future__ import annotations

import re
from collections.abc import Sequence

from planting import Change, Given, cut_short, exchanged, replaced, with_span

from kasen.evidence.names import Name, names
from kasen.evidence.negation import denials
from kasen.evidence.sentences import sentences

_YEAR = re.compile(r"(?<!\d)(1[0-9]{3}|20[0-2][0-9])年")
_NUMBER = re.compile(r"(?<![\d.,])([1-9]\d{0,4})(?=[^\d年月日世.,]|$)")
_UNITS = (
    ("(?<=[0-9０-９万億])キロメートル", "メートル"),
    ("(?<=[0-9０-９万億])km(?![a-z²2/])", "m"),
    ("(?<=[0-9０-９万億])キログラム", "グラム"),
    ("(?<=[0-9０-９万億])kg", "t"),
    ("(?<=[0-9０-９万億])メートル", "センチメートル"),
    ("(?<=[0-9０-９万億])m(?![a-z²2/])", "km"),
    ("(?<=[0-9０-９万億])(?:%|％|パーセント)", "割"),
    ("(?<=[0-9０-９万億])円", "ドル"),
    ("(?<=[0-9０-９万億])ドル", "円"),
    ("(?<=[0-9０-９])年間", "日間"),
    ("(?<=[0-9０-９])時間", "分間"),
    ("(?<=[0-9０-９万億])人", "世帯"),
)
_ENDINGS = (
    ("した。", "しなかった。"),
    ("している。", "していない。"),
    ("である。", "ではない。"),
    ("された。", "されなかった。"),
    ("されている。", "されていない。"),
    ("がある。", "はない。"),
)
_SOFTER = (("である。$", "です。"), ("された。$", "されました。"), ("した。$", "しました。"), ("いる。$", "います。"))
_SAME = (("ため、", "ことから、"), ("により、", "によって、"), ("しかし、", "だが、"), ("また、", "さらに、"))
_OPENERS = ("なお、", "さらに、", "また、")
_PREFACE = re.compile(r"^[^、。「」（）()]{2,12}(?:は|では|には|によれば|によると)、")
_TOPIC = ("は", "が")
_OBJECT = re.compile("に(?!よ|お|つ|関|対)|を|から")
_LEAST = 3
"""Characters from which a run of kanji or katakana is taken for a name."""


def _opened(given: Given) -> str:
    return given.chance.choice(_OPENERS) + given.sentence


def _subject_dropped(given: Given) -> str:
    preface = _PREFACE.match(given.sentence)
    return given.sentence[preface.end() :] if preface and len(given.sentence) - preface.end() > 20 else ""


REWORDED: dict[str, Change] = {
    "as_it_stands": lambda given: given.sentence,
    "opened": _opened,
    "ending": lambda given: replaced(given.sentence, _SOFTER),
    "connective": lambda given: replaced(given.sentence, _SAME),
    "subject_dropped": _subject_dropped,
}


def _date(given: Given) -> str:
    year = _YEAR.search(given.sentence)
    return (
        with_span(given.sentence, year.span(1), str(int(year[1]) + given.chance.choice((-31, -7, 3, 11))))
        if year
        else ""
    )


def _number(given: Given) -> str:
    number = _NUMBER.search(given.sentence)
    if number is None or denials(given.sentence):
        return ""
    return with_span(given.sentence, number.span(1), str(int(number[1]) * 2 + 1))


def _unit(given: Given) -> str:
    return "" if denials(given.sentence) else replaced(given.sentence, _UNITS)


def named(sentence: str) -> list[Name]:
    """Names of a sentence, as far as their form tells."""
    return [n for n in names(sentence) if n.kind in ("kanji", "katakana") and len(n.text) >= _LEAST]


def _topics(sentence: str) -> list[Name]:
    return [name for name in named(sentence) if sentence[name.end : name.end + 1] in _TOPIC]


def _name(given: Given) -> str:
    topics = _topics(given.sentence)
    other = given.stranger() if topics else ""
    return with_span(given.sentence, (topics[0].start, topics[0].end), other) if other else ""


def _exchanged(given: Given) -> str:
    """Who did it to whom, the other way round."""
    for topic in _topics(given.sentence):
        for other in named(given.sentence):
            alike = other.start > topic.end and other.kind == topic.kind and other.text != topic.text
            if alike and _OBJECT.match(given.sentence, other.end):
                return exchanged(given.sentence, (topic.start, topic.end), (other.start, other.end))
    return ""


def _subject(given: Given) -> str:
    """Said of what another sentence of the same paragraph is about."""
    topics = _topics(given.sentence)
    if not topics:
        return ""
    text = given.paragraph
    others = [name for a, b in sentences(text) if text[a:b].strip() != given.sentence for name in _topics(text[a:b])]
    fresh = [n.text for n in others if n.text not in given.sentence and n.kind == topics[0].kind]
    return with_span(given.sentence, (topics[0].start, topics[0].end), fresh[0]) if fresh else ""


def _denial(given: Given) -> str:
    return "" if denials(given.sentence) else replaced(given.sentence, [(f"{old}$", new) for old, new in _ENDINGS])


CHANGED: dict[str, Change] = {
    "date": _date,
    "number": _number,
    "cut_short": cut_short,
    "unit": _unit,
    "name": _name,
    "subject": _subject,
    "exchanged": _exchanged,
    "denial": _denial,
}


def usable(sentence: str) -> bool:
    """Whether a sentence is whole and neither very short nor very long."""
    return 25 <= len(sentence) <= 120 and sentence.endswith("。")


def strangers(sentences_: Sequence[str]) -> list[str]:
    """Names by which those of other sentences are replaced."""
    found = {n.text for one in sentences_ for n in names(one) if n.kind == "katakana" and len(n.text) > _LEAST}
    return sorted(found)

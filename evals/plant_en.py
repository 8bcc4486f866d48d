"""What `plant.py` makes of English sentences."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from planting import Change, Given, cut_short, exchanged, replaced, with_span

from kasen.evidence.names import Name, names
from kasen.evidence.negation import denials
from kasen.evidence.sentences import sentences
from kasen.evidence.substitutes import goes_both_ways

_YEAR = re.compile(r"(?<![\d,.])(1[0-9]{3}|20[0-2][0-9])(?![\d,.]\d|\d)")
_NUMBER = re.compile(r"(?<![\d,.'-])([1-9]\d{0,2}(?:,\d{3})*(?:\.\d+)?)(?![\d,]*\d|st|nd|rd|th|s\b|-)")
_WORDS = ["two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"]
_NUMBER_WORD = re.compile(rf"\b({'|'.join(_WORDS)})\b(?= (?!of (?:them|the|these)\b)[a-z])")
_MONTH = "January|February|March|April|May|June|July|August|September|October|November|December"
_DAY = re.compile(rf"\b(\d{{1,2}}) (?:{_MONTH})\b")
_AFTER_FIGURE = r"(?<=\d )"
_UNITS = (
    (_AFTER_FIGURE + "kilometres", "metres"),
    (_AFTER_FIGURE + "centimetres", "metres"),
    (_AFTER_FIGURE + "millimetres", "centimetres"),
    (_AFTER_FIGURE + "metres", "kilometres"),
    (_AFTER_FIGURE + "kilograms", "tonnes"),
    (_AFTER_FIGURE + "tonnes", "kilograms"),
    (_AFTER_FIGURE + "milligrams", "grams"),
    (_AFTER_FIGURE + "micrometres", "millimetres"),
    (_AFTER_FIGURE + "kilowatt hours", "megawatt hours"),
    (_AFTER_FIGURE + "hours", "minutes"),
    (_AFTER_FIGURE + "minutes", "hours"),
    (_AFTER_FIGURE + "million", "billion"),
    (_AFTER_FIGURE + "billion", "million"),
    (_AFTER_FIGURE + "years", "days"),
)
_BE = r"\b(is|are|was|were|has been|have been|can|could|must|will|would) (?!not\b|no\b|never\b)"
_OPENERS = ("In fact, ", "However, ", "Moreover, ", "Thus ")
_SAME = (
    (r"\babout (?=\d)", "roughly "),
    (r"\bsome (?=\d)", "about "),
    (r"\bbecause (?!of)", "since "),
    (r", since ", ", because "),
    (r"\bmostly\b", "mainly"),
    (r"\bcommonest\b", "most common"),
    (r"\btherefore\b", "thus"),
    (r"\bnearly all\b", "almost all"),
    (r"\bwhereas\b", "while"),
)
_SHORT_UNITS = (
    (_AFTER_FIGURE + "kilometres", "km"),
    (_AFTER_FIGURE + "metres", "m"),
    (_AFTER_FIGURE + "centimetres", "cm"),
    (_AFTER_FIGURE + "millimetres", "mm"),
    (_AFTER_FIGURE + "kilograms", "kg"),
    (r"(?<=\d) percent", "%"),
)
_WHEN = re.compile(r"^(?P<when>(?:In|By|Since|Until|Before|After) (?:the year )?\d{4}),? (?P<rest>[A-Z][a-z]+ .+?)[.]$")
_FIRST_PART = re.compile(r"^(?P<first>[^,;:]{40,}); (?P<rest>[^;]{30,})$")


def _opened(given: Given) -> str:
    words = given.sentence.split()
    keeps = any(name.start == 0 for name in names(given.sentence)) or words[0] == "I" or words[0].isupper()
    rest = given.sentence if keeps else given.sentence[0].lower() + given.sentence[1:]
    return given.chance.choice(_OPENERS) + rest


def _figure(given: Given) -> str:
    """`three` as `3`."""
    match = _NUMBER_WORD.search(given.sentence)
    return with_span(given.sentence, match.span(1), str(2 + _WORDS.index(match[1]))) if match else ""


def _year_last(given: Given) -> str:
    match = _WHEN.match(given.sentence)
    if match is None or "," in match["rest"]:
        return ""
    return f"{match['rest']} {match['when'][0].lower()}{match['when'][1:]}."


def _first_part(given: Given) -> str:
    match = _FIRST_PART.match(given.sentence)
    return match["first"] + "." if match else ""


REWORDED: dict[str, Change] = {
    "as_it_stands": lambda given: given.sentence,
    "opened": _opened,
    "synonym": lambda given: replaced(given.sentence, _SAME),
    "short_unit": lambda given: replaced(given.sentence, _SHORT_UNITS),
    "figure": _figure,
    "year_last": _year_last,
    "first_part": _first_part,
}


def _date(given: Given) -> str:
    if year := _YEAR.search(given.sentence):
        return with_span(given.sentence, year.span(1), str(int(year[1]) + given.chance.choice((-31, -7, 3, 11))))
    day = _DAY.search(given.sentence)
    return with_span(given.sentence, day.span(1), str(int(day[1]) % 27 + 2)) if day else ""


def _number(given: Given) -> str:
    if denials(given.sentence.casefold()):
        return ""
    years = [m.span(1) for pattern in (_YEAR, _DAY) for m in pattern.finditer(given.sentence)]
    for number in _NUMBER.finditer(given.sentence):
        if number.span(1) not in years:
            value = number[1].replace(",", "")
            new = f"{float(value) * 2 + 1:g}" if "." in value else f"{int(value) * 2 + 1:,}"
            return with_span(given.sentence, number.span(1), new)
    word = _NUMBER_WORD.search(given.sentence)
    return with_span(given.sentence, word.span(1), _WORDS[(_WORDS.index(word[1]) + 4) % len(_WORDS)]) if word else ""


def named(sentence: str) -> list[Name]:
    """Names of a sentence; several words that stand together are one."""
    whole: list[Name] = []
    for name in (one for one in names(sentence) if one.kind == "capitalised"):
        if whole and sentence[whole[-1].end : name.start] == " ":
            whole[-1] = Name(sentence[whole[-1].start : name.end], "capitalised", whole[-1].start, name.end)
        else:
            whole.append(name)
    return whole


def _name(given: Given) -> str:
    found = named(given.sentence)
    other = given.stranger() if found else ""
    return with_span(given.sentence, (found[0].start, found[0].end), other) if other else ""


_VERB = re.compile(
    r" (?:was |were )?(?:[a-z]+ed|built|made|gave|brought|took|wrote|found|struck|is|are|was|were|has|had) "
)


def _exchanged(given: Given) -> str:
    """Two names on both sides of a verb, in each other's place; not of one that each does with the other."""
    found = named(given.sentence)
    for one, other in pairwise(found):
        between = given.sentence[one.end : other.start]
        if goes_both_ways(given.sentence, one.text, other.text):
            continue
        if len(between) < 60 and _VERB.search(between) and not re.search(r"[;:]", between):
            return exchanged(given.sentence, (one.start, one.end), (other.start, other.end))
    return ""


def _subject(given: Given) -> str:
    """Said of the one whom another sentence of the same paragraph names."""
    own = named(given.sentence)
    if not own or len(own[0].text.split()) < 2:
        return ""
    text = given.paragraph
    others = [n.text for a, b in sentences(text) if text[a:b].strip() != given.sentence for n in named(text[a:b])]
    fresh = [name for name in others if name not in given.sentence and len(name.split()) > 1]
    return with_span(given.sentence, (own[0].start, own[0].end), fresh[0]) if fresh else ""


def _denial(given: Given) -> str:
    if denials(given.sentence.casefold()) or given.sentence.count(",") > 2:
        return ""
    return replaced(given.sentence, [(_BE, r"\1 not ")])


CHANGED: dict[str, Change] = {
    "date": _date,
    "number": _number,
    "cut_short": cut_short,
    "unit": lambda given: "" if denials(given.sentence.casefold()) else replaced(given.sentence, _UNITS),
    "name": _name,
    "subject": _subject,
    "exchanged": _exchanged,
    "denial": _denial,
}


def usable(sentence: str) -> bool:
    """Whether a sentence is whole and neither very short nor very long."""
    return 40 <= len(sentence) <= 260 and sentence.endswith(".")


def strangers(sentences_: Sequence[str]) -> list[str]:
    """Names by which those of other sentences are replaced: of two words, mostly people and places."""
    return sorted({n.text for one in sentences_ for n in named(one) if len(n.text.split()) == 2})

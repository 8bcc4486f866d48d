"""A question with several parts, cut into points that can be looked up one by one."""

from __future__ import annotations

import re

from kasen.evidence.sentences import sentences
from kasen.teams.research.rules.question import content_words, folded

MOST = 5
_ASKING_JA = r"(?:いつ|(?<!な)どこ|誰|だれ|なぜ|何故|どうして|(?<!な)どの|どれ|どう|何|いくつ|いくら)"
_CLAUSES_JA = re.compile(rf"(?P<first>[^、。]*?{_ASKING_JA}[^、。]*)[、，](?:また)?(?P<second>[^。]*?{_ASKING_JA}.*)")
_TOPIC_JA = re.compile(r"(?P<topic>[^、。]{1,40}?[はが])")
_TERM = r"[^とやのはをが、。\s]{1,30}"
_COMPARED_JA = re.compile(
    rf"(?P<one>{_TERM})(?:と(?!い|し|は|も|な|す|呼|言|称)|および|及び|対(?!照|す|応|象))(?P<other>{_TERM})(?:の(?P<of>{_TERM}))?(?:と)?(?:の|を|は|では|、)"
    r".{0,12}?(?:違い|相違|差|比較|比べ|異な|共通点|どちら)"
)
_EACH_JA = re.compile(rf"(?P<one>{_TERM})と(?P<other>{_TERM})(?P<rest>(?:は|の).*それぞれ.*)")
_WH = r"(?:what|when|where|who|whom|whose|why|which|how)"
_WH_PHRASE = rf"{_WH}(?: (?:many|much|long|far|old|often|big))?"
_BOTH_EN = re.compile(
    rf"^(?P<one>{_WH_PHRASE}) and (?P<other>{_WH_PHRASE}) (?P<rest>(?!.*and {_WH}).+)$", re.IGNORECASE
)
_CLAUSES_EN = re.compile(
    rf",? (?:and|or)(?: also)? (?={_WH}\b)|, (?={_WH} (?:is|are|was|were|do|does|did|has|have|can)\b)"
    r"|, (?=how (?:many|much|long|far|old|often|big)\b)",
    re.IGNORECASE,
)
_COMPARED_EN = re.compile(
    r"\b(?:compare|contrast|differences? between|difference of|similarities between|comparison (?:of|between))\s+"
    r"(?P<one>.+?)\s+(?:and|with|to|vs\.?|versus)\s+(?P<other>.+?)"
    r"(?:\s+(?:in terms of|regarding|with regard to|in)\s+(?:the )?(?P<of>[\w -]{2,40}?)(?=[,.?;]|$)"
    r"|(?=\s+(?:by|on|for|with|as|when)\b|[,.?;]|$))",
    re.IGNORECASE,
)
_VERSUS_EN = re.compile(
    r"(?P<one>[\w' -]{2,40}?)\s+(?:vs\.?|versus)\s+(?P<other>[\w' -]{2,40}?)(?=[,.?;:]|$)", re.IGNORECASE
)
_ASKS = re.compile(
    rf"\?$|か[。.]?$|{_ASKING_JA}|ください[。.]?$|せよ[。.]?$|^(?:{_WH}|compare|explain|describe|list|tell|give)\b"
)
_ENDING = re.compile(r"[\s?？。．.!！]+$")


def parts(question: str) -> list[str]:
    """The points of a question: the question itself when it has one part.

    What is compared comes after the comparison, so that the whole is never lost.
    """
    asked = [_bare_start(_ENDING.sub("", question[a:b])) for a, b in sentences(question) if _asks(question[a:b])]
    if len(asked) < 2:
        asked = [_ENDING.sub("", question)]
    found = [part.strip() for sentence in asked for part in _of_sentence(sentence)]
    return list(dict.fromkeys(part for part in found if any(c.isalnum() for c in part)))[:MOST] or [question]


def _bare_start(sentence: str) -> str:
    """A sentence that is looked up by itself, without the word that ties it to the one before."""
    return re.sub(r"^\s*(?:また|そして|さらに|それから)[、，]", "", sentence)


def _asks(sentence: str) -> bool:
    """Whether a sentence asks or orders something; others only say what the question is about."""
    return bool(_ASKS.search(folded(sentence)))


def _of_sentence(sentence: str) -> list[str]:
    for split in (_compared, _clauses, _each):
        if found := split(sentence):
            return found
    return [sentence]


def _compared(sentence: str) -> list[str]:
    for pattern in (_COMPARED_JA, _COMPARED_EN, _VERSUS_EN):
        if match := pattern.search(sentence):
            return [sentence, *(_compared_part(match[name], match.groupdict().get("of")) for name in ("one", "other"))]
    return []


def _compared_part(term: str, of: str | None) -> str:
    """One of two things, with what is compared about it."""
    if not of:
        return _bare(term)
    return f"{term}の{of}" if not of.isascii() else f"{of} of {_bare(term)}"


def _bare(term: str) -> str:
    return re.sub(r"^(?:the|a|an)\s+", "", term.strip(), flags=re.IGNORECASE)


def _clauses(sentence: str) -> list[str]:
    if "「" not in sentence and (match := _CLAUSES_JA.match(sentence)):
        first, second = match["first"], match["second"]
        topic = _TOPIC_JA.match(first)
        return [first, *_of_sentence(second if topic is None or _own_topic(second) else topic["topic"] + second)]
    if match := _BOTH_EN.match(sentence):
        return [f"{match['one']} {match['rest']}", f"{match['other'].capitalize()} {match['rest']}"]
    pieces = [piece.strip() for piece in _CLAUSES_EN.split(sentence) if piece.strip()]
    return pieces if len(pieces) > 1 and re.match(_WH, folded(pieces[0])) and all(map(content_words, pieces)) else []


def _own_topic(clause: str) -> bool:
    """Whether a clause names what it asks about before it asks."""
    asking = re.search(_ASKING_JA, clause)
    return bool(asking and re.search(r".{2,}[はがの]", clause[: asking.start()]))


def _each(sentence: str) -> list[str]:
    match = _EACH_JA.search(sentence)
    if match is None:
        return []
    before = sentence[: match.start()]
    rest = match["rest"].replace("それぞれ", "")
    return [before + match["one"] + rest, before + match["other"] + rest]

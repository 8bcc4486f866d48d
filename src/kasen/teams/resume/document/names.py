"""Names of people: what looks like one, and the forms in which the same one turns up again."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from kasen.teams.resume.document.headings import KNOWN, TITLES, folded, plain_words
from kasen.teams.resume.document.kana import romaji
from kasen.teams.resume.document.words import COMPANY, KANA, KANJI, TITLE

Name = tuple[str, ...]
"""The parts of a name in the order in which they stand."""
_JA_SPACED = re.compile(rf"^[{KANJI}ヶヵ]{{1,5}}[ \u3000・]+[{KANJI}{KANA}]{{1,6}}$")
_JA_WHOLE = re.compile(rf"^[{KANJI}ヶヵ]{{2,6}}[\u3041-\u3096]{{0,4}}$")
_KANA_SPACED = re.compile(rf"^[{KANA}]{{1,10}}[ \u3000・=]+[{KANA}]{{1,10}}(?:[ \u3000・=]+[{KANA}]{{1,10}})?$")
_PART = (
    r"(?:[^\W\d_a-z][^\W\d_]*(?:['’-][^\W\d_]+)*|[A-Z]\.|(?:de|van|von|der|den|da|del|di|la|le|bin|al|y|dos|ter)"
    r"(?=[ ]))"
)
_LATIN = re.compile(rf"^{_PART}(?:,?[ ]{_PART}){{1,4}}$")
_HONORIFIC = re.compile(
    r"^(?:Mr|Mrs|Ms|Dr|Prof)\.?[ ]+|,?[ ]+(?:Ph\.?D|M\.?D|MBA|PMP|CPA|Jr|Sr|M\.?S|B\.?S|M\.?A|B\.?A|P\.?E|RN|Esq|CFA|"
    r"III?)\.?,?(?=$|[ ,])"
)
_FRAME = re.compile(
    r"^(?:職務経歴書|履歴書|経歴書|レジュメ|Resume|Résumé|CV|Curriculum Vitae)(?:[ \u3000]*(?:of|for)\b|"
    r"[ \u3000:：_/|(（\-–—]+)|"
    r"(?:の|[ \u3000_:：/|\-–—]+)?(?:職務経歴書|履歴書|経歴書|レジュメ)[)）]?$|(?:['’]s)?[ ]*[-–—_|:(]?[ ]*(?:Resume|"
    r"Résumé|CV|Curriculum Vitae)\)?$",
    re.IGNORECASE,
)
_CUT = re.compile(r"\s*[|｜/／()（）•·:：;；\t]\s*|\s+[-–—]+\s+|\u3000{2,}| {2,}|、")
_COMMON_WORDS = (
    "will mark grant may june april august rose young long king best rich art bill chase drew faith hope grace "
    "joy dean page price brown black white green gray stone wood hill field park lake rivers cook baker mason "
    "miller english french day ma an do so he in to no on at be is it as by or my go case frank miles max ray "
    "gene pat sue jean chance christian law lane rice summer sky star gold lord bishop pope abbott major self "
    "sharp swift wise early little short strong power noble bond love chen li wang lee kim go java ruby python "
    "julia go scala dart van von der den de la le al bin dos del di da"
)
_COMMON = frozenset(_COMMON_WORDS.split())
"""Parts of names that are words of their own: masked in the whole name only."""
_NO_NAME_WORDS = (
    "resume cv curriculum vitae portfolio engineer engineering software senior junior lead full stack data "
    "science product design project management marketing sales web mobile cloud development developer business "
    "technology information technical my the tokyo osaka kyoto japan usa remote university college inc llc ltd "
    "company profile summary experience education skills contact present current january february march july "
    "september october november december backend frontend and of"
)
_NO_NAME = frozenset(_NO_NAME_WORDS.split())


def names_in(words: str, *, sure: bool = False) -> list[Name]:
    """The names in the words of a title or a head line: both scripts, the reading in parentheses with them.

    `sure`: the words are known to be a name (a field says so), so that an unspaced Japanese name counts too.
    """
    text = _unframed(plain_words(words))
    found: list[Name] = []
    for part in [text, *_CUT.split(text)] if not sure else [p for p in _CUT.split(text) if p]:
        name = _name(_unframed(part.strip(" ,、。")), sure=sure)
        if name and name not in found:
            found.append(name)
    return found


def _unframed(words: str) -> str:
    """Without 職務経歴書 or Resume beside the name."""
    cut = _FRAME.sub("", words.strip()).strip(" \u3000()（）_:：/|-–—'")
    return cut if cut else words


def _name(words: str, *, sure: bool) -> Name | None:
    words = _HONORIFIC.sub("", words.replace("\u3000", " ")).strip(" ,様")
    if not words or len(words) > 60 or folded(words) in KNOWN or folded(words) in TITLES:
        return None
    if _JA_SPACED.match(words) or _KANA_SPACED.match(words):
        parts = tuple(part for part in re.split(r"[ ・=]+", words) if part)
        return None if TITLE.search(words) or COMPANY.search(words) else parts
    if sure and _JA_WHOLE.match(words):
        return (words,)
    if _LATIN.match(words) or (
        sure and re.fullmatch(r"[^\W\d_][^\W\d_'’-]+(?:[ ._-][^\W\d_][^\W\d_'’-]*){1,3}", words)
    ):
        return _latin(words, sure=sure)
    return (words,) if sure and re.fullmatch(rf"[^\W\d_][\w'’-]{{2,30}}|[{KANA}]{{3,14}}", words) else None


def _latin(words: str, *, sure: bool) -> Name | None:
    parts = tuple(part for part in re.split(r"[ ,._]+", words) if part)
    known = any(part.lower() in _NO_NAME for part in parts)
    is_company = COMPANY.search(words) is not None or TITLE.search(words) is not None
    return parts if len(parts) > 1 and (sure or not (known or is_company)) else None


def readings(names: Iterable[Name]) -> list[Name]:
    """The same names in Latin letters, where they are given in kana."""
    made: list[Name] = []
    for name in names:
        spelled = [romaji(part) for part in name]
        if len(name) > 1 and all(spelled):
            made += [tuple(way[min(n, len(way) - 1)] for way in spelled) for n in range(3)]
    return list(dict.fromkeys(made))


def name_patterns(names: Iterable[Name]) -> Iterator[tuple[str, bool]]:
    """Regular expressions for every form of the names, and whether it is a part alone (weaker than the whole)."""
    for name in names:
        parts = [part.strip(".") for part in name if part.strip(".")]
        if not parts:
            continue
        if re.search(f"[{KANJI}{KANA}]", parts[0]):
            yield from _japanese(parts)
        else:
            yield from _alphabetic(parts)


def _japanese(parts: list[str]) -> Iterator[tuple[str, bool]]:
    orders = [parts, parts[::-1]] if len(parts) > 1 else [parts]
    for order in orders:
        yield r"[ \u3000・=_.-]{0,3}".join(r"[ \u3000]{0,2}".join(map(re.escape, part)) for part in order), False
    if len(parts) == 1 and 3 <= len(parts[0]) <= 5:
        parts = [parts[0][:2], parts[0][2:]]
    for part in parts:
        calls = r"(?=さん|氏|様|君|くん|殿|先生)"
        if len(part) >= 2:
            yield rf"(?<![{KANJI}ァ-ヶー]){re.escape(part)}(?:{calls}|(?![{KANJI}ァ-ヶー]))", True
        else:
            yield rf"(?<![{KANJI}ァ-ヶー]){re.escape(part)}{calls}", True


def _alphabetic(parts: list[str]) -> Iterator[tuple[str, bool]]:
    apart = r"[ \t,._・-]{0,3}"
    edge = r"(?<![^\W\d_])", r"(?![^\W\d_])"
    ways = {tuple(parts), tuple(parts[::-1]), (parts[0], parts[-1]), (parts[-1], parts[0])}
    full = [part for part in parts if len(part) > 1]
    if len(parts) > 1:
        ways.add((parts[-1], *parts[:-1]))
        for way in sorted(ways):
            yield f"(?i:{edge[0]}{apart.join(map(re.escape, way))}{edge[1]})", False
    if len(full) > 1:
        for last, first in ((full[-1], full[0]), (full[0], full[-1])):
            yield rf"(?i:{edge[0]}{re.escape(first[0])}(?:\.[ ]?|[ ._-]){re.escape(last)}{edge[1]})", False
            yield rf"(?i:{edge[0]}{re.escape(last)},?[ ._-]{{1,2}}{re.escape(first[0])}(?:\.|{edge[1]}))", False
    for part in full:
        if len(part) >= 3 and part.lower() not in _COMMON:
            yield (
                f"{edge[0]}(?:{re.escape(part.capitalize())}|{re.escape(part.upper())}|{re.escape(part)}){edge[1]}",
                True,
            )

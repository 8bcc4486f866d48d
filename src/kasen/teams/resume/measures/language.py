"""How the language is written: `term_spelling`, `typography`, `register`."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence

from kasen.evidence.sentences import sentences
from kasen.teams.resume.lexicon import thing
from kasen.teams.resume.measures import phrases
from kasen.teams.resume.measures.mechanical import Trouble, reason, troubles
from kasen.teams.resume.measures.model import BEST, Defect, Measured, by_steps, worst
from kasen.teams.resume.measures.view import Piece, View

Place = tuple[Piece, int, int]
_LATIN = re.compile(r"(?<![\w/.@#-])[A-Za-z][A-Za-z0-9]*(?:[.+#-][A-Za-z0-9]+|[+#]+)*(?![\w/@])")
_KATAKANA = re.compile(r"[ァ-ヶ][ァ-ヶー]{2,}")
_INNER_CAPITAL = re.compile(r"[a-z0-9][A-Z]|[A-Z]{2}")
_POLITE = re.compile(
    r"(?:です|ます|ました|ません|ませんでした|でした|でしょう|ください|ましょう)(?:が|ので)?[。．！]?$"
)
_PLAIN = re.compile(
    r"(?:だった|である|であった|ではない|だ|した|った|んだ|いた|けた|げた|めた|れた|えた|きた|じた|せた|てた|べた|ねた|する|なる|行う|いる|ある|れる|せる|"
    r"める|える|ける|べる|きる|しい|ない|たい|おり|う|く|す|つ|む)[。．！]?$"
)


_ITEM = re.compile(r"[ \t\u3000]*(?:[-*+•・●○]|\d{1,3}[.)])?[ \t]*")
_MIXED = 0.1
"""Share of items that end in another way than the rest from which it is seen."""


def term_spelling(view: View) -> Measured:
    """Words that are written in more than one way; one point less for each."""
    groups = [*_cases(view), *_long_vowels(view), *(_known_variants(view) if view.lang == "ja" else ())]
    listed = "; ".join("/".join(forms) for forms, _ in groups[:4])
    note = view.say(
        f"Words written in more than one way: {len(groups)}{f' ({listed})' if groups else ''}.",
        f"二通り以上に書かれた語は{len(groups)}{f'（{listed}）' if groups else ''}。",
    )
    score = max(BEST - len(groups), 0.0)
    return Measured("term_spelling", score, note, worst([_variant(view, *group) for group in groups]))


def _cases(view: View) -> Iterator[tuple[list[str], Place]]:
    """Names with the same letters in another case, where one form is that of a name (JavaScript, SQL, python)."""
    forms: dict[str, dict[str, Place]] = defaultdict(dict)
    times: Counter[str] = Counter()
    for one in view.pieces:
        for match in _LATIN.finditer(one.text):
            word = match.group()
            if len(word) > 2 and not (one.kind == "heading" and word.isupper()):
                forms[word.lower()].setdefault(word, (one, *match.span()))
                times[word] += 1
    for lower, same in forms.items():
        if len(same) > 1 and (any(map(_INNER_CAPITAL.search, same)) or _is_tool(lower)):
            shown = sorted(same, key=lambda word: (word != _name(lower), -times[word]))
            if not all(word.isupper() or word.istitle() or word.islower() for word in same) or _is_tool(lower):
                yield shown, same[shown[-1]]


def _is_tool(word: str) -> bool:
    """True for the name of a tool, whose case of letters is fixed; words that mean something else as well are none."""
    known = thing(word)
    return known is not None and known.kind == "tool" and not any(one.exact for one in known.names)


def _name(word: str) -> str:
    """How the lexicon writes a name; empty for one that it does not know."""
    known = thing(word)
    return next((one.text for one in known.names if one.text.lower() == word), "") if known else ""


def _long_vowels(view: View) -> Iterator[tuple[list[str], Place]]:
    """サーバ and サーバー side by side."""
    seen: dict[str, Place] = {}
    for one in view.pieces:
        for match in _KATAKANA.finditer(one.text):
            seen.setdefault(match.group(), (one, *match.span()))
    for word, place in seen.items():
        if word + "ー" in seen:
            yield [word + "ー", word], place


def _known_variants(view: View) -> Iterator[tuple[list[str], Place]]:
    for group in phrases.variants():
        found: dict[str, Place] = {}
        for pattern in group:
            hit = next(((one, match) for one in view.pieces if (match := pattern.search(one.text))), None)
            if hit:
                found.setdefault(hit[1].group(), (hit[0], *hit[1].span()))
        if len(found) > 1:
            yield list(found), list(found.values())[-1]


def _variant(view: View, forms: list[str], place: Place) -> Defect:
    one, start, end = place
    quoted = view.say(" and ".join(f"“{form}”" for form in forms), "と".join(f"「{form}」" for form in forms))
    usual = forms[0]
    return Defect(
        view.say(f"{quoted} stand side by side.", f"{quoted}が混在している。"),
        "minor",
        *one.span(start, end),
        suggestion=view.say(f"Keep one form, for example “{usual}”.", f"「{usual}」など一つにそろえる。"),
    )


def typography(view: View) -> Measured:
    """Kinds of trouble with signs and spaces; one point less for each kind, half for one that occurs once."""
    found: dict[Trouble, list[tuple[int, int, str]]] = defaultdict(list)
    for start, end, new, kind in troubles(view.resume):
        found[kind].append((start, end, new))
    mixed = [one for one in (_stops(view), _marks(view)) if one]
    parts = [f"{reason(kind, view.material.lang)}: {len(places)}" for kind, places in found.items()]
    parts += [defect.text.rstrip(".。") for defect in mixed]
    note = view.say("Found: ", "見つかったもの：") + (view.say("; ", "、").join(parts) or view.say("nothing", "なし"))
    lost = sum(1.0 if len(places) > 1 else 0.5 for places in found.values()) + len(mixed)
    defects = [_trouble(view, kind, places) for kind, places in found.items()] + mixed
    return Measured("typography", max(BEST - lost, 0.0), note + view.say(".", "。"), worst(defects))


def _trouble(view: View, kind: Trouble, places: Sequence[tuple[int, int, str]]) -> Defect:
    start, end, new = places[0]
    first, last = _around(view, start, end)
    times = view.say(
        f" ({len(places)} times)" if len(places) > 1 else "", f"（{len(places)}か所）" if len(places) > 1 else ""
    )
    said = reason(kind, view.material.lang)
    return Defect(
        view.say(f"{said[0].upper()}{said[1:]}{times}.", f"{said}{times}。"),
        "minor",
        first,
        last,
        edit=(start, end, new),
    )


def _around(view: View, start: int, end: int) -> tuple[int, int]:
    """Words on either side, so that there is something to quote where the trouble is a space; whole words in Latin."""
    line = view.resume.line(view.resume.line_at(start))
    if line is None:
        return start, end
    text = view.resume.text
    mark = _ITEM.match(line.text)
    low, high = line.start + (mark.end() if mark else 0), line.end
    first, last = max(start - 8, low), min(end + 8, high)
    while low < first and start - first < 24 and text[first - 1].isascii() and text[first - 1].isalnum():
        first -= 1
    while last < high and last - end < 24 and text[last].isascii() and text[last].isalnum():
        last += 1
    return first, last


def _stops(view: View) -> Defect | None:
    """Items of which some end in a full stop and others do not."""
    items = [one for one in view.work if one.kind == "bullet" and len(one.text) > 3]
    if view.lang == "ja":
        # Items that end in a noun go without a full stop, beside sentences that have one.
        items = [one for one in items if _form(one.text) != "noun"]
    ended = [one for one in items if one.text.endswith(("。", ".", "．"))]
    few = ended if len(ended) * 2 <= len(items) else [one for one in items if one not in ended]
    if len(items) < 4 or len(few) / len(items) < _MIXED:
        return None
    one = few[0]
    with_stop = view.say("with", "あり") if few is ended else view.say("without", "なし")
    text = view.say(
        f"{len(few)} of {len(items)} items end {with_stop} a full stop, unlike the others.",
        f"箇条書き{len(items)}項目のうち{len(few)}項目だけ句点{with_stop}。",
    )
    return Defect(text, "minor", *one.span(), suggestion=view.say("End all alike.", "句点の有無をそろえる。"))


def _marks(view: View) -> Defect | None:
    """、。 and ，． in one Japanese text."""
    if view.lang != "ja":
        return None
    text = "".join(one.text for one in view.pieces)
    native, western = (
        len(re.findall("[、。]", text)),
        len(re.findall("[，．]|(?<=[ぁ-んァ-ヶ一-龯])[,.](?=[ぁ-んァ-ヶ一-龯]|$)", text)),
    )
    if not native or not western:
        return None
    few = re.compile("[，．]|(?<=[ぁ-んァ-ヶ一-龯])[,.]" if western <= native else "[、。]")
    one, match = next((piece, found) for piece in view.pieces if (found := few.search(piece.text)))
    said = view.say("、。 and ，． are mixed.", "「、。」と「，．」が混在している。")
    begin = max(match.start() - 6, 0)
    return Defect(
        said,
        "minor",
        *one.span(begin, match.end()),
        suggestion=view.say("Use 、。 throughout.", "「、。」にそろえる。"),
    )


def register(view: View) -> Measured:
    """Sentences of prose, and items of lists, that are in another register than most beside them."""
    prose = [(one, *span) for one in view.prose for span in sentences(one.text) if _is_sentence(one.text[slice(*span)])]
    items = [(one, 0, len(one.text)) for one in view.bullets if len(one.text) > 5]
    if len(prose) + len(items) < 3:
        why = view.say("There are too few sentences.", "文が少なすぎる。")
        return Measured("register", None, why)
    said, of_prose = _mixed(prose, closed=False)
    told, of_items = _mixed(items, closed=True)
    odd = [*said, *told]
    share = len(odd) / (len(prose) + len(items))
    score = by_steps(share, ((0.0, 5.0), (0.04, 4.0), (0.1, 3.0), (0.2, 2.0), (0.3, 1.0)))
    note = view.say(
        f"Prose: {_counted(view, of_prose)}. Items: {_counted(view, of_items)}.",
        f"文章：{_counted(view, of_prose)}。箇条書き：{_counted(view, of_items)}。",
    )
    return Measured(
        "register", score, note, worst(_odd_defects(view, said, of_prose) + _odd_defects(view, told, of_items))
    )


def _is_sentence(text: str) -> bool:
    """True for what ends like a sentence: a line of data (事業内容：…) does not."""
    return len(text) > 7 and (text.endswith(("。", "．", "！")) or _form(text) != "noun")


def _form(text: str) -> str:
    """`polite`, `plain`, or `noun` for what ends in none of them."""
    if _POLITE.search(text):
        return "polite"
    return "plain" if _PLAIN.search(text) else "noun"


def _mixed(units: Sequence[Place], *, closed: bool) -> tuple[list[Place], Counter[str]]:
    """Units in the rarer register, and the counts.

    In lists 体言止め and plain verbs may stand side by side, polite ones not with them; in prose a noun at the end may
    stand among polite sentences, as is usual in a 職務要約, and plain ones not.
    """
    forms = [(_form(one.text[start:end].strip()), (one, start, end)) for one, start, end in units]
    counts = Counter(form for form, _ in forms)
    other = counts["plain"] + (counts["noun"] if closed else 0)
    if not counts["polite"] or not other:
        return [], counts
    is_polite = counts["polite"] >= other
    rare = {"plain", "noun"} if is_polite and closed else {"plain"} if is_polite else {"polite"}
    return [unit for form, unit in forms if form in rare], counts


def _counted(view: View, counts: Counter[str]) -> str:
    names = {"polite": ("polite", "敬体"), "plain": ("plain", "常体"), "noun": ("noun endings", "体言止め")}
    return (
        view.say(", ", "・").join(f"{view.say(*names[form])} {counts[form]}" for form in names if counts[form]) or "0"
    )


def _odd_defects(view: View, odd: list[Place], counts: Counter[str]) -> list[Defect]:
    if not odd:
        return []
    one, start, end = odd[0]
    ending = max(end - 12, start)
    is_polite = bool(_POLITE.search(one.text[start:end].strip()))
    kind = view.say("polite", "敬体") if is_polite else view.say("not polite", "敬体ではない")
    times = view.say(f"{len(odd)} sentences are {kind}", f"{len(odd)}文だけ{kind}")
    return [
        Defect(
            view.say(f"{times}, the others beside them are otherwise.", f"{times}。前後の文体と違う。"),
            "major" if len(odd) > 2 else "minor",
            *one.span(ending, end),
            suggestion=view.say("End them like the others.", "ほかの文と同じ文末にそろえる。"),
        )
    ]

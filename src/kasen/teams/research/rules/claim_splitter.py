"""Claims of a text without a model: its sentences, verbatim, that say something which can be looked up."""

from __future__ import annotations

import re
from collections.abc import Sequence

from kasen.evidence.reading import Reading
from kasen.evidence.sentences import sentences
from kasen.teams.research.rules.question import content_words, folded, keywords, names
from kasen.teams.research.schemas.fact_check import Split, SplitClaim, Uncheckable, Unruled

_LONGEST = 400
_LEAST_WORDS = 2
_FIGURE = 2.0
"""Weight of a figure or a date, which can be compared exactly, against a name."""
_ASKING = (
    r"(?:なぜ(?!か|なら)"
    r"|(?<![かぶ])どう(?!しても|やら|せ|も|に[かも]|ぶつ)"
    r"|(?<![ほな])どの(?!みち|[一-龠ァ-ヶー]{1,8}も)"
    r"|どれ(?!か|も|でも)"
    r"|どこ(?!か(?!ら)|ろ|も|[でに]も|までも)"
    r"|(?:だれ|誰)(?!か|も|[でにと]も|一人)"
    r"|(?<!幾)何(?!か(?!月|国|所|年)|で?も|にで?も|と[かも]|となく|ら|より|しろ|(?:(?!最)[一-龠]){1,4}も)"
    r"|(?<![あこそど追思食言])いつ(?!か(?!ら)|も|でも|までも|しか|つ|の(?:間|ま)に)"
    r"|いくら(?!か|も|でも))"
)
"""Words that ask, without those that only hold their letters: ほどの, などの, 何度も, いつか, 追いつく."""
_NOT_CHECKED: dict[Unruled, re.Pattern[str]] = {
    "question": re.compile(
        r"[?？][」』）)”\"']*$|(?:だろうか|でしょうか|のか|ますか|ですか)[。?？]?$"
        r"|" + _ASKING + r".*(?:だろう|でしょう)[。?？]?$"
    ),
    "instruction": re.compile(
        r"(?:てください|て下さい|ましょう|なさい|せよ|べきだ|べきである|べきです)[。！!]?$"
        r"|^(?:please|let us|let's|do not|don't|never|always|click|see|read|ignore|note that you)\b"
        r"|\b(?:should|ought to|must) (?:be |not )?(?:ban|buy|read|try|visit|avoid|consider|support|vote)\w*\b",
    ),
    "prediction": re.compile(
        r"\b(?:will|shall|is going to|are going to|is expected to|are expected to|is likely to|by 20[3-9]\d)\b"
        r"|(?:だろう|でしょう|見込みだ|見込みである|予定である|予定だ|予想される|見通しだ|になるはず|と予測される|将来は|今後は)"
    ),
    "opinion": re.compile(
        r"\b(?:i|we) (?:think|believe|feel|hope|love|hate|prefer)\b|\bin my (?:view|opinion)\b"
        r"|\b(?:beautiful|wonderful|delicious|terrible|amazing|awful|lovely|charming|boring|disappointing|great|worst)\b"
        r"|\bbest (?:thing|way|part)\b|\bperhaps\b|\bseems\b"
        r"|と思う|と思い|と感じ|と考える|素晴らし|すばらし|美しい|美味しい|おいしい|残念|魅力的|楽しい|嬉しい|うれしい|ひどい|最悪|気がする|かもしれ"
    ),
    "unclear": re.compile(
        r"^(?:this|that|these|those|it|he|she|they|its|his|her|their|such|there)\b"
        r"|^(?:また、|しかし、|そして、|さらに、|なお、|ただし、)?(?:これ|それ|あれ|この|その|あの|ここ|そこ|彼|彼女|同氏|同社|同年)"
    ),
}
_WHETHER = re.compile(
    r"(?i:(?:please )?(?:check|verify|tell me)?,? ?"
    r"(?:is it (?:really |actually )?(?:true|correct|a fact)|if|whether|whether it is true) that )(?P<en>.+?)[?.？]*"
    r"|(?P<ja>.+?)(?:という(?:の|話|説)?|と(?:聞いた|言われる|いわれる)(?:の|が|けど)?|って(?:いう(?:の|話)?)?|の)?(?:は|が)?、?"
    r"(?:本当|事実|真実|正しい)(?:です|なの(?:です)?|の(?:です)?|でしょう|なのでしょう)?か[。?？]*"
)
_NOT_PROSE = re.compile(r"\s*(?:#{1,6}\s|\||https?://\S+$|[-*+•・]\s*$|[\W\d_]*$)")


def split(*, text: str, most: int, comment: str) -> Split:
    """Rule of the claim_splitter: sentences that can be looked up, those with figures, dates and names first."""
    found: list[tuple[float, SplitClaim]] = []
    rest: list[Uncheckable] = []
    for sentence in dict.fromkeys(text[start:end] for start, end in sentences(text)):
        if not is_prose(sentence):
            continue
        kind = not_checked(sentence)
        asked = asked_claim(sentence)
        if asked and not_checked(asked) is None:
            found.append((-checkable(asked), SplitClaim(text=asked, words=sentence)))
        elif kind is not None:
            rest.append(Uncheckable(words=sentence, kind=kind))
        else:
            found.append((-checkable(sentence), SplitClaim(text=_bare(sentence), words=sentence)))
    return Split(claims=[claim for _, claim in sorted(found, key=lambda one: one[0])], uncheckable=rest)


def is_prose(sentence: str) -> bool:
    """Whether a line says anything at all: no heading, address or rule, and not too long to be one sentence."""
    return not _NOT_PROSE.match(sentence) and len(sentence) <= _LONGEST and len(content_words(sentence)) >= _LEAST_WORDS


def not_checked(sentence: str) -> Unruled | None:
    """Why a sentence is not checked; None when it is."""
    text = folded(_bare(sentence))
    return next((kind for kind, pattern in _NOT_CHECKED.items() if pattern.search(text)), None)


def asked_claim(sentence: str) -> str:
    """What a sentence asks whether it is true, in its own words; empty where it asks no such thing."""
    match = _WHETHER.fullmatch(_bare(sentence))
    if match is None:
        return ""
    said = (match["en"] or match["ja"] or "").strip(" 「」『』“”\"'、,")
    return f"{said[:1].upper()}{said[1:]}{'.' if match['en'] else ''}" if said else ""


def checkable(sentence: str) -> float:
    """How much of a sentence can be compared: its figures, dates and names, a little less for each 100 characters."""
    read = Reading(sentence)
    return _FIGURE * min(len(read.numbers) + len(read.dates), 3) + min(len(names(sentence)), 3) - len(sentence) / 100


def _bare(sentence: str) -> str:
    """The sentence on one line, without the mark of a list."""
    return " ".join(re.sub(r"^\s*(?:[-*+•・>]|\d{1,2}[.)．）])\s*", "", sentence).split())


def opposed(claim: str) -> list[str]:
    """What would find a claim contradicted: its words without the figures, so that others may stand there."""
    words = [word for word in keywords(claim).split() if not any(char.isdigit() for char in word)]
    return [" ".join(words)] if words else []


def challenged(claim: str, lang: str) -> str:
    """The same for the web, where what is false is called so."""
    return f"{(opposed(claim) or [claim])[0]} {'誤り 実際は' if lang == 'ja' else 'false fact check'}"


def kinds(found: Sequence[Uncheckable]) -> dict[Unruled, list[str]]:
    """What is not checked, by why."""
    by_kind: dict[Unruled, list[str]] = {}
    for one in found:
        by_kind.setdefault(one.kind, []).append(one.words)
    return by_kind

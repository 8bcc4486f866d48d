"""Statements of a draft are checked against their passages; what fails is replaced by a quotation or dropped."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from kasen.evidence.terms import CJK
from kasen.evidence.types import Claim, Passage, content_id
from kasen.evidence.verify import verify
from kasen.teams.research import prose, wording
from kasen.teams.research.quotes import locate
from kasen.teams.research.schemas import Excerpt, Statement

Lang = Literal["ja", "en"]
MOST_STATEMENTS = 24
"""Statements of one part of a draft that are looked at; the prompt asks for at most six."""
_JOINED = re.compile(rf"(?<=[{CJK}、。，])[ \t\r]*\n[ \t\r\u3000]*(?=[{CJK}「『（])")


@dataclass(frozen=True)
class Cited:
    """Words of a passage: `start`–`end` of its text."""

    passage_id: str
    start: int
    end: int

    def overlaps(self, other: Cited) -> bool:
        """Whether the two share a character."""
        return self.passage_id == other.passage_id and self.start < other.end and other.start < self.end


@dataclass(frozen=True)
class Checked:
    """A statement that stands, and what it rests on; `quoted` when its words are the source's own."""

    claim: Claim
    cited: tuple[Cited, ...]
    quoted: bool
    evidence: tuple[str, ...] = ()
    """Ids of the excerpts that a reworded statement names."""

    @property
    def text(self) -> str:
        """What the reader sees."""
        return self.claim.text


@dataclass
class Checker:
    """Checks statements of one report; `replaced` and `dropped` count what did not hold."""

    excerpts: Mapping[str, Excerpt]
    passages: Mapping[str, Passage]
    lang: Lang
    weak: frozenset[str] = frozenset()
    """Texts of statements that a verifier found to be said in part only."""
    replaced: int = 0
    dropped: int = 0
    claims: dict[str, Claim] = field(default_factory=dict)

    def check(self, statements: Sequence[Statement], *, most: int | None = None) -> list[Checked]:
        """Those that stand, in order, none of which repeats another; at most `most`."""
        found: dict[str, Checked] = {}
        self.dropped += len(statements[MOST_STATEMENTS:])
        for statement in statements[:MOST_STATEMENTS]:
            if most is not None and len(found) >= most:
                break
            checked = self._one(statement)
            if checked is None:
                self.dropped += 1
            elif not any(prose.repeats(checked.text, text) for text in found):
                found[checked.text] = checked
        self.claims.update({checked.claim.id: checked.claim for checked in found.values()})
        return list(found.values())

    def source_of(self, cited: Cited) -> str:
        """Id of the source that these words stand in."""
        return self.passages[cited.passage_id].source_id

    def text_of(self, cited: Cited) -> str:
        """The words themselves."""
        return self.passages[cited.passage_id].text[cited.start : cited.end]

    def reworded(self, statement: Statement) -> Checked | None:
        """The statement in its own words, as far as code lets it stand; None for a quotation and for what falls."""
        known = self._known(statement)
        text = _one_line(statement.text.strip())
        return self._reworded(text, known) if text and known and self._verbatim(text, known) is None else None

    def is_quotation(self, statement: Statement) -> bool:
        """Whether its words are those of an excerpt that it names."""
        return self._verbatim(_one_line(statement.text.strip()), self._known(statement)) is not None

    def quotation(self, statement: Statement) -> Statement | None:
        """The source's own words in the place of the statement's: those that it names first."""
        known = self._known(statement)
        return statement.model_copy(update={"text": self.quote(known[0]).text}) if known else None

    def quoted_words(self, checked: Checked) -> list[str]:
        """The words that a statement rests on, each under the headings of its passage."""
        return self._shown([self.excerpts[id] for id in checked.evidence])

    def share(self, checked: Checked) -> float:
        """0–1: how much of a statement's words stand in the words that it rests on."""
        return prose.held(checked.text, self.quoted_words(checked))

    def _known(self, statement: Statement) -> list[Excerpt]:
        return [self.excerpts[id] for id in dict.fromkeys(statement.evidence) if id in self.excerpts]

    def _one(self, statement: Statement) -> Checked | None:
        text, known = _one_line(statement.text.strip()), self._known(statement)
        if not text or not known:
            return None
        found = self._verbatim(text, known) or self._reworded(text, known)
        if found is None:
            self.replaced += 1
            return self.quote(known[0])
        return found

    def _reworded(self, text: str, known: Sequence[Excerpt]) -> Checked | None:
        ids = tuple(dict.fromkeys(excerpt.passage_id for excerpt in known))
        settled = self._settled(prose.plain(text), ids, self._shown(known))
        if settled is None:
            return None
        if settled.text in self.weak and settled.support == "supported":
            settled = settled.model_copy(update={"support": "partial", "reasons": (wording.in_part(self.lang),)})
        return Checked(settled, self._cited(settled, known), quoted=False, evidence=tuple(e.id for e in known))

    def _shown(self, known: Sequence[Excerpt]) -> list[str]:
        """What the writer was shown: the words of the excerpts under their headings, not the rest of the passages."""
        passages = [(self.passages[excerpt.passage_id], excerpt) for excerpt in known]
        return ["\n".join((*passage.headings, passage.text[e.start : e.end])) for passage, e in passages]

    def _settled(self, text: str, ids: tuple[str, ...], shown: Sequence[str]) -> Claim | None:
        """The sentences of a statement that stand, each by itself, with the support of the weakest; None when none."""
        if len(text) > prose.LONGEST[self.lang] or not prose.is_in(self.lang, text):
            return None
        pieces = prose.pieces(text)
        # A sentence in another language than the report could not be compared with a source in the report's own.
        own = [piece for piece in pieces if prose.is_in(self.lang, piece)]
        said = [claim for piece in own if (claim := self._claim(piece, ids, shown)) is not None]
        if not said:
            return None
        self.dropped += len(said) < len(pieces)
        if len(said) == 1:
            return said[0]
        whole = ("" if self.lang == "ja" else " ").join(claim.text for claim in said)
        first = self._verified(whole, ids)
        weakest = next((claim for claim in said if claim.support == "partial"), said[0])
        return first.model_copy(update={"support": weakest.support, "reasons": weakest.reasons})

    def _claim(self, text: str, ids: tuple[str, ...], shown: Sequence[str]) -> Claim | None:
        """One sentence, when its passages say it at least in part."""
        sources = [self.passages[id] for id in ids]
        if prose.strange_addresses(text, [source.text for source in sources]):
            return None
        claim = self._verified(text, ids)
        share = prose.held(text, shown)
        if claim.support not in ("supported", "partial") or share < prose.LEAST:
            return None
        if claim.support == "supported" and share < prose.ENOUGH:
            return claim.model_copy(update={"support": "partial", "reasons": (wording.adds(self.lang),)})
        return claim

    def _verified(self, text: str, ids: tuple[str, ...]) -> Claim:
        claim = Claim(id=content_id("claim", text, *ids), text=prose.facts(text), passage_ids=ids)
        return verify([claim], self.passages, lang=self.lang)[0].model_copy(update={"text": text})

    def quote(self, excerpt: Excerpt) -> Checked:
        """The source's own words as a statement."""
        return self.words(Cited(excerpt.passage_id, excerpt.start, excerpt.end))

    def stated(self, statement: Statement) -> Checked:
        """What code itself says of the excerpts that a statement names; for fixed sentences only."""
        known = self._known(statement)
        ids = tuple(dict.fromkeys(excerpt.passage_id for excerpt in known))
        claim = Claim(
            id=content_id("claim", statement.text, *ids),
            text=statement.text,
            passage_ids=ids,
            quote=self.passages[ids[0]].text[known[0].start : known[0].end] if known else "",
            support="supported" if known else "unsupported",
        )
        self.claims[claim.id] = claim
        cited = tuple(Cited(excerpt.passage_id, excerpt.start, excerpt.end) for excerpt in known)
        return Checked(claim, cited, quoted=False, evidence=tuple(excerpt.id for excerpt in known))

    def words(self, cited: Cited) -> Checked:
        """Words of a passage as a statement; white space at line ends becomes one space."""
        words = self.passages[cited.passage_id].text[cited.start : cited.end]
        text = _one_line(words)
        claim = Claim(
            id=content_id("claim", text, cited.passage_id),
            text=text,
            passage_ids=(cited.passage_id,),
            quote=words,
            support="supported",
        )
        self.claims[claim.id] = claim
        return Checked(claim, (cited,), quoted=True)

    def _verbatim(self, text: str, known: Sequence[Excerpt]) -> Checked | None:
        for excerpt in known:
            words = self.passages[excerpt.passage_id].text[excerpt.start : excerpt.end]
            if "".join(words.split()) == "".join(text.split()):
                return self.quote(excerpt)
        return None

    def _cited(self, claim: Claim, known: Sequence[Excerpt]) -> tuple[Cited, ...]:
        """In the writer's order: the words that the check found in the best passage, the excerpts in the others."""
        first = claim.passage_ids[0]
        place = locate(self.passages[first].text, claim.quote) if claim.quote else None
        cited = {excerpt.passage_id: Cited(excerpt.passage_id, excerpt.start, excerpt.end) for excerpt in known}
        if place is not None:
            cited[first] = Cited(first, *place[0])
        return tuple(cited.values())


def _one_line(text: str) -> str:
    """Line ends inside a sentence: nothing between Japanese letters, one space elsewhere."""
    return " ".join(_JOINED.sub("", text).split()) if "\n" in text else text

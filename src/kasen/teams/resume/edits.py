"""From what a revisor says to edits that stand: found in the text, off what is on record, and inventing nothing."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from kasen.teams.resume import blocks, wording
from kasen.teams.resume.document.headings import heading_of
from kasen.teams.resume.document.lines import split_lines
from kasen.teams.resume.document.model import Line, Span
from kasen.teams.resume.ledger.checking import check
from kasen.teams.resume.making_way import makes_way
from kasen.teams.resume.patch import Edit, composed
from kasen.teams.resume.prepared import Prepared
from kasen.teams.resume.schemas.change import Change, Doubt, EditSaid, Refused, RefusedFor
from kasen.teams.resume.schemas.part import Lang
from kasen.tools.validation.added import forbidden

_MARKER = re.compile(r"\s*(?:[-*+・]|\d{1,3}[.)])\s+")
_PLACEHOLDER = re.compile(r"\[(?:[a-z ]{3,20})\]|〔[^〔〕]{1,12}〕")
_LINE_END = re.compile(r"\r\n|\r|\n")
_MARKERS = re.compile(r"(?:[ \t]*(?:[-*+・>]|\d{1,3}[.)])(?:[ \t]+|$))*")
_RULE = re.compile(r"[ \t]*(?:=+|-{2,}|#{1,6}|(?:[*_-][ \t]*){3,})[ \t]*")
_BLANK_LINES = re.compile(r"(?:\r\n|\r|\n)\s*(?:\r\n|\r|\n)")


class No(Exception):
    """An edit that is not made, and why."""

    def __init__(self, reason: RefusedFor, text: str, doubts: Sequence[Doubt] = ()) -> None:
        super().__init__(text)
        self.reason: RefusedFor = reason
        self.doubts = tuple(doubts)


@dataclass
class Bench:
    """Edits of one round, taken in one by one; all are in places of the current text."""

    original: str
    changes: Sequence[Change]
    """What led to the current text before this round."""
    ready: Prepared
    """The current text."""
    lang: Lang
    """In which refusals are told."""
    iteration: int
    confirmed: Sequence[str] = ()
    edits: list[Edit] = field(default_factory=list)
    refused: list[Refused] = field(default_factory=list)
    lines: Mapping[str, int] | None = None
    """Line of each finding; an edit elsewhere answers none of them. None: whatever is said is kept."""
    unsound: list[str] = field(default_factory=list)
    """What edits would have brought that no revision may bring; the revisor is told of it."""

    def correct(self, start: int, end: int, new: str) -> None:
        """Take in a mechanical correction; it makes way where another edit has these words."""
        if not self._overlaps(start, end):
            self.edits.append(Edit(start, end, new, "", self.iteration, "rule"))

    def take_all(self, edits: Sequence[EditSaid], by: str) -> None:
        """Take in all that a revisor says, in its order."""
        for said in edits:
            self.take(said, by)

    def take(self, said: EditSaid, by: str) -> None:
        """Take in what a revisor says, or keep why not."""
        try:
            start, end, new = self._resolved(self._without_marker(said))
            self._keep_what_is_on_record(start, end, new)
            self._opens_no_section(start, end, new)
            self._brings_nothing_forbidden(start, end, new)
            edit = Edit(start, end, new, self._answered(said, start), self.iteration, by)
            self._invents_nothing(edit)
            edit = self._whole_line(edit)
        except No as no:
            self.refused.append(
                Refused(
                    iteration=self.iteration,
                    line=said.line,
                    old=said.old,
                    new=said.new,
                    finding=said.finding.strip(),
                    reason=no.reason,
                    text=str(no),
                    doubts=no.doubts,
                )
            )
        else:
            self.edits.append(edit)

    def composed(self) -> list[Change]:
        """All changes of the original with the edits that stand."""
        return composed(self.original, self.changes, self.edits)

    def _without_marker(self, said: EditSaid) -> EditSaid:
        """The edit without the mark of the item that it begins with: the mark stays, the words are changed."""
        line = self.ready.resume.line(said.line)
        old, new = _MARKER.match(said.old), _MARKER.match(said.new)
        if line is None or old is None or line.text.lstrip()[:1] != said.old.lstrip()[:1]:
            return said
        if new is None and said.new.strip():
            return said.model_copy(update={"old": said.old[old.end() :]})
        return said.model_copy(update={"old": said.old[old.end() :], "new": said.new[new.end() if new else 0 :]})

    def _answered(self, said: EditSaid, start: int) -> str:
        """The finding that is answered: one that there is, about the line that is changed."""
        finding = said.finding.strip()
        if self.lines is None:
            return finding
        here = said.line if not said.old.strip() else self.ready.resume.line_at(start)
        return finding if self.lines.get(finding) == here else ""

    def _whole_line(self, edit: Edit) -> Edit:
        """An edit that takes all words of a line takes the line: no empty item stays."""
        text = self.ready.resume.text
        line = self.ready.resume.lines[self.ready.resume.line_at(edit.start) - 1]
        rest = text[line.start : edit.start] + text[edit.end : line.end]
        marker = _MARKER.match(rest)
        if edit.new or edit.start == edit.end or rest[marker.end() if marker else 0 :].strip():
            return edit
        if blocks.end_of(self.ready.resume, line) != line.end:
            return edit
        after = _LINE_END.match(text, line.end)
        end = after.end() if after else line.end
        before = line.start == 0 or _BLANK_LINES.search(text[max(0, line.start - 4) : line.start])
        if before and (blank := _LINE_END.match(text, end)):
            end = blank.end()
        return replace(edit, start=line.start, end=end)

    def _resolved(self, said: EditSaid) -> tuple[int, int, str]:
        """Where the edit applies and its words. Raises No."""
        said_new = said.new.strip("\r\n") if said.old.strip() else said.new.strip()
        if not said.old.strip():
            return self._inserted(said.line, said_new)
        place = self._found(said)
        start, end = place
        if self.ready.resume.text[start:end] == said_new:
            raise No("empty", wording.refused("empty", self.lang))
        if self._overlaps(start, end):
            raise No("conflict", wording.refused("conflict", self.lang))
        if _PLACEHOLDER.search(said_new) and not _PLACEHOLDER.search(self.ready.resume.text[start:end]):
            raise No("identity", wording.refused("identity", self.lang))
        first, last = self.ready.resume.line_at(start), self.ready.resume.line_at(max(start, end - 1))
        if not all(line.editable for line in self.ready.resume.lines[first - 1 : last]):
            raise No("protected", wording.refused("protected", self.lang))
        return start, end, self._with_line_ends(said_new)

    def _found(self, said: EditSaid) -> Span:
        """The one place of the old words: in the line named, else the only one anywhere."""
        line = self.ready.resume.line(said.line)
        place = self.ready.masked.locate(said.old, line=said.line) if line else self.ready.masked.locate(said.old)
        if place is None:
            known = self.ready.masked.text.find(said.old.strip()) >= 0
            raise No("identity" if known else "words", wording.refused("identity" if known else "words", self.lang))
        words, text = self.ready.resume.text[place[0] : place[1]], self.ready.resume.text
        within = text[line.start : line.end] if line and line.start <= place[0] < line.end else text
        if within.count(words) != 1:
            raise No("words", wording.refused("twice", self.lang))
        return place

    def _inserted(self, number: int, new: str) -> tuple[int, int, str]:
        """Behind a line of prose or a heading, as a line of the same kind."""
        line = self.ready.resume.line(number)
        if not new:
            raise No("empty", wording.refused("empty", self.lang))
        if line is None or line.kind not in ("bullet", "paragraph", "heading"):
            raise No("place", wording.refused("place", self.lang))
        if _PLACEHOLDER.search(new):
            raise No("identity", wording.refused("identity", self.lang))
        end = blocks.end_of(self.ready.resume, line)
        marker = _MARKER.match(line.text)
        if line.kind == "bullet" and marker and not _MARKER.match(new):
            new = marker.group() + new
        gap = "\n" if line.kind == "bullet" else "\n\n"
        return end, end, self._with_line_ends(gap + new)

    def _with_line_ends(self, new: str) -> str:
        plain = new.replace("\r\n", "\n").replace("\r", "\n")
        return plain.replace("\n", "\r\n") if "\r\n" in self.ready.resume.text else plain

    def _overlaps(self, start: int, end: int) -> bool:
        return any(start < one.end and end > one.start for one in self.edits)

    def _keep_what_is_on_record(self, start: int, end: int, new: str) -> None:
        """Raises No where markup, a name, an employer, a title, a date or a degree would not come back unchanged."""
        resume = self.ready.resume
        for span, reason in (
            *(((one.start, one.end), "identity") for one in resume.identity),
            *((span, "protected") for span in resume.protected),
        ):
            if span[0] < end and span[1] > start:
                words = resume.text[span[0] : span[1]]
                whole = start <= span[0] and span[1] <= end
                if not whole or new.count(words) != resume.text[start:end].count(words):
                    kind: RefusedFor = "identity" if reason == "identity" else "protected"
                    raise No(kind, wording.refused(kind, self.lang))

    def _opens_no_section(self, start: int, end: int, new: str) -> None:
        """Raises No for headings and rules: what stands under them would become something else."""
        resume = self.ready.resume
        first, last = (resume.lines[resume.line_at(place) - 1] for place in (start, max(start, end - 1)))
        inserts = start == end and new[:1] in "\r\n"
        before = "" if inserts else resume.text[first.start : last.end]
        after = new if inserts else resume.text[first.start : start] + new + resume.text[end : last.end]
        if _openings(after) > _openings(before):
            raise No("protected", wording.refused("protected", self.lang))

    def _brings_nothing_forbidden(self, start: int, end: int, new: str) -> None:
        """Raises No for cells, filters, includes, raw scripts and the like."""
        text = self.ready.resume.text
        if found := forbidden(text, text[:start] + new + text[end:]):
            self.unsound += [f"L{one.line}: {one.text}" if one.line else one.text for one in found]
            raise No("markup", f"{wording.refused('markup', self.lang)} {found[0].text}")

    def _invents_nothing(self, edit: Edit) -> None:
        """Hold what the text would say against what the original says. Raises No with the doubts of the ledger."""
        before = {(one.start, one.end, one.new) for one in composed(self.original, self.changes, self.edits)}
        after = composed(self.original, self.changes, [*self.edits, edit])
        doubts: list[Doubt] = []
        for change in after:
            if (change.start, change.end, change.new) in before:
                continue
            old, new = blocks.sides(self.original, after, change)
            found = check(old, new, context=self.original, confirmed=self.confirmed).doubts
            if found and not makes_way(old, new, context=self.original, confirmed=self.confirmed):
                doubts += found
        if doubts:
            raise No("facts", wording.refused("facts", self.lang), doubts)


def _openings(words: str) -> int:
    """How many of these lines can open a part of the document, also as the words of an item."""
    lines = [_MARKERS.sub("", line) for line in _LINE_END.split(words)]
    return sum(1 for line in lines if _RULE.fullmatch(line) or heading_of(line))


def numbered(ready: Prepared) -> list[tuple[int, str]]:
    """The lines that may be addressed, as they are shown: number and masked words."""
    shown = [ready.masked.text[start:end] for start, end in split_lines(ready.masked.text)]
    lines: list[Line] = [line for line in ready.resume.lines if line.editable or line.kind == "heading"]
    return [(line.number, shown[line.number - 1]) for line in lines if line.number <= len(shown)]

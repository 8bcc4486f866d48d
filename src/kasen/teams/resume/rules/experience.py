"""Where a résumé names a thing, in which dated entries, and how many months those make."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date

from kasen.teams.resume.document.model import Entry, Line, Period, Resume
from kasen.teams.resume.document.parse import parse
from kasen.teams.resume.keywords import places
from kasen.teams.resume.schemas.part import Lang

MOST_QUOTES = 3
_LONGEST = 160
_MIDDLE = 6
_MASKED = re.compile(r"\[(?:name|photo|age|birth|address|school|phone|email|gender|link|family)\]|〔[^〔〕\n]{1,12}〕")
_DENIED = re.compile(
    r"未経験|(?:経験|利用|使用)(?:は|が|も)?(?:ありません|ございません|ない|なし|無し)|学習中|勉強中|独学中|学びたい|挑戦したい"
    r"|今後.{0,12}(?:習得|挑戦)|\b(?:no|without|lack of)\b.{0,20}\bexperience|\bnever (?:used|worked)"
    r"|\bnot (?:yet )?used|\b(?:am|currently|still) learning\b|\bwant to learn\b|\bunfamiliar with\b",
    re.IGNORECASE,
)
_COMMA = re.compile("[、，,;；。|｜]")
_MARK = re.compile(r"^\s*(?:#{1,6}\s)?(?:[-*+•・●○■□◆◇▶>]|\d{1,2}[.)])?\s*(?:[-*+]\s)?")
_BREAKS = re.compile(r"[|｜。；;]|\.\s|<br\s*/?>")
_READ = frozenset({"bullet", "paragraph", "table", "heading"})
_WORKED = frozenset({"experience", "projects"})


@dataclass(frozen=True)
class Mention:
    """One place where a résumé names a thing: its line, a quotation of it, the entry that it stands in."""

    line: int
    quote: str
    entry: Entry | None


@dataclass(frozen=True)
class History:
    """A résumé as requirements are held against it."""

    resume: Resume
    today: date

    @classmethod
    def of(cls, text: str, lang: Lang, today: date) -> History:
        """Read the masked text of a résumé."""
        return cls(parse(text, lang=lang), today)

    def mentions(self, term: str) -> list[Mention]:
        """Where the term stands under any of its names: entries of work first, then in the order of the text.

        What is said to be unknown, or still being learnt, is no mention.
        """
        found = [one for span in places(term, self.resume.text) if (one := self._mention(span)) is not None]
        once = {(one.line, one.quote): one for one in reversed(found) if one.quote}
        return sorted(once.values(), key=lambda one: (not is_work(one.entry), one.line))

    def _mention(self, span: tuple[int, int]) -> Mention | None:
        line = self.resume.line(self.resume.line_at(span[0]))
        if line is None or line.kind not in _READ:
            return None
        own = (span[0] - line.start, min(span[1], line.end) - line.start)
        return None if _is_denied(line.text, own) else Mention(line.number, quoted(line.text, own), self._entry(line))

    def months(self, mentions: Iterable[Mention]) -> int | None:
        """Months that the entries of work holding these mentions make together; None where none of them is dated."""
        periods = [one.entry.period for one in mentions if is_work(one.entry) and one.entry and one.entry.period]
        return self._sum(periods) if periods else None

    def total(self) -> int | None:
        """Months of all dated entries of work, times in parallel once; None where none is dated."""
        periods = [one.period for one in self.resume.entries if one.section == "experience" and one.period]
        return self._sum(periods) if periods else None

    def _entry(self, line: Line) -> Entry | None:
        """The smallest entry that the line is part of."""
        holding = [one for one in self.resume.entries if one.first <= line.number <= one.last]
        return min(holding, key=lambda one: one.last - one.first, default=None)

    def _sum(self, periods: Sequence[Period]) -> int:
        """Months in at least one of the periods; both ends count where their months are given."""
        spans = sorted(self._span(period) for period in periods)
        total, reached = 0, -1
        for start, end in spans:
            total += max(0, end - max(start, reached))
            reached = max(reached, end)
        return total

    def _span(self, period: Period) -> tuple[int, int]:
        """Half-open range of months; of a year without a month its middle counts."""
        (year, month), end = period.start, period.end
        last_year, last_month = end or (self.today.year, self.today.month)
        start = year * 12 + (month - 1 if month else _MIDDLE)
        return start, max(start, last_year * 12 + (last_month or _MIDDLE))


def is_work(entry: Entry | None) -> bool:
    """Whether an entry tells of work, not of a school."""
    return entry is not None and entry.section in _WORKED


def _is_denied(line: str, span: tuple[int, int]) -> bool:
    """Whether what the line says of the thing, up to the commas around it, is that it is not known."""
    before, after = _COMMA.split(line[: span[0]])[-1], _COMMA.split(line[span[1] :])[0]
    return _DENIED.search(before + line[slice(*span)] + after) is not None


def quoted(line: str, span: tuple[int, int]) -> str:
    """The part of a line around a range of it, to be quoted: a cell, a sentence, nothing that is masked; at most 160.

    Empty where the range itself is masked.
    """
    start, end = 0, len(line)
    for cut in (*_BREAKS.finditer(line), *_MASKED.finditer(line)):
        if cut.end() <= span[0]:
            start = max(start, cut.end())
        elif cut.start() >= span[1]:
            end = min(end, cut.start())
        elif _MASKED.match(cut.group()):
            return ""
    start += len(_MARK.match(line[start:end])[0]) if start == 0 else 0  # type: ignore[index]
    start, end = min(start, span[0]), end
    if end - start > _LONGEST:
        start, end = max(start, span[0] - _LONGEST // 2), min(end, span[1] + _LONGEST // 2)
    return line[start:end].strip().lstrip(")]）」』:：,、，;；").strip()

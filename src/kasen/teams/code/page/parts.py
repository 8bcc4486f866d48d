"""The report as sections of blocks: what it says is decided here once, how it looks by who renders them."""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from kasen.teams.code.page.labels import label, money, span
from kasen.teams.code.phase_names import phase_name
from kasen.teams.code.schemas.story import Found, Lang, Looked, Piece, Story

Tone = Literal["good", "fair", "bad", "quiet"]
SHOWN = 12
"""Names of files in a line."""
_CAME: dict[str, Tone] = {
    "merged": "good",
    "unchanged": "fair",
    "done": "good",
    "taken": "fair",
    "open": "fair",
    "failed": "bad",
}
_VERDICTS: dict[str, Tone] = {"PASS": "good", "FAIL": "bad", "INFRA_FAILED": "fair", "NO_VERDICT": "quiet", "": "quiet"}


@dataclass(frozen=True)
class Badge:
    """A word with a colour that says the same."""

    text: str
    tone: Tone


@dataclass(frozen=True)
class Line:
    """A paragraph."""

    text: str


@dataclass(frozen=True)
class Command:
    """Something to type, and what it does."""

    text: str
    does: str


@dataclass(frozen=True)
class Quote:
    """Words of others, with their lines."""

    text: str


@dataclass(frozen=True)
class Card:
    """A piece of work, a finding."""

    title: str
    badge: Badge
    meta: str = ""
    text: str = ""
    lines: tuple[str, ...] = ()


@dataclass(frozen=True)
class Items:
    """A list."""

    lines: tuple[str, ...]


@dataclass(frozen=True)
class Table:
    """Cells are text or badges; columns in `numbers` hold numbers."""

    head: tuple[str, ...]
    rows: tuple[tuple[str | Badge, ...], ...]
    numbers: tuple[int, ...] = ()


Block = Line | Command | Quote | Card | Items | Table


@dataclass(frozen=True)
class Section:
    """A heading and what stands below it; `folded` where only some want to read it."""

    heading: str
    blocks: tuple[Block, ...]
    folded: bool = False


def opening(story: Story) -> tuple[Badge, str, list[str]]:
    """How it ended, one line of figures, and what has to be said before all else."""
    lang, result = story.lang, story.result
    tone: Tone = {"completed": "good", "failed": "bad", "stopped": "fair", "declined": "fair"}[result.outcome]  # type: ignore[assignment]
    said = Badge(label(result.outcome, lang).format(reason=result.reason or "–"), tone)
    turns = sum(one.turns for one in story.costs)
    figures = [
        story.workflow,
        label("files_n", lang).format(len(story.changed)),
        label("turns_n", lang).format(turns) if turns else "",
        money(result.usd, lang) if turns else label("free", lang),
        span(story.seconds, lang),
    ]
    notes = []
    if result.outcome != "completed":
        notes.append(label("kept" if story.changed else "nothing", lang))
    if story.dirty:
        notes.append(label("dirty", lang).format(files=few(story.dirty, lang)))
    return said, " · ".join(filter(None, figures)), notes


def sections(story: Story) -> list[Section]:
    """All of them, in the order in which a person wants to know."""
    lang = story.lang
    built = [piece for piece in story.pieces if piece.came in ("merged", "taken")]
    before = [piece for piece in story.pieces if piece.came == "done"]
    found = [
        Section(label("take", lang), tuple(_take(story))),
        Section(label("asked", lang), (Quote(story.requirement),)),
        Section(label("built", lang), tuple(_piece(one, story) for one in built) or (Line(label("nothing", lang)),)),
        Section(label("gates", lang), tuple(_gates(story))),
        Section(label("open", lang), tuple(_findings(story, "open")) or (Line(label("none_open", lang)),)),
        Section(label("not_done", lang), tuple(_not_done(story))),
        Section(label("unmerged", lang), tuple(_unmerged(story))),
        Section(label("decisions", lang), tuple(_decisions(story))),
        Section(label("groundwork", lang), tuple(_piece(one, story) for one in before), folded=True),
        Section(label("mended", lang), tuple(_findings(story, "closed")), folded=True),
        Section(label("advice", lang), tuple(_findings(story, "advice")), folded=True),
        Section(label("files", lang), tuple(_files(story)), folded=len(story.changed) > SHOWN),
        Section(label("cost", lang), tuple(_cost(story))),
    ]
    return [one for one in found if one.blocks]


def few(names: Sequence[str], lang: Lang) -> str:
    """Some names, and how many more there are."""
    shown = ", ".join(names[:SHOWN])
    return label("more", lang).format(shown, len(names) - SHOWN) if len(names) > SHOWN else shown


def _take(story: Story) -> Iterator[Block]:
    lang, result, run = story.lang, story.result, story.run_id
    if story.changed:
        yield Command(
            f"git -C {shlex.quote(story.root)} diff {result.base[:10]}...{result.branch}", label("look", lang)
        )
        yield Command(f"kasen code approve {run}", label("approve", lang))
        yield Command(f"kasen code approve {run} --pr", label("pr", lang))
    if result.outcome == "stopped":
        yield Command(f"kasen code continue {run} --budget-CAP N", label("go_on", lang))
    yield Command(f"kasen code discard {run}", label("discard", lang))


def _piece(piece: Piece, story: Story) -> Card:
    lang = story.lang
    by = f"{piece.agent} ({piece.program})" if piece.program else piece.agent
    own = [one for one in story.findings if one.about == piece.id and one.state != "advice"]
    lines = [_review(one, lang) for one in piece.reviews]
    lines += [_finding_line(one, lang) for one in own]
    lines += [label("changed", lang).format(few(piece.files, lang))] if piece.files else []
    lines += [label("undone", lang).format(one) for one in piece.not_done]
    came = "unchanged" if piece.came == "merged" and not piece.files else piece.came
    badge = Badge(label(f"came.{came}", lang), _CAME[came])
    return Card(piece.title, badge, " · ".join(filter(None, (by, piece.id))), piece.summary, tuple(lines))


def _review(look: Looked, lang: Lang) -> str:
    verdict = label(f"verdict.{look.verdict}", lang)
    said = label("review", lang).format(n=look.round, who=look.by or look.role, verdict=verdict)
    said = label("blocking_n", lang).format(said, look.blocking) if look.blocking else said
    return label("told", lang).format(said, look.summary) if look.summary else said


def _gates(story: Story) -> Iterator[Block]:
    lang = story.lang
    rows = [
        (str(gate.round), look.by or look.role, _verdict(look, lang), look.summary)
        for gate in story.gates
        for look in gate.looks
    ]
    if rows:
        yield Table(tuple(label(name, lang) for name in ("round", "who", "verdict", "said")), tuple(rows))


def _verdict(look: Looked, lang: Lang) -> Badge:
    said = label(f"verdict.{look.verdict}", lang)
    said = label("blocking_n", lang).format(said, look.blocking) if look.blocking else said
    return Badge(said, _VERDICTS[look.verdict])


def _findings(story: Story, state: str) -> Iterator[Block]:
    lang = story.lang
    tones: dict[str, Tone] = {"critical": "bad", "major": "fair", "minor": "quiet"}
    for one in story.findings:
        if one.state == state:
            tone = tones[one.severity] if state == "open" else "quiet"
            meta = " · ".join(filter(None, (place(one), one.by, one.id)))
            issue, _, output = one.issue.partition("\n")  # a heading is one line; what a command printed stands below
            text = "\n\n".join(filter(None, (output.rstrip(), one.suggestion)))
            yield Card(issue, Badge(label(f"severity.{one.severity}", lang), tone), meta, text)


def _finding_line(one: Found, lang: Lang) -> str:
    said = label(f"severity.{one.severity}", lang)
    if not place(one):
        return label("told", lang).format(said, one.issue)
    return label("found_at", lang).format(severity=said, place=place(one), issue=one.issue)


def place(one: Found) -> str:
    """Where it is."""
    return f"{one.file}:{one.line}" if one.file and one.line else one.file


def _not_done(story: Story) -> Iterator[Block]:
    lang = story.lang
    for piece in story.pieces:
        if piece.came in ("open", "failed"):
            card = _piece(piece, story)
            text = "\n".join(filter(None, (piece.reason, piece.summary)))
            yield Card(card.title, card.badge, card.meta, text, card.lines)
        elif piece.not_done:
            yield Items(
                tuple(f"{piece.title}: {one}" if lang == "en" else f"{piece.title}：{one}" for one in piece.not_done)
            )
    never = [id for id, rounds in story.phases if not rounds]
    if story.result.outcome != "completed" and never:
        yield Items(tuple(label("never", lang).format(phase_name(id, lang)) for id in never))
    elif all(piece.came not in ("open", "failed") and not piece.not_done for piece in story.pieces):
        yield Line(label("all_done", lang))


def _unmerged(story: Story) -> Iterator[Block]:
    lines = [
        label("unmerged_line", story.lang).format(
            agent=one.agent, commits=one.commits, branch=one.branch, files=few(one.files, story.lang)
        )
        for one in story.unmerged
    ]
    if lines:
        yield Items(tuple(lines))


def _decisions(story: Story) -> Iterator[Block]:
    titles = {piece.id: piece.title for piece in story.pieces}
    lines = []
    for one in story.decisions:
        about = one.about.removesuffix(".accepted")
        lines.append(f"{titles.get(about, about)} → {label(f'answer.{one.answer}', story.lang)}")
    if lines:
        yield Items(tuple(lines))


def _files(story: Story) -> Iterator[Block]:
    if story.changed:
        rows = tuple((one.name, _count("+", one.added), _count("−", one.removed)) for one in story.changed)
        yield Table((label("files", story.lang), "+", "−"), rows, numbers=(1, 2))


def _count(sign: str, lines: int | None) -> str:
    return "–" if lines is None else f"{sign}{lines:,}" if lines else "0"


def _cost(story: Story) -> Iterator[Block]:
    lang = story.lang
    if not story.costs:
        yield Line(f"{label('no_cost', lang)} {span(story.seconds, lang)}")
        return
    names = ("role", "by", "turns", "tokens_in", "tokens_out", "usd")
    rows = [
        (one.role, one.by, f"{one.turns:,}", f"{one.input_tokens:,}", f"{one.output_tokens:,}", money(one.usd, lang))
        for one in story.costs
    ]
    counted = ("turns", "input_tokens", "output_tokens")
    sums = [f"{sum(getattr(one, name) for one in story.costs):,}" for name in counted]
    rows.append((label("total", lang), "", sums[0], sums[1], sums[2], money(story.result.usd, lang)))
    yield Table(tuple(label(name, lang) for name in names), tuple(rows), numbers=(2, 3, 4, 5))

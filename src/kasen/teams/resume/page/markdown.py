"""A review as GitHub-flavoured Markdown. Nothing that comes from outside can become a heading, a link or HTML."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from kasen.teams.resume.page import changes, costs, critics, sections
from kasen.teams.resume.page.drawings import pictures
from kasen.teams.resume.page.facts import facts_yaml
from kasen.teams.resume.page.findings import Placed, of_iteration, units, whole
from kasen.teams.resume.page.labels import Words, words
from kasen.teams.resume.page.verdict import comparison_lines, made_line, verdict
from kasen.teams.resume.schemas.change import Refused
from kasen.teams.resume.schemas.posting import Match
from kasen.teams.resume.schemas.result import Result
from kasen.tools.report.costs import CostRow
from kasen.tools.report.html import web_link
from kasen.tools.report.markdown import plain
from kasen.tools.report.model import Table


def markdown(result: Result) -> str:
    """The whole review, in the order of the page; ends with a newline."""
    said = words(result.lang)
    parts = [
        f"# {plain(said['title'].format(file=result.file))}",
        plain(made_line(result)),
        *(f"> {plain(line)}" for line in result.notes),
        *_verdict(result, said),
        *_scores(result, said),
        *_critics(result, said),
        f"## {said['findings']}",
        *(_units(result, said) or [said["no_findings"]]),
        *_section(said["whole"], [finding(one, said) for one in whole(result)]),
        *_decisions(result, said),
        *_refused(result, said),
        *_facts(result, said),
        *_match(result.match, said, sections.match_line(result)),
        *_section(said["portfolio"], _portfolio(result, said)),
        *_section(said["hidden"], _hidden(result, said)),
        *_section(said["masked"], [plain(sections.masked_line(result))]),
        *_page(result, said),
        *_section(said["validation"], _validation(result, said)),
        *_section(said["detail"], _criteria(result, said)),
        *_made(result, said),
    ]
    return "\n\n".join(part for part in parts if part) + "\n"


def _section(heading: str, parts: Iterable[str]) -> Iterator[str]:
    """The heading and its parts; nothing where there are none."""
    there = [part for part in parts if part]
    if there:
        yield f"## {heading}"
        yield from there


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table of one line per row; empty cells show a dash, and what stands in a cell stays in it."""
    lines = [f"| {' | '.join(_cell(text) for text in head)} |", "|" + "---|" * len(head)]
    lines += [f"| {' | '.join(_cell(text) or critics.UNKNOWN for text in row)} |" for row in rows]
    return "\n".join(lines)


def _cell(text: str) -> str:
    """Plain words that do not begin a line, so that `8.0` needs no escape."""
    return plain(f"x {text}")[2:]


def bullets(lines: Iterable[str]) -> str:
    """A list, one line each."""
    return "\n".join(f"- {plain(line)}" for line in lines)


def code(text: str, language: str = "") -> str:
    """A fenced block that its own text cannot end."""
    fence = "`" * max([3, *(len(run) + 1 for run in re.findall(r"`+", text))])
    return f"{fence}{language}\n{text.rstrip()}\n{fence}"


def _verdict(result: Result, said: Words) -> Iterator[str]:
    one = verdict(result)
    score = f"**{one.score} {said['out_of']}**" if one.score else f"**{said['no_score']}**"
    yield f"## {plain(one.outcome)}"
    yield " · ".join([score, *(plain(part) for part in (one.spread, one.threshold, one.before) if part)])
    yield plain(one.why)
    if one.blockers:
        yield f"**{said['blocks']}**"
        yield bullets(one.blockers)


def _scores(result: Result, said: Words) -> Iterator[str]:
    drawn = pictures(result)
    if drawn:
        yield f"## {said['scores']}"
    for one in drawn:
        if one.table:
            yield _drawn(one.table)


def _drawn(data: Table) -> str:
    rows = [
        [row.heading, *(cell.sentences[0].text if cell.sentences else "" for cell in data.cells(row))]
        for row in data.rows
    ]
    return table([data.corner, *data.columns], rows)


def _critics(result: Result, said: Words) -> Iterator[str]:
    rows = critics.critic_rows(result)
    if rows:
        head = [said[key] for key in ("critic", "score", "weight", "criteria", "floor", "judged_by", "dropped")]
        cells = [(row.name, row.score, row.weight, row.criteria, row.floor, row.by, row.dropped) for row in rows]
        yield f"## {said['critics']}"
        yield table(head, cells)
        yield bullets(critics.critic_notes(result))


def _units(result: Result, said: Words) -> list[str]:
    parts = []
    for unit in units(result):
        parts += [finding(one, said) for one in unit.findings]
        parts += [_change(one, said) for one in unit.changes]
    return parts


def finding(one: Placed, said: Words) -> str:
    """One finding: who, how grave, where, the quoted words, what is wrong, what to do, what only the owner knows."""
    found = one.finding
    head = f"**{plain(one.criterion or said[found.critic])}** ({said[found.severity]}) {plain(one.about)}".rstrip()
    lines = [f"{head} `{re.sub(r'[^A-Za-z0-9]', '', found.id)}`"]
    if found.quote:
        lines.append(f"> {plain(found.quote)}")
    lines.append(plain(found.text))
    lines += [f"*{said['suggestion']}*{said.colon}{plain(found.suggestion)}"] if found.suggestion else []
    lines += [f"*{said['needs_fact']}*{said.colon}{plain(found.question)}"] if found.question else []
    return "\n\n".join(lines)


def _change(one: changes.Shown, said: Words) -> str:
    """The change as a diff of its line."""
    state = said[f"state.{one.state}"]
    head = f"**{plain(said['change'].format(one.id))}** {said['line'].format(one.line)} · {state}"
    old = "".join(run.text for run in one.old)
    new = "".join(run.text for run in one.new)
    before = [f"- {one.before}{old}{one.after}"] if old else []
    after = [f"+ {one.before}{new}{one.after}"] if new or (old and (one.before + one.after).strip(" -*+…")) else []
    both = "\n".join([*before, *after])
    lines = [part if part[:1] in "+-" and part else f"  {part}" for part in both.split("\n")]
    return f"{head}\n\n{code(chr(10).join(lines), 'diff')}"


def _decisions(result: Result, said: Words) -> Iterator[str]:
    wanted = changes.commands(result)
    if wanted:
        yield f"## {said['take_over']}"
        yield said["take_over_no_gain"] if result.outcome == "no_gain" else ""
        yield code("\n".join(f"{text}  # {said[name]}" for name, text in wanted), "sh")
        yield said["take_over_other" if result.form in changes.CONVERTED else "take_over_note"]
    elif result.changes and not changes.is_open(result):
        yield f"## {said['decided']}"
        yield said["decided_line"].format(**changes.counts(result))
        if result.written:
            backup = said["backup"].format(file=result.backup) if result.backup else ""
            yield plain(f"{said['written'].format(file=result.written)} {backup}")


def _refused(result: Result, said: Words) -> Iterator[str]:
    return _section(said["refused"], [_refusal(one, said) for one in result.refused])


def _refusal(one: Refused, said: Words) -> str:
    reason = said.get(f"reason.{one.reason}", one.reason)
    lines = [f"**{plain(one.text)}** ({reason}) {said['line'].format(one.line)}"]
    old = [f"- {line}" for line in one.old.splitlines()]
    new = [f"+ {line}" for line in one.new.splitlines()]
    lines.append(code("\n".join([*old, *new]), "diff"))
    for doubt in one.doubts:
        known = f" {said['says_instead']}{said.colon}{said.quoted(doubt.known)}" if doubt.known else ""
        lines.append(plain(f"{doubt.why}{known}"))
        lines += [f"*{said['to_confirm_q']}*{said.colon}{plain(doubt.ask)}"] if doubt.ask else []
    return "\n\n".join(lines)


def _facts(result: Result, said: Words) -> Iterator[str]:
    if not result.facts and not result.to_confirm:
        return
    yield f"## {said['facts']}"
    yield plain(sections.fact_line(result))
    if result.to_confirm:
        yield f"### {said['to_confirm']}"
        yield bullets(one.question for one in result.to_confirm)
        yield said["facts_yaml"]
        yield code(facts_yaml(result), "yaml")


def _match(match: Match | None, said: Words, summary: str) -> Iterator[str]:
    if match is None:
        return
    yield f"## {said['match']}"
    yield plain(summary)
    if match.requirements:
        rows = []
        for one in match.requirements:
            quotes = [
                said.quoted(piece.text) + (f" {said['line'].format(piece.place.line)}" if piece.place else "")
                for piece in one.evidence
            ]
            weight = said[f"weight.{one.weight}"]
            rows.append(
                (
                    f"{one.text} ({weight})",
                    said[f"match.{one.status}"],
                    " · ".join(part for part in (" ".join(quotes), one.note) if part),
                )
            )
        yield table([said["requirement"], said["status"], said["evidence"]], rows)
    found = [
        one.term + (f" → {one.as_written}" if one.as_written not in ("", one.term) else "")
        for one in match.keywords
        if one.found
    ]
    missing = [one.term for one in match.keywords if not one.found]
    yield f"*{said['found']}*{said.colon}{plain(said.listed(*found))}" if found else ""
    yield f"*{said['missing']}*{said.colon}{plain(said.listed(*missing))}" if missing else ""


def _portfolio(result: Result, said: Words) -> Iterator[str]:
    lines = []
    for one in sorted(result.portfolio, key=lambda one: one.rank):
        title = f"[{plain(one.title)}](<{one.url}>)" if web_link(one.url) else plain(one.title)
        meets = [*one.meets, *([""] * len(one.evidence))]
        quotes = [
            said.quoted(words_) + (f" → {met}" if met else "") for words_, met in zip(one.evidence, meets, strict=False)
        ]
        more = " · ".join(part for part in (f"{one.score:.2f}" if one.by == "rule" else "", one.why, *quotes) if part)
        lines.append(f"{one.rank}. **{title}** {plain(more)}")
    yield "\n".join(lines)


def _hidden(result: Result, said: Words) -> Iterator[str]:
    if result.hidden:
        yield said["hidden_note"]
        yield bullets(f"{said.quoted(one.text)} {sections.hidden_place(one, said)}" for one in result.hidden)


def _page(result: Result, said: Words) -> Iterator[str]:
    rows = sections.page_rows(result)
    if rows:
        yield f"## {said['page']}"
        yield plain(said.get(f"renderer.{result.renderer}", result.renderer))
        yield bullets(f"{name}{said.colon}{value}" for name, value in rows)


def _validation(result: Result, said: Words) -> Iterator[str]:
    lines = sections.validation_lines(result)
    if lines:
        yield plain(lines[0])
        yield bullets(lines[1:])
    if result.retries:
        yield f"### {said['retries']}"
        yield bullets(" ".join([head, *problems]) for head, problems in sections.retry_lines(result))


def _criteria(result: Result, said: Words) -> Iterator[str]:
    for name, rows in critics.criteria_of(result):
        yield f"### {name}"
        head = [said[key] for key in ("criterion", "original", "value", "how", "note")]
        yield table(head, [(row.name, row.before, row.value, row.how, row.note) for row in rows])


def _made(result: Result, said: Words) -> Iterator[str]:
    yield f"## {said['made']}"
    if looks := comparison_lines(result):
        vendor = f" {said['same_vendor']}" if result.comparison and result.comparison.same_vendor else ""
        yield f"### {said['compared']}"
        yield said["compared_how"] + vendor
        yield bullets(looks)
    for heading, name, (rows, total) in (
        ("costs", "part", costs.role_rows(result)),
        ("per_round", "round_word", costs.round_rows(result)),
    ):
        if total is not None:
            yield f"### {said[heading]}"
            yield _bill([*rows, total], said, said[name])
    yield from (plain(line) for line in costs.made_lines(result))
    if result.run_id:
        yield f"{said['replay']}{said.colon}`kasen runs replay {re.sub(r'[^A-Za-z0-9_-]', '', result.run_id)}`"


def _bill(rows: Sequence[CostRow], said: Words, name: str) -> str:
    has_by = any(row.by for row in rows)
    head = [
        name,
        *([said["made_by"]] if has_by else []),
        *(said[k] for k in ("calls", "tokens_in", "tokens_out", "usd")),
    ]
    cells = [
        [row.role, *([row.by] if has_by else []), row.calls, row.input_tokens, row.output_tokens, row.usd]
        for row in rows
    ]
    return table(head, cells)


def iteration_findings(result: Result, iteration: int) -> list[str]:
    """The findings of one round as Markdown, in the order of its text."""
    said = words(result.lang)
    return [finding(one, said) for one in of_iteration(result, iteration)]

"""What was seen beside the text, as rows and lines: page, validation, posting, personal data, hidden words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from kasen.teams.resume.page.labels import Words, words
from kasen.teams.resume.page.verdict import is_measured_only
from kasen.teams.resume.schemas.posting import Hidden
from kasen.teams.resume.schemas.result import Result
from kasen.tools.screenshot.model import PageFacts
from kasen.tools.validation.model import Problem


def page_rows(result: Result) -> list[tuple[str, str]]:
    """What was measured on the page: name, value; only what was measured."""
    if result.page is None:
        return []
    said = words(result.lang)
    return [(name, value) for name, value in _page(result.page, said) if value]


def _page(page: PageFacts, said: Words) -> Iterator[tuple[str, str]]:
    yield said["page.size"], f"{page.width} × {page.height} px" if page.height else ""
    if page.mobile_overflow is not None:
        too_wide = said["page.overflow"].format(page.mobile_overflow)
        yield said["page.mobile"], too_wide if page.mobile_overflow > 0 else said["page.fits"]
    yield said["page.font"], f"{page.smallest_font:g} px" if page.smallest_font is not None else ""
    yield said["page.line"], f"{page.line_length:.0f}" if page.line_length is not None else ""
    yield said["page.fonts"], said.listed(*page.fonts)
    yield said["page.links"], said.listed(str(page.links), str(page.images))
    if page.pages is not None:
        yield said["page.print"], said["page.one"] if page.pages == 1 else said["page.pages"].format(page.pages)
    yield said["page.ats"], f"{page.ats_text:.0%}" if page.ats_text is not None else ""
    if page.axe and not page.problems:
        yield said["page.axe"].format(page.axe), said["page.no_problem"]
    for one in page.problems:
        count = said["page.elements"].format(one.count)
        yield (
            said["page.axe"].format(page.axe),
            " · ".join(part for part in (one.text, one.rule, one.impact, count) if part),
        )


def masked_line(result: Result) -> str:
    """How often which personal data was masked; empty where there was nothing to mask."""
    said = words(result.lang)
    counts = [f"{said.get(f'personal.{kind}', kind)} {count}" for kind, count in result.masked.items() if count]
    if counts:
        return said.listed(*counts)
    was_asked = result.costs.calls or any(one.verdict == "infra_failed" for one in result.feedback)
    return said["masked_none"] if is_measured_only(result) and not was_asked else ""


def hidden_place(one: Hidden, said: Words) -> str:
    """Where hidden words were found and how they were hidden."""
    line = said["line"].format(one.line) if one.line else ""
    return " · ".join(part for part in (said[f"in.{one.where}"], line, said.get(f"hidden.{one.how}", one.how)) if part)


def problem_line(one: Problem, said: Words) -> str:
    """A problem of a file in one line."""
    place = said["line"].format(one.line) if one.line else said["whole_file"]
    kind = said["blocking" if one.blocking else "warning"]
    return f"{place} · {kind}{said.colon}{one.text} ({one.rule})"


def validation_lines(result: Result) -> list[str]:
    """Whether the file is sound, who says so, what it said; empty where nobody looked."""
    checked, said = result.validation, words(result.lang)
    if checked is None:
        return []
    lines = [f"{said['valid'] if checked.ok else said['invalid']} · {said['validated_by'].format(said[checked.by])}"]
    lines += [f"{said['ran']}{said.colon}{said.listed(*checked.ran)}"] if checked.ran else []
    return [*lines, *checked.missing, *(problem_line(one, said) for one in checked.problems)]


def retry_lines(result: Result) -> list[tuple[str, tuple[str, ...]]]:
    """One line per repair that was asked for, with what it still had wrong."""
    said = words(result.lang)
    return [
        (
            said["retry"].format(iteration=one.iteration, attempt=one.attempt)
            + said.colon
            + said["retry_ok" if one.ok else "retry_bad"],
            one.problems,
        )
        for one in result.retries
    ]


def match_line(result: Result) -> str:
    """How many requirements of the posting are met; empty where nobody judged one."""
    if result.match is None:
        return ""
    count = Counter(one.status for one in result.match.requirements)
    if not count or set(count) == {"not_judged"}:
        return ""
    numbers = {name: count[name] for name in ("met", "partly", "missing")}
    return words(result.lang)["match_line"].format(total=sum(count.values()), **numbers)


def fact_line(result: Result) -> str:
    """How many facts were kept, reworded, lost, confirmed, and how many edits refused for their sake."""
    said, count = words(result.lang), Counter(one.status for one in result.facts)
    parts = [
        said[f"fact.{name}"].format(count[name]) for name in ("kept", "changed", "lost", "confirmed") if count[name]
    ]
    refused = sum(one.reason == "facts" for one in result.refused)
    parts += [said["fact_refused"].format(refused)] if refused else []
    return " · ".join(parts)

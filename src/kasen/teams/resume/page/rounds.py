"""The files of one round: what the critics said, and how the file was validated and repaired."""

from __future__ import annotations

from collections.abc import Sequence

from kasen.teams.resume.page import critics, sections
from kasen.teams.resume.page.labels import words
from kasen.teams.resume.page.markdown import bullets, iteration_findings, table
from kasen.teams.resume.page.verdict import at, score_text
from kasen.teams.resume.schemas.part import CRITICS, Lang
from kasen.teams.resume.schemas.result import Result, Retry
from kasen.tools.report.markdown import plain
from kasen.tools.validation.model import Validation


def iteration_feedback(result: Result, iteration: int) -> str:
    """`iter{N}_feedback.md`: score, critics, findings and criteria of one round; ends with a newline."""
    said, scored = words(result.lang), at(result, iteration)
    found = [one for critic in CRITICS if (one := critics.feedback_at(result, critic, iteration)) is not None]
    rows = [
        (
            said[one.agent],
            score_text(one.score, result.threshold),
            said["of"].format(one.measured, len(one.criteria)),
            critics.judge_name(one, said),
            one.note,
        )
        for one in found
    ]
    parts = [f"# {plain(said['feedback_title'].format(file=result.file, iteration=iteration))}"]
    if scored is not None and scored.score is not None:
        low, high = (score_text(end, result.threshold) for end in (scored.low, scored.high))
        ends = f" ({low}–{high})" if low and high else ""
        parts.append(f"**{score_text(scored.score, result.threshold)} {said['out_of']}**{ends}")
        parts.append(bullets(scored.blockers))
    if rows:
        parts.append(table([said[key] for key in ("critic", "score", "criteria", "judged_by", "note")], rows))
    parts += iteration_findings(result, iteration) or [said["none"]]
    for one in found:
        if one.criteria:
            parts.append(f"## {said[one.agent]}")
            cells = [
                (
                    each.name,
                    critics.UNKNOWN if each.score is None else f"{each.score:g}",
                    said[f"how.{each.by}"],
                    each.note,
                )
                for each in one.criteria
            ]
            parts.append(table([said[key] for key in ("criterion", "value", "how", "note")], cells))
    return "\n\n".join(part for part in parts if part) + "\n"


def validation_log(
    retries: Sequence[Retry], iteration: int, validations: Sequence[Validation] = (), *, lang: Lang = "en"
) -> str:
    """`iter{N}_validation_retry.md`: each check of the round's file in order, and each repair that was asked for.

    `validations` are those of this round; retries of other rounds are left out. Ends with a newline.
    """
    said = words(lang)
    parts = [f"# {said['log_title'].format(iteration=iteration)}"]
    for number, checked in enumerate(validations, start=1):
        parts.append(f"## {said['attempt'].format(number)}")
        state = said["valid"] if checked.ok else said["invalid"]
        parts.append(plain(f"{state} · {said['validated_by'].format(said[checked.by])}"))
        ran = [f"{said['ran']}{said.colon}{said.listed(*checked.ran)}"] if checked.ran else []
        problems = [sections.problem_line(one, said) for one in checked.problems]
        parts.append(bullets([*ran, *checked.missing, *problems]))
    mine = [one for one in retries if one.iteration == iteration]
    parts.append(f"## {said['retries']}")
    for one in mine:
        state = said["retry_ok" if one.ok else "retry_bad"]
        parts.append(f"**{said['attempt'].format(one.attempt)}**{said.colon}{state}")
        parts.append(bullets(one.problems))
    if not mine:
        parts.append(said["no_retry"])
    return "\n\n".join(part for part in parts if part) + "\n"

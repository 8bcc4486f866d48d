"""One look of one critic: blind to history, to other critics and to scores; code counts what it says."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from kasen.gates.decision import VerdictWord
from kasen.models.role import Answer, Picture, Role
from kasen.team import Deps
from kasen.teams.resume.holding import held, without_invention
from kasen.teams.resume.prepared import Prepared, prepared
from kasen.teams.resume.rubric.model import Criterion
from kasen.teams.resume.rubric.reading import rubric_of
from kasen.teams.resume.schemas.feedback import (
    CriterionSaid,
    CriterionScore,
    Critique,
    Feedback,
    Finding,
    FindingSaid,
)
from kasen.teams.resume.schemas.part import CRITICS, Critic
from kasen.teams.resume.scoring import FLOOR, critic_score
from kasen.teams.resume.state import Intake, Round, Seen
from kasen.tools.screenshot.model import PageFacts

LETTERS: Mapping[Critic, str] = {
    "recruiter": "R",
    "tech_writer": "T",
    "copywriter": "C",
    "ux_designer": "U",
    "visual_designer": "V",
}
DESIGNERS: tuple[Critic, ...] = ("ux_designer", "visual_designer")
"""Critics that look at the page where there is one."""
MOST_FINDINGS = 12
"""Findings of one critic that are kept, the worst first: more is not read."""
_ORDER = {"critical": 0, "major": 1, "minor": 2}


class Reviewed(Intake, Seen, Round):
    """What critics read: no score, no finding of anybody else, no round but this."""


def judge_nothing(**_: object) -> Critique:
    """The rule of every critic: it judges nothing; what code measures is added whoever answers."""
    return Critique()


async def look(
    deps: Deps,
    state: Reviewed,
    role: Role[Critique],
    *,
    pictures: Sequence[Picture] = (),
    number: int = 1,
    page: PageFacts | None = None,
) -> Feedback:
    """Ask a critic once and count. `number` is that of the look: each sees the criteria in another order.

    A critic that has to see (`visual_designer`) is not asked without a picture.
    """
    critic = critic_of(role)
    ready = prepared(state["revised_content"], state["lang"], state["hidden"])
    criteria = _asked(critic, state, deps.lang, has_page=bool(pictures))
    if critic == "visual_designer" and not pictures:
        return _feedback(state, critic, ready, criteria, Critique(), by="rule", why="no picture")
    answer = await deps.ask(
        role,
        pictures=pictures,
        role=state["target_role"],
        posting=state["job_posting_content"],
        resume=ready.masked.text,
        criteria=rotated(criteria, number),
        confirmed=[ready.scrubbed(one) for one in state["confirmed"]],
        lang=deps.lang,
        written_in=state["lang"],
        **({"page": _page_lines(page)} if critic in DESIGNERS else {}),
    )
    said = Critique() if answer.is_rule else held(answer.value, ready, lang=deps.lang, sees=bool(pictures))
    return _feedback(state, critic, ready, criteria, said, by=answer.by, why=_why(answer))


def critic_of(role: Role[Critique]) -> Critic:
    """The critic that a role is. Raises ValueError for a role that is none."""
    return CRITICS[CRITICS.index(role.name)]


def rotated(criteria: Sequence[Criterion], number: int) -> list[Criterion]:
    """The criteria in the order of the nth look: their order moves scores (arXiv 2602.02219), so no two are alike."""
    if number == 1 or not criteria:
        return list(criteria)
    turned = list(reversed(criteria)) if number % 2 == 0 else list(criteria)
    by = (number // 2) % len(turned)
    return turned[by:] + turned[:by]


def _asked(critic: Critic, state: Reviewed, names: str, *, has_page: bool) -> list[Criterion]:
    return rubric_of(state["lang"], names="ja" if names == "ja" else "en").of(
        critic, measured=False, posting=bool(state["job_posting_content"]), page=has_page
    )


def _why(answer: Answer[Critique]) -> str:
    return answer.why if answer.is_rule else ""


def _feedback(
    state: Reviewed,
    critic: Critic,
    ready: Prepared,
    criteria: list[Criterion],
    said: Critique,
    *,
    by: str,
    why: str,
) -> Feedback:
    own = {one.id for one in rubric_of(state["lang"]).criteria if one.critic == critic}
    located = [(one, ready.masked.locate(one.quote)) for one in said.findings if one.quote.strip()]
    judged = _judged(criteria, said.criteria)
    every = (*(one for one in state["measured_criteria"] if one.id in own), *judged)
    located = [(without_invention(one, ready, state["confirmed"]), place) for one, place in located]
    found = [_finding(one, place, critic, ready, by, own) for one, place in located if place is not None]
    found += [one for one in state["measured_findings"] if one.critic == critic]
    kept = sorted(_once(found), key=lambda one: (_ORDER[one.severity], one.by == "rule"))[:MOST_FINDINGS]
    kept.sort(key=lambda one: one.place.start if one.place else -1)
    prefix = f"{state['iteration']}{LETTERS[critic]}"
    findings = tuple(one.model_copy(update={"id": f"{prefix}{n}"}) for n, one in enumerate(kept, start=1))
    score = critic_score(every)
    spoke = any(one.by == "model" for one in judged)
    return Feedback(
        agent=critic,
        iteration=state["iteration"],
        criteria=every,
        findings=findings,
        score=score,
        looks=(score,) if spoke and score is not None else (),
        verdict=_verdict(score, findings, why, spoke=spoke),
        by=by if spoke else "rule",
        dropped=len(said.findings) - sum(place is not None for _, place in located),
        why=why or ("" if spoke else "no answer that could be used"),
    )


def _verdict(score: float | None, findings: Sequence[Finding], why: str, *, spoke: bool) -> VerdictWord:
    if not spoke:
        return "no_verdict" if why in ("", "no model", "budget", "no picture") else "infra_failed"
    bad = score is None or score < FLOOR or any(one.severity == "critical" for one in findings)
    return "fail" if bad else "pass"


def _judged(criteria: Sequence[Criterion], said: Sequence[CriterionSaid]) -> list[CriterionScore]:
    """One value per criterion that was shown; the first, where a critic gives several."""
    values = {one.criterion.strip(): one for one in reversed(said)}
    found = []
    for one in criteria:
        value = values.get(one.id)
        if value is None:
            found.append(CriterionScore(id=one.id, name=one.name))
        else:
            why = " ".join(value.why.split())
            found.append(CriterionScore(id=one.id, name=one.name, score=float(value.score), by="model", note=why))
    return found


def _finding(
    said: FindingSaid, place: tuple[int, int], critic: Critic, ready: Prepared, by: str, own: set[str]
) -> Finding:
    start, end = place
    return Finding(
        id="",
        critic=critic,
        criterion=said.criterion if said.criterion in own else "",
        severity=said.severity,
        text=" ".join(said.problem.split()),
        place=ready.place(start, end),
        quote=ready.resume.text[start:end],
        suggestion=" ".join(said.suggestion.split()),
        question=" ".join(said.question.split()),
        by=by,
    )


def _once(found: Sequence[Finding]) -> list[Finding]:
    """Without what one critic says twice about the same words."""
    kept: dict[tuple[str, int, int], Finding] = {}
    for one in found:
        key = (one.criterion or one.text, one.place.start, one.place.end) if one.place else (one.text, -1, -1)
        kept.setdefault(key, one)
    return list(kept.values())


def _page_lines(page: PageFacts | None) -> list[str]:
    """What was measured on the page, for those who look at its picture."""
    if page is None:
        return []
    facts = {
        "smallest font, px": page.smallest_font,
        "characters per full line": page.line_length,
        "wider than a 375 px screen by, px": page.mobile_overflow,
        "A4 pages in print": page.pages,
        "height at 1920 px width, px": page.height,
    }
    lines = [f"{name}: {value:g}" for name, value in facts.items() if value is not None]
    return lines + [f"axe-core {one.rule} ({one.impact}): {one.count}" for one in page.problems[:10]]

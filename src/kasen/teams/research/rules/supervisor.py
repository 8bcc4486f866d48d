"""The supervisor without a model: the plan of the planner's rule, and the next step by what has changed."""

from __future__ import annotations

import re
from collections.abc import Sequence

from kasen.evidence.normal import normalise
from kasen.teams.research.rules.parts import parts
from kasen.teams.research.schemas import Measured, ResearchPlan
from kasen.teams.research.schemas.supervised import Supervision

_YES = re.compile(
    r"(?:ok|okay|yes|y|go(?: on| ahead)?|continue|proceed|fine|good|looks good|no changes?|next"
    r"|はい|うん|了解(?:です)?|承知(?:しました)?|続けて(?:ください)?|続行|進めて(?:ください)?|お願いします|よい|良い|いいです"
    r"|問題(?:ない|ありません)|大丈夫(?:です)?)?"
)
"""What people say when they have nothing to say."""


def supervise(
    *,
    question: str,
    lang: str,
    measured: Sequence[Measured],
    plan: ResearchPlan | None,
    outline: Sequence[str],
    person: str,
    options: Sequence[str],
    fresh: int,
    **_: object,
) -> Supervision:
    """Rule of the supervisor: points from the question and from what a person added; never a judgement of the draft.

    After a review the draft is written on when sources were found since, and ended when not.
    """
    asked = parts(person) if person and not agrees(person) else []
    own = list(outline) or parts(question) if plan is None else plan.investigation_points
    points = list(dict.fromkeys([*own, *asked]))
    changes = plan is None or bool(asked)
    queries = list(dict.fromkeys([*asked, *(one.query for one in measured)])) if changes else []
    return Supervision(
        theme=question if plan is None else plan.theme,
        investigation_points=points,
        search_queries=queries,
        plan_text=_told(points, lang),
        next_action=_next(options, asked, fresh),
        reasoning=_why(fresh, lang) if options else "",
    )


def agrees(text: str) -> bool:
    """Whether a person only said to go on."""
    words = " ".join(normalise(text).text.casefold().split()).strip(" .。!！、,")
    return _YES.fullmatch(words) is not None


def _next(options: Sequence[str], asked: Sequence[str], fresh: int) -> str:
    if not options:
        return ""
    if asked and "research" in options:
        return "research"
    return "write" if "write" in options and (fresh or asked) else "end"


def _why(fresh: int, lang: str) -> str:
    if lang == "ja":
        return f"ドラフトのあとに見つかった出典は {fresh} 件。"
    return f"{fresh} {'source was' if fresh == 1 else 'sources were'} found since the draft."


def _told(points: Sequence[str], lang: str) -> str:
    if lang == "ja":
        return f"{len(points)} 点を調べる。"
    return f"{len(points)} {'point' if len(points) == 1 else 'points'} to look up."

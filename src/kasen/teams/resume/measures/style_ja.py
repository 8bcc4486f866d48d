"""What the rules of textlint find in a Japanese résumé: `prose_rules`."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from kasen.teams.resume.measures.model import Defect, Measured, by_steps, worst
from kasen.teams.resume.measures.view import View
from kasen.tools.textlint import LintMessage, missing

_PER = 1000
"""Characters to which findings are counted."""
_AROUND = 6
"""Characters on either side of a finding that is a single one, so that it can be recognised."""
_STEPS = ((0.0, 5.0), (2.0, 4.0), (5.0, 3.0), (10.0, 2.0), (20.0, 1.0))


def prose_rules(view: View, lint: Sequence[LintMessage] | None) -> Measured:
    """Findings of textlint per 1,000 characters. None where it did not run."""
    if lint is None:
        return Measured("prose_rules", None, missing(view.material.lang))
    size = sum(view.size(one.text) for one in view.pieces)
    note = view.say(
        f"textlint finds {len(lint)} places in {size:,} characters.", f"textlint の指摘は{size:,}字に{len(lint)}か所。"
    )
    score = by_steps(len(lint) * _PER / max(size, _PER), _STEPS, beyond=0.5)
    groups: dict[str, list[LintMessage]] = defaultdict(list)
    for one in lint:
        groups[one.rule].append(one)
    often = sorted(groups.values(), key=len, reverse=True)
    return Measured("prose_rules", score, note, worst([_defect(view, same) for same in often]))


def _defect(view: View, same: Sequence[LintMessage]) -> Defect:
    one = same[0]
    line = view.resume.line(one.line)
    start, end = (max(one.start, line.start), min(one.end, line.end)) if line else (0, 0)
    if line and end - start < 2:
        start, end = max(start - _AROUND, line.start), min(end + _AROUND, line.end)
    times = view.say(f" ({len(same)} times)", f"（{len(same)}か所）") if len(same) > 1 else ""
    return Defect(f"{one.text}{times}", "minor", start, end, line=one.line)

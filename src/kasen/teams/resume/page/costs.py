"""The bill of a review: per role, per round, and the total."""

from __future__ import annotations

from kasen.teams.resume.page.labels import words
from kasen.teams.resume.page.verdict import cost_text, is_measured_only
from kasen.teams.resume.schemas.result import Result
from kasen.tools.report.costs import CostRow, cost_rows, total_row
from kasen.tools.report.model import Cost


def role_rows(result: Result) -> tuple[list[CostRow], CostRow | None]:
    """A row per role and model, and the total; nothing where nobody was asked."""
    said = words(result.lang)
    costs = [
        Cost(
            role=said.get(one.role, one.role),
            by=said["rule"] if one.by == "rule" else one.by,
            calls=one.calls,
            input_tokens=one.input_tokens,
            output_tokens=one.output_tokens,
            usd=one.usd,
            answered=one.answered,
        )
        for one in result.costs.lines
    ]
    return cost_rows(costs, result.lang), total_row(costs, result.lang) if costs else None


def round_rows(result: Result) -> tuple[list[CostRow], CostRow | None]:
    """A row per round, and their total; nothing where no round has cost anything."""
    said = words(result.lang)
    costs = [
        Cost(
            role=said["round"].format(one.iteration),
            by="",
            calls=one.calls,
            input_tokens=one.input_tokens,
            output_tokens=one.output_tokens,
            usd=one.usd,
        )
        for one in result.costs.iterations
    ]
    if not any(one.calls for one in costs):
        return [], None
    return cost_rows(costs, result.lang), total_row(costs, result.lang)


def figures(result: Result) -> str:
    """One line: calls, answers by rules, tokens, price, time."""
    costs, said = result.costs, words(result.lang)
    return said["made_figures"].format(
        calls=costs.calls,
        rules=costs.rule_calls,
        tokens=f"{costs.input_tokens + costs.output_tokens:,}",
        price=cost_text(result),
        seconds=costs.seconds,
    )


def made_lines(result: Result) -> list[str]:
    """How the scores came about and what the run took."""
    said = words(result.lang)
    how = [said["made_scores"], said[f"made_gate.{result.gate}"]]
    lines = [*([said["made_measured"]] if is_measured_only(result) else how), figures(result)]
    if result.costs.prices:
        lines.append(said["prices"].format(result.costs.prices))
    return lines

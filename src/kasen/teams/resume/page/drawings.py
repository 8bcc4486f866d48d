"""The pictures of a review: the critics before and after, and the score over the rounds."""

from __future__ import annotations

from kasen.teams.resume.page.labels import words
from kasen.teams.resume.page.verdict import at, is_measured_only
from kasen.teams.resume.schemas.feedback import SCALE, Scored
from kasen.teams.resume.schemas.part import CRITICS
from kasen.teams.resume.schemas.result import Result
from kasen.tools.report.drawing import Round, history, radar
from kasen.tools.report.model import Drawing


def pictures(result: Result) -> list[Drawing]:
    """Radar and history, as far as there is a score."""
    return [one for one in (_radar(result), _history(result)) if one is not None]


def _radar(result: Result) -> Drawing | None:
    said, first, last = words(result.lang), at(result, 1), at(result, result.best)
    if first is None or all(value is None for value in first.by_critic.values()):
        return None
    name = said["measured_values"] if is_measured_only(result) else said["original"]
    series = {name: _values(first)}
    if last is not None and result.best != 1:
        series[said["revision"].format(result.best)] = _values(last)
    drawn = radar([said[critic] for critic in CRITICS], series, maximum=SCALE, lang=result.lang)
    table = drawn.table.model_copy(update={"corner": said["critic"]}) if drawn.table else None
    return drawn.model_copy(update={"table": table})


def _values(scored: Scored) -> list[float | None]:
    values = (scored.by_critic.get(critic) for critic in CRITICS)
    return [None if value is None else round(value, 1) for value in values]


def _history(result: Result) -> Drawing | None:
    said = words(result.lang)
    if is_measured_only(result) or all(one.score is None for one in result.history):
        return None
    rounds = [
        Round(
            said["round_original"] if one.iteration == 1 else said["round"].format(one.iteration),
            one.score,
            one.low,
            one.high,
        )
        for one in result.history
    ]
    return history(rounds, threshold=result.threshold, lang=result.lang)

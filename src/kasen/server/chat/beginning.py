"""What a message starts: the team it names, the run it goes on from, or the desk that finds out."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from pydantic import ValidationError

from kasen.errors import InputError, UnknownName
from kasen.finding import of_each
from kasen.runtime.artifacts import artifacts
from kasen.runtime.request import argument_of, in_words, is_japanese
from kasen.runtime.rows import RESUMABLE, RunRow
from kasen.server.asked import OptionsGiven
from kasen.server.chat.files import needed, placed
from kasen.server.file_fields import marks_of
from kasen.server.starting import start_run
from kasen.server.ui_stream.closing import to_read
from kasen.team import Team, load, loadable, request_type

if TYPE_CHECKING:
    from kasen.runtime.chats import Turn, Wanted
    from kasen.server.caller import Caller
    from kasen.server.context import ServerDeps

DESK = "desk"
EDIT = "edit"
"""Mode of teams that change what they made."""
LINES = 8
"""Earlier messages that the desk is told."""
LINE = 1500
_GO_ON = re.compile(
    r"(?:(?:続き|つづき)(?:を|から)?(?:お願い(?:します)?|やって)?|続けて(?:ください|下さい)?|再開(?:して(?:ください)?)?|"
    r"(?:please\s+)?(?:continue|go on|carry on|resume)(?:\s+please)?)[\s。.!！]*",
    re.IGNORECASE,
)


async def worked(deps: ServerDeps, turns: Sequence[Turn]) -> list[RunRow]:
    """The runs of teams in these turns, the latest first; those that were deleted are not there."""
    found = []
    for turn in reversed(turns):
        for ref in reversed(turn.runs):
            try:
                row = await deps.runner.store.run(ref.id)
            except UnknownName:
                continue
            if row.team != DESK:
                found.append(row)
    return found


def is_go_on(words: str) -> bool:
    """Whether a message only asks to carry on what was interrupted."""
    return _GO_ON.fullmatch(words.strip()) is not None


def can_go_on(row: RunRow) -> bool:
    """Whether a run that nobody is at can be carried on without an answer."""
    return row.status in RESUMABLE and row.status != "paused"


async def begin_team(
    deps: ServerDeps, caller: Caller, wanted: Wanted, before: Sequence[RunRow], *, lang: str = ""
) -> tuple[str, list[str]]:
    """Start the team that is wanted, as a follow-up where it has worked before; the run, and files it has no use for.

    Raises:
        KasenError: as `start_run`; InputError for options that cannot be meant.
    """
    team = load(wanted.team)
    given = options_given(wanted.options)
    earlier = next((row for row in before if row.team == team.name and row.result is not None), None)
    if earlier is not None and not given.continues:
        given = given.model_copy(update={"continues": earlier.id})
    mode = wanted.mode or (await _mode_after(deps, team, earlier) if earlier is not None else "")
    request, left = placed(team, wanted.request, wanted.files, mode=mode, words=wanted.words)
    run_id = await start_run(
        deps, caller, team.name, _with_words(team, request, wanted.words, lang), mode=mode or None, given=given
    )
    return run_id, left


async def begin_desk(
    deps: ServerDeps, caller: Caller, wanted: Wanted, turns: Sequence[Turn], before: Sequence[RunRow], *, lang: str = ""
) -> str:
    """Let the coordinator find out what is wanted; returns the run. Raises KasenError, as `start_run`."""
    given = options_given(wanted.options)
    request = {
        "message": wanted.words,
        "teams": _known(lang or ("ja" if is_japanese(wanted.words) else "en")),
        "files": [str(one["name"]) for one in wanted.files],
        "earlier": await _earlier(deps, turns),
        "under": before[0].team if before and before[0].result is not None else "",
        "under_title": before[0].title if before else "",
        "lang": lang or "auto",
    }
    kept = given.model_dump(include={"preset", "models", "local_only"})
    models = {role: chain for role, chain in given.models.items() if not role.count(".")}
    return await start_run(
        deps, caller, DESK, request, given=OptionsGiven(**{**kept, "models": _of_tiers(models)}, yes=True)
    )


def options_given(options: dict[str, Any]) -> OptionsGiven:
    """The options of a message. Raises InputError."""
    try:
        return OptionsGiven.model_validate(options)
    except ValidationError as error:
        first = error.errors(include_url=False, include_context=False)[0]
        place = ".".join(str(part) for part in ("options", *first["loc"]))
        raise InputError(f"`{place}`: {in_words(first['msg'])}") from error


async def _mode_after(deps: ServerDeps, team: Team, earlier: RunRow) -> str:
    """To change what was made, where the team can and something was made; else as before."""
    if EDIT not in team.modes:
        return ""
    return EDIT if to_read(await artifacts(deps.runner.store, earlier.id)) else ""


def _with_words(team: Team, request: dict[str, Any], words: str, lang: str) -> dict[str, Any]:
    wanted = request_type(team)
    argument, marks = argument_of(wanted), marks_of(team)
    made = dict(request)
    if argument and argument not in made and not (argument in marks and marks[argument].file) and words:
        made[argument] = words
    if lang and "lang" in wanted.model_fields and "lang" not in made:
        made["lang"] = lang
    return made


def _known(lang: str) -> list[dict[str, Any]]:
    teams = [team for team in loadable() if not (team.internal or team.terminal_only)]
    return of_each(
        teams,
        lambda team: {
            "name": team.name,
            "summary": team.summary_ja if lang == "ja" else team.summary,
            "modes": list(team.modes) if len(team.modes) > 1 else [],
            "needs": list(needed(team)),
        },
    )


async def _earlier(deps: ServerDeps, turns: Sequence[Turn]) -> list[dict[str, str]]:
    lines: list[dict[str, str]] = []
    for turn in turns[-LINES // 2 :]:
        lines.append({"who": "person", "text": turn.wanted.words[:LINE]})
        for ref in turn.runs:
            try:
                row = await deps.runner.store.run(ref.id)
            except UnknownName:
                continue
            reply = (row.result or {}).get("reply")
            text = reply if isinstance(reply, str) and reply else f"{row.team}: {row.title}"
            lines.append({"who": "kasen", "text": text[:LINE]})
    return [line for line in lines if line["text"].strip()][-LINES:]


def _of_tiers(models: dict[str, list[str]]) -> dict[str, list[str]]:
    """Only what is said of all roles of a kind: roles of the team are none of the desk's."""
    tiers = ("basic", "reasoning", "high_reasoning")
    return {name: chain for name, chain in models.items() if name in tiers}

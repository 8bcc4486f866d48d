"""Runs that were begun with another version of their team: brought over step by step, or refused with a sentence.

What a run has stored is only ever read as the version that wrote it says, or as a migration of the team has made it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kasen.errors import ConfigurationError, InputError, OtherVersion, UnknownName
from kasen.runtime.request import parse_request
from kasen.runtime.rows import RESUMABLE
from kasen.team import load, load_object

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from pydantic import BaseModel

    from kasen.runtime.rows import RunRow
    from kasen.team import Team


def require(team: Team, row: RunRow) -> BaseModel:
    """What the run was asked, as this version of its team has it.

    Raises:
        OtherVersion: this Kasen cannot carry the run on; the sentence says why, the hint what can be done.
    """
    request = request_of(team, row)
    if row.mode not in team.modes:
        raise refused(row, f"is of mode `{row.mode}`, which team `{team.name}` does not have any more")
    try:
        return parse_request(team, request, reads_files=False)
    except InputError as error:
        raise refused(row, f"was asked what team `{team.name}` does not take any more: {error}") from error


def request_of(team: Team, row: RunRow) -> dict[str, Any]:
    """The request of a run as this version of its team has it. Raises OtherVersion."""
    return dict(brought_over(team, row, {"request": row.request})["request"])


def brought_over(team: Team, row: RunRow, values: Mapping[str, Any]) -> dict[str, Any]:
    """Plain values by channel, as this version of the team has them. Raises OtherVersion."""
    kept = dict(values)
    check_way(team, row)
    for version in range(row.state_version, team.state_version):
        try:
            kept = dict(load_object(team.migrations[version])(kept))
        except Exception as error:  # the code of a team: whatever it raises, the run stays as it was
            what = f"{type(error).__name__}: {error}"
            raise refused(row, f"cannot be brought from version {version} to {version + 1}: {what}") from error
    return kept


def check_way(team: Team, row: RunRow) -> None:
    """Raises OtherVersion where no migrations lead from the version of a run to that of its team."""
    began = f"was begun with version {row.state_version} of team `{team.name}`"
    if row.state_version > team.state_version:
        error = refused(row, f"{began}, and this Kasen has version {team.state_version}")
        error.hint = f"Update Kasen. {_readable(row)}"
        raise error
    missing = [n for n in range(row.state_version, team.state_version) if n not in team.migrations]
    if missing:
        has = f"this Kasen has version {team.state_version} and no way there from {missing[0]}"
        raise refused(row, f"{began}; {has}")


def said_of(row: RunRow, load_team: Callable[[str], Team] = load) -> str:
    """What to know before a run is carried on whose team is of another version, or cannot be loaded; else empty."""
    if row.status not in RESUMABLE:
        return ""
    try:
        team = load_team(row.team)
        if row.state_version == team.state_version:
            return ""
        require(team, row)
    except UnknownName:
        return ""
    except (OtherVersion, ConfigurationError) as error:
        return f"{error}. {error.hint}"
    began = f"begun with version {row.state_version} of team `{team.name}`"
    return f"{began}; brought over to version {team.state_version} when it is carried on"


def refused(row: RunRow, why: str) -> OtherVersion:
    """What is raised for a run that is not carried on, before anything of it is touched."""
    return OtherVersion(
        f"run {row.id} {why}", hint=f"Begin it anew, or carry it on with the Kasen that began it. {_readable(row)}"
    )


def _readable(row: RunRow) -> str:
    return f"What it has made stays: `kasen runs show {row.id}`, `kasen runs export {row.id}`."

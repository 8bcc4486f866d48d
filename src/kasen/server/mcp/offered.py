"""The tools that are offered: one for each public team, one that answers a pause, one that carries a run on."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from kasen.errors import InputError
from kasen.finding import of_each
from kasen.form import MARKS, described
from kasen.runtime.request import in_words
from kasen.server.file_fields import Marks, marks_of
from kasen.team import Team, load, loadable, request_type

if TYPE_CHECKING:
    from mcp_types import Tool

ANSWER = "answer"
CONTINUE = "continue"
_OURS = frozenset({*Marks.model_fields, *MARKS, "pauses", "on_terminal"})
"""What schemas of requests hold for forms of our own; `pattern` means something else in JSON Schema."""
PATH = "A whole path on the machine that Kasen runs on."


class Given(BaseModel):
    """Arguments; what is null counts as left out."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    wait_seconds: float | None = Field(
        None,
        gt=0,
        description="Come back after so many seconds even if the run is still at work; `continue` then waits on.",
    )


class TeamGiven(Given):
    """What every team takes beside its own request."""

    mode: str | None = Field(None, description="How to work.")
    preset: str = Field("", description="Which models answer; `none`: rules only. Empty: as it is set up.")
    budget_usd: float | None = Field(None, ge=0, description="Most US dollars that the run may spend.")
    budget_seconds: float | None = Field(None, gt=0, description="Most seconds at work.")
    local_only: bool = Field(False, description="Send nothing anywhere: no web, only models of this machine.")
    continues: str = Field("", description="Id of a finished run of this team that this one is a follow-up of.")


class AnswerGiven(Given):
    """An answer to a pause."""

    run: str = Field(description="Id of the run that waits.")
    approval: str = Field("", description="Name of the pause; may be left out where the run waits for one alone.")
    answer: Any = Field(None, description="What the person decided, as JSON that fits `answer_schema` of the pause.")
    default: bool = Field(False, description="Answer with the default of the pause instead.")


class ContinueGiven(Given):
    """Which run is carried on."""

    run: str = Field(description="Id of the run.")
    budget_usd: float | None = Field(None, ge=0, description="New cap in US dollars for the whole run.")
    budget_seconds: float | None = Field(None, gt=0, description="New cap on seconds at work for the whole run.")


def checked(kind: type[Given], values: dict[str, Any]) -> Any:
    """The arguments as `kind`. Raises InputError: one sentence that names the argument."""
    try:
        return kind.model_validate({name: value for name, value in values.items() if value is not None})
    except ValidationError as error:
        first = error.errors(include_url=False, include_context=False)[0]
        place = ".".join(map(str, first["loc"]))
        told = {"missing": "is missing", "extra_forbidden": "is no argument of this tool"}
        raise InputError(f"`{place}`: {told.get(first['type']) or in_words(first['msg'])}") from error


def public_teams() -> list[Team]:
    """The teams that are offered."""
    return [team for team in loadable() if not (team.internal or team.terminal_only)]


def split(team: Team, arguments: dict[str, Any]) -> tuple[dict[str, Any], TeamGiven]:
    """The request of a team, and what is said beside it. Raises InputError."""
    schema = schema_of(team.name)["properties"]
    given = {name: value for name, value in arguments.items() if value is not None}
    unknown = sorted(given.keys() - schema.keys())
    if unknown:
        raise InputError(f"`{unknown[0][:60]}`: is no argument of this tool", hint=f"It takes: {', '.join(schema)}.")
    own = request_type(team).model_fields
    request = {name: value for name, value in given.items() if name in own}
    beside: TeamGiven = checked(TeamGiven, {name: value for name, value in given.items() if name not in own})
    return request, beside


@cache
def schema_of(name: str) -> dict[str, Any]:
    """JSON schema of a team's arguments: its request, without what writes into files of the user, and `TeamGiven`."""
    team = load(name)
    request, beside, marks = request_type(team).model_json_schema(), TeamGiven.model_json_schema(), marks_of(team)
    fields = {
        field: _plain(schema, marks.get(field, Marks()), team.default_mode)
        for field, schema in request["properties"].items()
        if not marks.get(field, Marks()).writes
    }
    also = {field: schema for field, schema in beside["properties"].items() if field not in fields}
    if "mode" in also:
        also["mode"] = {"type": "string", "enum": list(team.known_modes), "description": "How to work."}
    found = {"type": "object", "properties": {**fields, **also}, "required": request.get("required", [])}
    defined = request.get("$defs")
    return {**found, "additionalProperties": False, **({"$defs": defined} if defined else {})}


def _plain(schema: dict[str, Any], marks: Marks, default_mode: str) -> dict[str, Any]:
    """The schema of a field without our own marks; of a file it says whose path is meant."""
    kept = {key: value for key, value in schema.items() if key not in _OURS and key != "title"}
    kept["description"] = described(kept.get("description", ""), schema, default_mode)
    if marks.file:
        kept["description"] = f"{kept['description']} {PATH}".strip()
    return kept


def tools(output: dict[str, Any]) -> list[Tool]:
    """All of them; `output` is the schema of what each gives."""
    from mcp_types import Tool, ToolAnnotations

    def of(team: Team) -> Tool:
        return Tool(
            name=team.name,
            title=team.name,
            description=f"{team.summary} May take minutes; waits until the run ends or a person is needed.",
            input_schema=schema_of(team.name),
            output_schema=output,
            annotations=ToolAnnotations(read_only_hint=False, destructive_hint=False, open_world_hint=team.web),
        )

    about_runs = [
        Tool(name=name, description=text, input_schema=kind.model_json_schema(), output_schema=output)
        for name, text, kind in (
            (ANSWER, "Answer a pause of a run with what a person decided; then the run goes on.", AnswerGiven),
            (
                CONTINUE,
                "Carry on a run that stopped, failed or spent its budget, wait on for one that is at work, or get what "
                "came of one that is over.",
                ContinueGiven,
            ),
        )
    ]
    return [*of_each(public_teams(), of), *about_runs]

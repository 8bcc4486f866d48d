"""Teams as clients see them: what a form, a picture and a price need. Made once per team and kept."""

from __future__ import annotations

from functools import cache
from typing import Any

from pydantic import Field

from kasen.errors import UnknownName
from kasen.finding import blamed
from kasen.runtime.answering import roles_of
from kasen.runtime.graphs import Graph
from kasen.runtime.request import argument_of
from kasen.server.file_fields import file_fields
from kasen.server.shapes import Shape
from kasen.team import ModeWords, Team, load, request_type


class RoleShown(Shape):
    """A job in a team."""

    name: str = Field(examples=["planner"])
    tier: str = Field(examples=["reasoning"])


class VerbShown(Shape):
    """A further command of a team at the terminal: other words for what its request can say."""

    name: str = Field(examples=["edit"])
    form: str = Field(examples=['edit RUN "what to change"'])
    summary: str = Field(examples=["Change a deck that a run made."])


class ModeShown(Shape):
    """A mode as people choose it."""

    name: str = Field(examples=["quick"])
    """What `mode` takes."""
    label: str = Field(examples=["Quick"])
    label_ja: str = Field(examples=["クイック"])
    summary: str = Field(examples=["One question: plans, searches, writes."])
    summary_ja: str = Field(examples=["一つの問いを一度で調べます。"])


class TeamBrief(Shape):
    """A team in a list."""

    name: str = Field(examples=["research"])
    summary: str = Field(examples=["Answers a question from documents and the web, every claim with its passage."])
    summary_ja: str = Field(examples=["資料とウェブから問いに答える。"])
    modes: list[str] = Field(examples=[["auto", "quick", "deep"]])
    default_mode: str = Field(examples=["auto"])
    terminal_only: bool = False
    """Whether it runs commands on the server's machine: it is begun and carried on at the terminal there (403 here)."""


class TeamShown(TeamBrief):
    """A team."""

    about_modes: list[ModeShown]
    """The modes in words, in the same order."""
    aliases: dict[str, str]
    """Other names of modes."""
    roles: list[RoleShown]
    request: dict[str, Any] = Field(examples=[{"type": "object", "properties": {"question": {"type": "string"}}}])
    """JSON schema of what it takes, marked for forms: `labels` and `choices` in words, `ja` and `en`: what it
    is for, `section`, `modes` that alone use a field, `pauses`, `kb`; `file` and its companions for files."""
    argument: str = Field(examples=["question"])
    """The field that says what is asked."""
    files: list[str] = Field(examples=[["docs"]])
    """Fields of the request that take files: `upload:ID`."""
    pauses: list[str] = Field(examples=[["plan", "draft"]])
    """Where a person can be asked first."""
    verbs: list[VerbShown]
    web: bool
    """Whether its roles search the web."""
    draws: bool
    """Whether models make pictures for it."""


class ArrowShown(Shape):
    """From one node to another."""

    source: str = Field(examples=["planner"])
    target: str = Field(examples=["searcher"])
    conditional: bool = Field(examples=[False])
    """Whether the work may go elsewhere from there."""


class NodeShown(Shape):
    """A step of the work."""

    id: str = Field(examples=["planner"])


class GraphShown(Shape):
    """How the work of a mode goes: `__start__` and `__end__` are its ends."""

    team: str = Field(examples=["research"])
    mode: str = Field(examples=["quick"])
    nodes: list[NodeShown]
    edges: list[ArrowShown]

    @classmethod
    def of(cls, team: Team, mode: str, graph: Graph) -> GraphShown:
        """The graph of a mode."""
        nodes = [NodeShown(id=name) for name in graph.nodes]
        return cls(team=team.name, mode=mode, nodes=nodes, edges=[ArrowShown(**one._asdict()) for one in graph.edges])


def public_team(name: str) -> Team:
    """A team by its name. Raises UnknownName."""
    if not name.isidentifier():
        raise UnknownName(f"there is no team `{name[:60]}`")
    return load(name)


@cache
def team_shown(name: str) -> TeamShown:
    """All of a team. It blocks while the team is imported. Raises UnknownName, ConfigurationError as `blamed`."""
    team = public_team(name)
    with blamed(name):
        return _shown(team)


def _shown(team: Team) -> TeamShown:
    schema = request_type(team).model_json_schema()
    return TeamShown(
        **team_brief(team).model_dump(),
        about_modes=[_mode_shown(team, name) for name in team.known_modes],
        aliases=dict(team.aliases),
        roles=[RoleShown(name=role.name, tier=role.tier) for role in roles_of(team)],
        request=schema,
        argument=argument_of(request_type(team)),
        files=list(file_fields(team)),
        pauses=_pauses(schema),
        verbs=[VerbShown(name=verb, form=one.form, summary=one.summary) for verb, one in team.verbs.items()],
        web=team.web,
        draws=team.draws,
    )


def team_brief(team: Team) -> TeamBrief:
    """What a list says of a team; nothing is imported."""
    return TeamBrief(
        name=team.name,
        summary=team.summary,
        summary_ja=team.summary_ja,
        modes=list(team.known_modes),
        default_mode=team.default_mode,
        terminal_only=team.terminal_only,
    )


def _mode_shown(team: Team, name: str) -> ModeShown:
    """The mode in words; by its name alone where the team says no more."""
    said = team.mode_words.get(name, ModeWords(name, name, "", ""))
    return ModeShown(
        name=name, label=said.name, label_ja=said.name_ja, summary=said.summary, summary_ja=said.summary_ja
    )


def _pauses(schema: dict[str, Any]) -> list[str]:
    """What the schema marks: `pauses` of a field."""
    fields = schema.get("properties", {}).values()
    return list(dict.fromkeys(pause for field in fields for pause in field.get("pauses", ())))

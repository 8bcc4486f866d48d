"""The contract of a team: what it is called, what it takes and gives, and what its nodes are handed.

Standard library only at run time, so that listing teams costs nothing.
"""

from __future__ import annotations

import importlib
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from typing import TYPE_CHECKING, Any, Literal, Protocol

from kasen.errors import UnknownName
from kasen.finding import announced, opened, opened_all, own, part

if TYPE_CHECKING:
    from datetime import datetime
    from pathlib import Path

    from pydantic import BaseModel

    from kasen.evidence.store import EvidenceStore
    from kasen.knowledge.library import Library
    from kasen.models.images import Draw
    from kasen.models.role import Ask, Usage
    from kasen.tools.fetch.page import Fetch
    from kasen.tools.office.model import Office
    from kasen.tools.python.model import RunPython
    from kasen.tools.screenshot.model import Shoot
    from kasen.tools.search import WebSearch

AtDeadline = Literal["default", "stop", "wait"]
AUTO = "auto"
"""The mode of teams that choose by the request."""

DONE = "done"
NOT_PASSED = "not passed"
"""The run came to its end, and its reviews, its gates or a person did not let its work pass."""
PERSON_STOPPED = "stopped: person"
"""How a run ends with a result: with the status that the result's `run_status` names; without that it is done."""
CLOSES = "closes"


def closes(*needed: str) -> dict[str, Any]:
    """Metadata of a node that makes a result of any state which holds something under each of these names.

    It is run when a person ends the run early: `graph.add_node("publisher", publisher, metadata=closes("draft"))`.
    """
    return {CLOSES: needed}


@dataclass(frozen=True, kw_only=True)
class Limits:
    """Caps of a run; None means no cap."""

    usd: float | None = None
    tokens: int | None = None
    seconds: float | None = None
    calls: int | None = None
    target_s: float | None = None
    """Seconds at work that a run should take with hosted models; over it the run warns once."""
    maximum_s: float | None = None
    """Seconds at work that a run may take with hosted models; models on this machine and people get all they need."""
    steps: int = 100
    """Super-steps of the graph (seed 001: `recursion_limit` 100)."""


@dataclass(frozen=True, kw_only=True)
class Expected:
    """What a role takes in one run, least and most: calls, and tokens of one call, without retries and reasoning."""

    calls: tuple[int, int]
    input_tokens: tuple[int, int]
    output_tokens: tuple[int, int]


@dataclass(frozen=True, kw_only=True)
class Verb:
    """A further command of a team, `kasen TEAM VERB …`: other words for what its own command can do."""

    form: str
    """How it is written: `edit RUN "what to change"`."""
    summary: str
    spells: str
    """`"module:function"` from the words after the verb to arguments of the team's own command; raises UsageError."""


@dataclass(frozen=True)
class ModeWords:
    """A mode as people choose it: its name and one sentence, in English and in Japanese."""

    name: str
    name_ja: str
    summary: str
    summary_ja: str


@dataclass(frozen=True, kw_only=True)
class Team:
    """A typed request and result, one or more modes (each a graph), and roles.

    `request`, `result` and the modes are `"module:Name"` strings, loaded when the team is used. A mode
    names a function that returns an uncompiled `StateGraph`; its state takes `request` and ends with `result`.
    """

    name: str
    summary: str
    summary_ja: str
    request: str
    result: str
    modes: Mapping[str, str]
    default_mode: str
    mode_words: Mapping[str, ModeWords] = field(default_factory=dict)
    """Mode, `auto` included → what people read when they choose; a mode without it stands by its name."""
    aliases: Mapping[str, str] = field(default_factory=dict)
    """Other names of modes: the seeds' (`quick_research`) and the like."""
    choose: str = ""
    """`"module:function"` from a request to a mode and why, in its language; a team that has it takes mode `auto`."""
    roles: tuple[str, ...] = ()
    """`"module:NAME"` of each Role, for `kasen models` and the documentation."""
    limits: Limits = field(default_factory=Limits)
    mode_limits: Mapping[str, Limits] = field(default_factory=dict)
    """Mode → its own limits, where those of the team are not meant for it."""
    verbs: Mapping[str, Verb] = field(default_factory=dict)
    """Further commands by their first word."""
    web: bool = False
    """Whether its roles search the web: no run begins where a provider of search is named and cannot be asked."""
    draws: bool = False
    """Whether models make pictures for it: those of tier `image`, named `illustrator` in flags and presets."""
    expected: Mapping[str, Mapping[str, Expected]] = field(default_factory=dict)
    """Mode → role → what the role takes in a run: what `--estimate` counts with."""
    leaves: str = ""
    """`"module:function"`, of a team whose work goes on outside of the process: `await function(folder, gone)` with the
    folder of a run that is over and that no node ends any more, or is about to be deleted (`gone`). It may be called
    twice, and raises KasenError."""
    state_version: int = 1
    """Raised by one whenever a run that was begun before cannot be carried on with the state as it is now."""
    migrations: Mapping[int, str] = field(default_factory=dict)
    """Version → `"module:function"` that takes what a run of that version has stored, as plain data by channel, and
    gives it as the next version has it; a run that has not begun holds its `request` alone. See `runtime.versions`."""
    internal: bool = False
    """True for teams that serve as template or test; they are run by name but not advertised."""
    terminal_only: bool = False
    """True for teams whose runs run commands on this machine: they are driven at its terminal, never by a server."""

    @property
    def known_modes(self) -> tuple[str, ...]:
        """What can be asked for: `auto`, where the team chooses, and its modes."""
        return ((AUTO,) if self.choose else ()) + tuple(self.modes)

    def limits_of(self, mode: str) -> Limits:
        """The limits of runs in that mode."""
        return self.mode_limits.get(mode, self.limits)

    def mode(self, name: str | None) -> str:
        """The canonical name of a mode, or `auto` where the team chooses. Raises UnknownName."""
        wanted = name or self.default_mode
        wanted = self.aliases.get(wanted, wanted)
        if wanted not in self.known_modes:
            raise UnknownName(f"team `{self.name}` has no mode `{name}`; it has: {', '.join(self.known_modes)}")
        return wanted

    def mode_for(self, name: str | None, request: BaseModel) -> tuple[str, str]:
        """The mode that a request is worked in and, where the team chose it, why. Raises UnknownName."""
        wanted = self.mode(name)
        if wanted != AUTO:
            return wanted, ""
        chosen: tuple[str, str] = load_object(self.choose)(request)
        return chosen


class Emit(Protocol):
    """Append one event of the run: `await deps.emit("warning", text="…")`. See `runtime.events`."""

    async def __call__(self, type: str, /, **fields: Any) -> None: ...


class Approve(Protocol):
    """Pause until a person answers; call it in a node of its own. Returns the answer as plain JSON.

    `schema` is a JSON schema of the answer; `default` answers under `--yes` and at a deadline with outcome `default`.
    """

    def __call__(
        self,
        name: str,
        question: str,
        *,
        schema: dict[str, Any],
        default: Any,
        shown: Any = None,
        deadline_s: float | None = None,
        at_deadline: AtDeadline = "wait",
    ) -> Any: ...


class Artifacts(Protocol):
    """Versioned files of a run; nothing is overwritten."""

    async def write(self, name: str, data: bytes, media_type: str) -> int:
        """Store a new version and return its number, counted from 1. Same bytes as the last version: that version."""
        ...

    async def read(self, name: str, version: int = 0) -> bytes:
        """What was stored as that version; 0 is the latest. Raises UnknownName for what was never written."""
        ...


@dataclass(frozen=True, kw_only=True)
class TeamAnswer:
    """What another team gave; passages that it may cite are in the evidence of the run that asked."""

    run_id: str
    status: str
    """How it ended: `done`, `stopped: budget`, …"""
    result: Mapping[str, Any]
    """JSON of that team's result."""
    passage_ids: tuple[str, ...] = ()


class AskTeam(Protocol):
    """Ask another team by name: a run of its own, under what is left of this run's budget, kept with this one.

    What was answered once is not asked again after a crash or in a repetition; a run that died is carried on.
    """

    async def __call__(
        self, team: str, request: Mapping[str, Any], /, *, role: str, mode: str | None = None
    ) -> TeamAnswer:
        """Its answer; `role` is who asks, for figures and events. Raises KasenError when it ends without a result."""
        ...


@dataclass(frozen=True, kw_only=True)
class Earlier:
    """The run that this one goes on from; its passages are in the evidence of this run and may be cited."""

    run_id: str
    request: Mapping[str, Any]
    """What was asked, as JSON of the team's request."""
    result: Mapping[str, Any]
    """What came of it, as JSON of the team's result."""
    passage_ids: tuple[str, ...] = ()
    """Every passage that it could cite."""
    artifacts: Artifacts | None = None
    """What it made, to be read."""


class Charge(Protocol):
    """What programs spend that this process does not ask: agents with models of their own. It counts as calls do."""

    async def __call__(
        self, role: str, by: str, /, *, key: str, usage: Usage, usd: float | None, seconds: float
    ) -> bool:
        """Commit what one turn has cost, once per `key` of the run, whoever dies in between. True: a cap is reached.

        `by` is who was paid, as it stands in figures; `usd` is None where nobody knows the price.
        """
        ...

    async def spent(self) -> bool:
        """Whether a cap of the run is reached by now; that on time as well."""
        ...

    async def left(self) -> float | None:
        """US dollars that may still be spent, at least 0; None where no cap on money is set."""
        ...

    async def stop(self) -> None:
        """The running node gives up for want of budget: the run ends so, and with a higher one it goes back here."""
        ...


@dataclass(frozen=True, kw_only=True)
class Deps:
    """What the nodes of a run are handed (`Runtime[Deps].context`). Fakes are passed in here, never patched."""

    run_id: str
    lang: str
    """`ja` or `en`: the language of the output."""
    ask: Ask
    emit: Emit
    approve: Approve
    evidence: EvidenceStore
    artifacts: Artifacts
    library: Callable[[list[Path], list[str]], Awaitable[Library]]
    """`await deps.library(docs, kbs)`: the knowledge bases of this run, brought up to date, searched as one."""
    search: WebSearch | None
    """Web search, or None when none is configured or it is forbidden."""
    now: Callable[[], datetime]
    settled: Callable[[], Awaitable[RunFigures]]
    """Calls, tokens, price and time of the run so far, for the report."""
    fetch: Fetch | None = None
    """Reads pages of the web, each once; None where nothing is read from the web."""
    shoot: Shoot | None = None
    """Takes pictures of a page at an address that the user typed, once in a run; None where nothing may be sent."""
    draw: Draw | None = None
    """Makes pictures, each wish once in a run; None where no model makes any."""
    python: RunPython | None = None
    """Runs code that nobody vouches for; None where this machine has no sandbox, and then none is run."""
    office: Office | None = None
    """Renders and measures slides; None where nothing on this machine can."""
    team: AskTeam | None = None
    """Asks another team; None where that is not to be."""
    earlier: Earlier | None = None
    """The run that this one is a follow-up of."""
    repeats: Artifacts | None = None
    """In a repetition, what the run that is repeated has kept: read that, and write nothing of the user's."""
    folder: Path | None = None
    """The run's own folder on this machine, for what has to outlive this process; None where there is none."""
    charge: Charge | None = None
    """Counts what programs spend that ask models themselves; None where nothing is counted."""
    stopping: Callable[[], bool] = lambda: False
    """Whether the run was asked to stop after the step that is running: a long step ends then, by raising Stopped."""
    note: Callable[[str], None] = lambda _text: None
    """Set the one line that people see when this node ends: `3 points, 4 queries`."""


@dataclass(frozen=True, kw_only=True)
class RoleCost:
    """What one model has cost in one role: a line of the cost table (seed 000); `usd` is None for an unknown price."""

    role: str
    model: str
    """`provider:model`, or `rule`."""
    calls: int
    input_tokens: int
    output_tokens: int
    usd: float | None
    answered: bool = True
    """False for a model that was called and gave no answer that could be used."""


RULE = "rule"
"""Who answered where no model did: `kasen.models.role.RULE`, which is not imported for the sake of the start."""


@dataclass(frozen=True, kw_only=True)
class RunFigures:
    """What a run has cost so far, summed over its receipts; `seconds` is time at work, pauses left out."""

    calls: int = 0
    rule_calls: int = 0
    reused: int = 0
    """Answers that were given in other runs."""
    input_tokens: int = 0
    output_tokens: int = 0
    usd: float | None = 0.0
    seconds: float = 0.0
    by_role: Mapping[str, str] = field(default_factory=dict)
    """Role to who answered: a model's id, `rule`, or both joined by `, `."""
    failed: Mapping[str, str] = field(default_factory=dict)
    """Role to why its models gave no answer and its rule did; the first time it happened."""
    costs: tuple[RoleCost, ...] = ()
    """What each model was paid in each role: roles in the order of their first answer."""

    def table(self) -> tuple[RoleCost, ...]:
        """The cost table: `costs`, models without an answer marked, and rules below the models they stood in for."""
        by_role = {role: by.split(", ") for role, by in self.by_role.items()}
        rows = [replace(row, answered=row.model in by_role.get(row.role, ())) for row in self.costs]
        listed = {(row.role, row.model) for row in rows}
        rows += [
            RoleCost(role=role, model=RULE, calls=0, input_tokens=0, output_tokens=0, usd=0.0)
            for role, by in by_role.items()
            if RULE in by and (role, RULE) not in listed
        ]
        roles = list(dict.fromkeys(row.role for row in rows))
        return tuple(sorted(rows, key=lambda row: roles.index(row.role)))


def load_object(reference: str) -> Any:
    """Import `"module:Name"`."""
    module, _, name = reference.partition(":")
    return getattr(importlib.import_module(module), name)


def request_type(team: Team) -> type[BaseModel]:
    """The pydantic model of what the team takes. Raises ConfigurationError where that of another package is broken."""
    loaded: type[BaseModel] = part(team.name, team.request, has="model_fields")
    return loaded


@cache
def names() -> tuple[str, ...]:
    """Teams found in `kasen.teams`, by folder, and those that installed packages announce; none is imported."""
    return tuple(sorted({*own(), *announced()}))


def load(name: str) -> Team:
    """The team of that name. Raises UnknownName, and ConfigurationError for one of another package that is broken."""
    if name not in names():
        raise UnknownName(f"there is no team `{name}`; there is: {', '.join(names())}")
    team: Team = opened(name, Team)
    return team


def loadable(*, warns: bool = True) -> list[Team]:
    """All teams, for lists. Of those that are left out or cannot be loaded a warning is logged, once in a process."""
    return opened_all(names(), Team, warns=warns)

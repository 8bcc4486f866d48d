"""What a run of agents works with, opened in the run's folder: the same again after any end."""

from __future__ import annotations

import sys
from collections.abc import Awaitable, Callable, Iterator, Sequence
from pathlib import Path

from kasen.errors import InternalError
from kasen.settings.environment import named_environment
from kasen.team import Deps
from kasen.teams.code.config import agents
from kasen.teams.code.config.agents import Agent
from kasen.teams.code.config.loading import Config, kept
from kasen.teams.code.git.guarding import Guard
from kasen.teams.code.git.merging import Merging
from kasen.teams.code.git.passed import Passed
from kasen.teams.code.git.repository import Repository
from kasen.teams.code.git.running import git
from kasen.teams.code.git.worktrees import Worktrees
from kasen.teams.code.mailbox.audit import Audit
from kasen.teams.code.orchestrator.desk import ORCHESTRATOR, Desk
from kasen.teams.code.place import Place
from kasen.teams.code.programs.chosen import program_of
from kasen.teams.code.queue.queue import Queue
from kasen.teams.code.state import Prepared
from kasen.teams.code.taking.standing import SHOWN, watched
from kasen.teams.code.worker.redacting import redactor_for
from kasen.teams.code.worker.spec import Spec

FOLDER = "code"
"""In the run's own folder."""
ALSO = ("KASEN_HOME", "XDG_CONFIG_HOME")
"""Variables that every shim gets: where Kasen's own files are."""


def place_of(deps: Deps) -> Place:
    """Where the run keeps its work. Raises InternalError where it has no folder."""
    if deps.folder is None:
        raise InternalError("a run of team `code` needs a folder on this machine")
    return Place(deps.folder / FOLDER, deps.run_id)


def repository_of(prepared: Prepared) -> Repository:
    """The repository as it stood when the run began."""
    return Repository(**dict(prepared))


def open_desk(deps: Deps, prepared: Prepared, requirement: str) -> Desk:
    """Everything of the orchestrator that is no process. Close its queue. Raises StoreFailed, ConfigurationError."""
    place = place_of(deps)
    config = kept(place.config)
    place.mailbox.make([ORCHESTRATOR, *(agent.id for agent in config.agents.agents)])
    repository = repository_of(prepared)
    queue, audit = Queue(place.queue, most_attempts=config.workflow.limits.attempts), Audit(place.mailbox.logs)

    async def moved(commit: str) -> None:
        audit.note("moved", branch=trees.branch, commit=commit)
        await deps.emit("warning", text=moved_words(deps.lang, trees.branch, commit))

    trees = Worktrees(repository, deps.run_id, place.trees, passed=Passed(queue), moved=moved)
    return Desk(
        place=place,
        config=config,
        repository=repository,
        requirement=requirement,
        lang=deps.lang,
        queue=queue,
        trees=trees,
        merging=Merging(trees, config.gates.merge, redactor_for(_seen(place, config))),
        audit=audit,
        emit=deps.emit,
        clock=lambda: deps.now().timestamp(),
    )


async def guard_of(desk: Desk) -> Guard:
    """What keeps the repository's own configuration and hooks as they stood when the run began."""

    async def told(names: Sequence[str]) -> None:
        desk.audit.note("put back", names=list(names))
        await desk.emit("warning", text=put_back_words(desk.lang, names))

    return await watched(desk.queue, desk.repository, desk.place, told)


def put_back_words(lang: str, names: Sequence[str]) -> str:
    """What a person is told of what was planted."""
    said = ", ".join(names[:SHOWN]) + (f" (+{len(names) - SHOWN})" if len(names) > SHOWN else "")
    if lang == "ja":
        return f"実行中に .git の設定が変えられたため、元に戻しました：{said}"
    return f"what git runs was changed in .git during the run, and was put back: {said}"


def moved_words(lang: str, branch: str, commit: str) -> str:
    """What a person is told of a branch that somebody else moved."""
    moved = commit[:12]
    if lang == "ja":
        return f"{branch} が {moved} へ動かされたため、検証済みのコミットに戻しました。{moved} は残っています"
    return f"branch {branch} had been moved to {moved} and was put back to what passed; that commit is kept"


def specs_of(desk: Desk) -> Callable[[str], Awaitable[Spec]]:
    """What each agent's shim is told before it starts; its work tree is made then."""
    known = {agent.id: agent for agent in desk.config.agents.agents}

    async def spec_of(id: str) -> Spec:
        tree = await desk.trees.of(id)
        own = Path((await git(tree.folder, "rev-parse", "--absolute-git-dir")).strip())
        return Spec(
            run_id=desk.place.run_id,
            agent=known[id],
            folder=tree.folder,
            shared=(desk.repository.common, own),
            writes=writes(desk.config, known[id]),
            lang=desk.lang,
            policy=desk.config.policies.get(id, ""),
            limits=desk.config.workflow.limits,
        )

    return spec_of


def writes(config: Config, agent: Agent) -> bool:
    """Whether what it changes is taken: it works in a phase whose work is merged, and does not review it."""
    return agents.writes(agent, config.workflow)


def worker_of(place: Place) -> Callable[[str], list[str]]:
    """The command of an agent's shim. `-P`: no module is looked for in its folder, which agents write."""
    start = [sys.executable, "-P", "-m", "kasen", "code", "worker", "--folder", str(place.root), "--agent"]
    return lambda agent: [*start, agent]


def environment_of(desk: Desk) -> dict[str, str]:
    """All that shims see of the environment: what their programs are allowed, and where Kasen's own files are."""
    names = [*ALSO, *_of_agents(desk.place, desk.config)]
    return named_environment(dict.fromkeys(names))


def _of_agents(place: Place, config: Config) -> Iterator[str]:
    """Variables that programs of agents are allowed to see."""
    for agent in config.agents.agents:
        program = program_of(agent, place.agent(agent.id) / "scratch")
        yield from (*getattr(program, "VARIABLES", ()), *agent.env)


def _seen(place: Place, config: Config) -> Iterator[str]:
    """Variables whose values a command of a gate may print: its own, and those of agents, who may have written them."""
    gates = config.gates
    commands = [*gates.merge, *(command for gate in gates.gates for command in gate.commands)]
    yield from (*_of_agents(place, config), *(name for command in commands for name in command.env))

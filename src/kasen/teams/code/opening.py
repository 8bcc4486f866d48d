"""What a run of agents works with, opened in the run's folder: the same again after any end."""

from __future__ import annotations

import sys
from collections.abc import Awaitable, Callable
from pathlib import Path

from kasen.errors import InternalError
from kasen.settings.environment import named_environment
from kasen.team import Deps
from kasen.teams.code.config import agents
from kasen.teams.code.config.agents import Agent
from kasen.teams.code.config.loading import Config, kept
from kasen.teams.code.git.merging import Merging
from kasen.teams.code.git.repository import Repository
from kasen.teams.code.git.running import git
from kasen.teams.code.git.worktrees import Worktrees
from kasen.teams.code.mailbox.audit import Audit
from kasen.teams.code.orchestrator.desk import ORCHESTRATOR, Desk
from kasen.teams.code.place import Place
from kasen.teams.code.programs.chosen import program_of
from kasen.teams.code.queue.queue import Queue
from kasen.teams.code.state import Prepared
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
    trees = Worktrees(repository, deps.run_id, place.trees)
    return Desk(
        place=place,
        config=config,
        repository=repository,
        requirement=requirement,
        lang=deps.lang,
        queue=Queue(place.queue, most_attempts=config.workflow.limits.attempts),
        trees=trees,
        merging=Merging(trees, config.gates.merge),
        audit=Audit(place.mailbox.logs),
        emit=deps.emit,
        clock=lambda: deps.now().timestamp(),
    )


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
    names = list(ALSO)
    for agent in desk.config.agents.agents:
        program = program_of(agent, desk.place.agent(agent.id) / "scratch")
        names += [*getattr(program, "VARIABLES", ()), *agent.env]
    return named_environment(dict.fromkeys(names))

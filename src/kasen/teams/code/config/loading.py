"""The files of a workflow: Kasen's own, or those of a folder that the user trusts."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path

import yaml
from pydantic import BaseModel

from kasen.errors import ConfigurationError, StoreFailed
from kasen.settings.trust import read_trusted
from kasen.teams.code.config.agents import Agents, agents_of
from kasen.teams.code.config.gates import Gates, gates_of
from kasen.teams.code.config.lined import Lined, read
from kasen.teams.code.config.workflow import Workflow, workflow_of

FILES = ("workflow.yaml", "agents.yaml", "gates.yaml")
DEFAULTS = ("five-phase", "pair")


@dataclass(frozen=True, kw_only=True)
class Config:
    """All that says how a run of agents goes."""

    workflow: Workflow
    agents: Agents
    gates: Gates
    policies: Mapping[str, str]
    """Id of an agent → the text of its policy; without those that have none."""


def default(name: str) -> Config:
    """One of Kasen's own."""
    folder = files("kasen.teams.code.defaults").joinpath(name)

    def text(path: str) -> str:
        return folder.joinpath(path).read_text(encoding="utf-8")

    return _config({one: Lined(one, text(one)) for one in FILES}, text)


def of_folder(folder: Path, workflow: str = "workflow.yaml") -> Config:
    """That of a folder, which the user trusts: gates and agents are commands.

    Raises ConfigurationError: a file that lacks, is not trusted or is wrong, with its line.
    """
    names = (workflow, *FILES[1:])

    def bytes_of(name: str) -> bytes:
        data = read_trusted(folder, name)
        if data is None:
            read(folder / name)  # says so when there is none
            raise ConfigurationError(
                f"`{folder / name}` is not trusted: what it names would be run",
                hint=f"Look at it, then run: kasen trust {folder}",
            )
        return data

    lined = {one: read(folder / name, bytes_of(name)) for one, name in zip(FILES, names, strict=True)}
    return _config(lined, lambda path: bytes_of(path).decode("utf-8"))


def named_in(folder: Path, workflow: str = "workflow.yaml") -> Iterator[str]:
    """The files that a person has to look at before `of_folder` reads them. Raises ConfigurationError."""
    names = (workflow, *FILES[1:])
    yield from names
    found = workflow_of(read(folder / names[0]))
    agents = agents_of(read(folder / names[1]), found).agents
    yield from dict.fromkeys(agent.policy for agent in agents if agent.policy)


def keep(config: Config, folder: Path) -> None:
    """Write it down for the rest of a run: what changes later in the user's folder is not trusted for it.

    Raises StoreFailed.
    """
    parts = {"workflow.yaml": config.workflow, "agents.yaml": config.agents, "gates.yaml": config.gates}
    texts = {name: _written(part) for name, part in parts.items()}
    texts |= {agent.policy: config.policies[agent.id] for agent in config.agents.agents if agent.policy}
    try:
        for name, text in texts.items():
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            part = path.with_name(f".{path.name}.part")
            part.write_text(text, encoding="utf-8")
            part.replace(path)
    except OSError as error:
        raise StoreFailed(f"`{folder}` cannot be written: {error.strerror or error}") from error


def kept(folder: Path) -> Config:
    """What `keep` wrote. Raises ConfigurationError."""
    lined = {one: read(folder / one) for one in FILES}
    return _config(lined, lambda path: (folder / path).read_text(encoding="utf-8"))


def _written(part: BaseModel) -> str:
    values = part.model_dump(mode="json", by_alias=True, exclude_defaults=True)
    return yaml.safe_dump(values, allow_unicode=True, sort_keys=False)


def _config(lined: Mapping[str, Lined], text: Callable[[str], str]) -> Config:
    workflow = workflow_of(lined["workflow.yaml"])
    agents = agents_of(lined["agents.yaml"], workflow)
    gates = gates_of(lined["gates.yaml"], workflow)
    policies: dict[str, str] = {}
    for place, agent in enumerate(agents.agents):
        if agent.policy:
            policies[agent.id] = _policy(lined["agents.yaml"], place, agent.policy, text)
    return Config(workflow=workflow, agents=agents, gates=gates, policies=policies)


def _policy(lined: Lined, place: int, path: str, text: Callable[[str], str]) -> str:
    where = ("agents", place, "policy")
    if path.startswith("/") or ".." in path.split("/"):
        lined.wrong(where, f"the policy `{path}` lies outside of the folder")
    try:
        return text(path)
    except (FileNotFoundError, UnicodeDecodeError):
        lined.wrong(where, f"there is no policy `{path}`")

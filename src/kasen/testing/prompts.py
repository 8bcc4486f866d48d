"""Do the prompts of a team fit its roles: every file used, every variable supplied."""

from __future__ import annotations

import importlib.resources
import inspect
from dataclasses import dataclass, field
from typing import Any

from kasen.errors import InternalError
from kasen.models.role import Role
from kasen.prompts.loader import prompt_files, prompt_variables
from kasen.team import Team, load_object


@dataclass
class PromptCheck:
    """What was looked at and what is wrong; `looked` lets a test prove that there was something to look at."""

    looked: list[str] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)


def check_prompts(team: Team) -> PromptCheck:
    """Compare prompts and roles of a team: the rule of a role takes exactly the variables of its prompt.

    One that takes any others by `**_` names those that it uses.
    """
    check = PromptCheck()
    used: dict[str, set[str]] = {team.request.partition(":")[0].rpartition(".")[0]: set()}
    for reference in team.roles:
        role = load_object(reference)
        if not isinstance(role, Role):
            check.faults.append(f"`{reference}` is not a Role")
            continue
        used.setdefault(role.package, set()).update(_check_role(role, check))
    for package, files in used.items():
        check.faults.extend(f"no role uses `{package}/prompts/{name}`" for name in sorted(_files(package) - files))
    return check


def _check_role(role: Role[Any], check: PromptCheck) -> set[str]:
    where = f"{role.package}/prompts/{role.prompt_name}.md"
    check.looked.append(where)
    try:
        wanted = prompt_variables(role.package, role.prompt_name)
        files = prompt_files(role.package, role.prompt_name)
    except InternalError as error:
        check.faults.append(str(error))
        return set()
    parameters = inspect.signature(role.rule).parameters.values()
    given = {one.name for one in parameters if one.kind is not one.VAR_KEYWORD}
    may_leave_out = len(given) < len(parameters)
    if not given <= wanted or (wanted != given and not may_leave_out):
        check.faults.append(f"`{where}` takes {sorted(wanted)}, the rule of `{role.name}` takes {sorted(given)}")
    return files


def _files(package: str) -> set[str]:
    folder = importlib.resources.files(package) / "prompts"
    if not folder.is_dir():
        return set()
    return {file.name for file in folder.iterdir() if file.name.endswith(".md")}

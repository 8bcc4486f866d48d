"""Runs that send nothing anywhere: what may answer in them, what may not, and that nobody is told of them."""

from __future__ import annotations

from contextlib import AbstractContextManager, nullcontext
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from kasen.errors import ConfigurationError
from kasen.models.embedder import EMBEDDERS
from kasen.models.presets import resolved
from kasen.models.reach import host_port, is_near
from kasen.models.registry import split
from kasen.runtime.answering import roles_of

if TYPE_CHECKING:
    from kasen.models.access import Access
    from kasen.runtime.rows import Options
    from kasen.team import Team

_HERE = frozenset({"local", "manual", "scripted"})
"""Providers that ask nobody: a model in this process, a person, a script of a test."""
_CLOUD = "cloud"
"""How Ollama marks models that its server passes on to ollama.com: `gpt-oss:120b-cloud`, `glm-4.6:cloud`."""


def require_local(team: Team, options: Options, access: Access) -> None:
    """Raises ConfigurationError that names the first model of the roles that is not of this machine or network."""
    for role in roles_of(team):
        for name in resolved(options.preset, role.name, role.tier, team.name, options.models).chain:
            if not is_local(name, access):
                by = "" if name in options.preset else f" (preset `{options.preset}`)"
                raise ConfigurationError(
                    f"`{name}` would answer `{role.name}`{by}, and it is not on this machine: the run is local only",
                    hint="Name a model of this machine (`--model local:` or `ollama:…`), or `--preset none`.",
                )


def untraced(options: Options) -> AbstractContextManager[object]:
    """Nothing that begins in this block is reported to LangSmith, where the run may send nothing anywhere."""
    from langsmith import tracing_context

    return tracing_context(enabled=False) if options.local_only or options.replay_of else nullcontext()


def is_local(name: str, access: Access) -> bool:
    """Whether what `provider:model` is asked stays on this machine and its private network."""
    provider, model = split(name)
    if provider == "ollama":
        return _is_near(access.ollama_base_url) and not model.endswith(_CLOUD)
    return provider in _HERE or (provider == "compatible" and _is_near(access.compatible_base_url))


def embeds_locally(name: str, access: Access) -> bool:
    """The same of an embedding model; one of `sentence-transformers` has to be a folder, for a name is downloaded."""
    provider, model = split(name, EMBEDDERS)
    if provider == "sentence-transformers":
        return Path(model).is_dir()
    if provider == "compatible":
        return _is_near(access.embeddings_base_url or access.compatible_base_url)
    return provider == "ollama" and is_local(name, access)


def local_access(access: Access) -> Access:
    """The same machine without keys of hosted models and without addresses elsewhere, to choose from what is left."""
    return replace(
        access,
        ollama_base_url=access.ollama_base_url if _is_near(access.ollama_base_url) else "",
        compatible_base_url=access.compatible_base_url if _is_near(access.compatible_base_url) else "",
        google_api_key="",
        vertex_project_id="",
        openai_api_key="",
        anthropic_api_key="",
    )


def _is_near(address: str) -> bool:
    try:
        return is_near(host_port(address)[0])
    except ValueError:
        return False

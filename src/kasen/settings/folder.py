"""What the files of the current folder may say before and after `kasen trust`."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from kasen.settings.addresses import ollama_address, web_address
from kasen.settings.fields import Settings
from kasen.settings.files import DOTENV, TOML, Layer, read_dotenv, read_toml
from kasen.settings.trust import state_of

KEYS = frozenset(
    {
        "tavily_api_key",
        "google_api_key",
        "openai_api_key",
        "anthropic_api_key",
        "compatible_api_key",
        "embeddings_api_key",
        "hub_token",
    }
)
"""Before `kasen trust`, a key of the folder is used only when its user has none."""
KEY_OF = {
    "tavily_base_url": "tavily_api_key",
    "google_base_url": "google_api_key",
    "openai_base_url": "openai_api_key",
    "anthropic_base_url": "anthropic_api_key",
    "compatible_base_url": "compatible_api_key",
    "embeddings_base_url": "embeddings_api_key",
    "hub_url": "hub_token",
    "langchain_endpoint": "langchain_api_key",
    "otel_endpoint": "otel_headers",
    "notify_url": "notify_secret",
    "temporal_address": "temporal_api_key",
}
"""Address → the key that is sent to it: the two go together."""
ADDRESSES = frozenset(
    {*KEY_OF, "artifacts_endpoint", "ollama_base_url", "public_url", "vertex_base_url", "redis_host", "searxng_url"}
) - {"temporal_address"}
"""Those that are written as the address of a page."""
NEEDS_TRUST = ADDRESSES | {
    "database",  # its owner has everything that runs read, write and are told
    "checkpoints",
    "engine",  # whose workers drive runs, with their keys
    "temporal_address",
    "temporal_namespace",
    "temporal_queue",
    "temporal_tls",  # off, its words go in plain text
    "temporal_ca_file",
    "temporal_cert_file",
    "temporal_key_file",
    "temporal_api_key",
    "artifacts",  # its owner reads what runs make, and is called with its user's own credentials
    "knowledge",  # its owner reads the documents, and what stands there is cited
    "langchain_api_key",  # its owner reads what runs read and write here
    "otel_headers",
    "mcp",  # programs that are started, servers that are told what is looked for, and what they are told is believed
    "proxy",  # whoever runs it sees where requests go, and with `ca_bundle` the keys and documents in them
    "no_proxy",
    "ca_bundle",
    "vertex_project_id",  # is called with its user's own credentials, and its owner may log the calls
    "embeddings",  # is given every document, and `sentence-transformers` loads what is named, from here or from the hub
    "embeddings_kinds",  # stands in what is sent, and takes the vectors of other words away
    "search",  # says who is told what is looked for, also where its user wants nobody told
    "editor",
    "notify_command",  # is executed; who is at `notify_url` is told what is worked on
    "notify_secret",
    "home",
    "host",  # who may reach this machine, under which names, and with which token
    "allowed_hosts",
    "tokens",
    "manual_dir",
}
"""Ignored before `kasen trust`: they say who gets documents and keys, what is executed, whose answers are believed."""

CHOICES = frozenset({"preset", "models", "model_provider", "vl_model"})
"""Settings that say which models answer."""
_MODEL_FILE = re.compile(r"local:[^,>]*[/~]")
"""A model file by its path: llama.cpp reads it with code that was not made for files that mean harm."""


class Brought(NamedTuple):
    """What one file of the folder says, split by what it may say."""

    plain: Layer
    last: Layer
    """Keys, asked for when the user has none."""
    held_back: Layer
    why: str
    """Why the last part is held back, as a clause."""
    whole: Layer


def brought(folder: Path) -> list[Brought]:
    """The files of a folder, `.env` first."""
    layers = [read_dotenv(folder / DOTENV), read_toml(folder / TOML, folder=True)]
    return [_split(folder, layer) for layer in layers]


def _split(folder: Path, layer: Layer) -> Brought:
    state = state_of(folder, layer.name, layer.sha256) if layer.sha256 else "unknown"
    if state == "trusted":
        return Brought(layer, layer.only(frozenset()), layer.only(frozenset()), "", layer)
    held = held_back(folder, layer)
    why = f"`{layer.name}` has changed since you trusted it" if state == "changed" else "this folder is not trusted"
    return Brought(layer.without(held | KEYS), layer.only(KEYS), layer.only(held), why, layer)


def held_back(folder: Path, layer: Layer) -> frozenset[str]:
    """What a file of the folder cannot set before `kasen trust`: also places outside of it, and model files."""
    outside = {"reports"} if _is_outside(folder, layer.values.get("reports")) else set()
    return NEEDS_TRUST | outside | {name for name in CHOICES if _MODEL_FILE.search(str(layer.values.get(name, "")))}


def warnings_of(files: list[Brought], above: list[Layer], user: Layer, idle: frozenset[str]) -> list[str]:
    """One sentence per file about what is held back; nothing about what would have changed nothing.

    `idle`: settings that have no effect at the moment.
    """
    said: list[str] = []
    for file in files:
        said += file.whole.ignored
        held = {name: value for name, value in file.held_back.values.items() if name not in idle}
        names = [name for name in held if _matters(name, held, above, user)]
        if names:
            listed = ", ".join(f"`{name}` ({file.whole.where(name)})" for name in names)
            verb = "is" if len(names) == 1 else "are"
            said.append(
                f"{listed} {verb} ignored: {file.why}; `kasen trust` shows what its files would set and asks you"
            )
    return said


def _matters(name: str, values: Mapping[str, Any], above: list[Layer], user: Layer) -> bool:
    if any(name in layer.values for layer in above):
        return False
    holds = user.values.get(name, Settings.model_fields[name].default)
    return bool(_normal(name, values[name]) != _normal(name, holds))


def _normal(name: str, value: Any) -> Any:
    try:
        if name == "ollama_base_url":
            return ollama_address(str(value))
        return web_address(str(value)) if name in ADDRESSES else value
    except ValueError:
        return value


def _is_outside(folder: Path, reports: Any) -> bool:
    if reports is None:
        return False
    try:
        return not (folder / Path(str(reports)).expanduser()).resolve().is_relative_to(folder.resolve())
    except (OSError, RuntimeError):
        return True

"""Keys and addresses of the providers, as the settings gave them; nothing here reads the environment."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from kasen.settings import Settings


@dataclass(frozen=True, kw_only=True)
class Access:
    """What providers are reached with. An empty address is the provider's own; keys are never shown in `repr`."""

    google_api_key: str = field(default="", repr=False)
    google_base_url: str = ""
    vertex_project_id: str = ""
    """When set, Gemini is called through Vertex AI with Application Default Credentials, and no key is sent."""
    vertex_location: str = "asia-northeast1"
    vertex_base_url: str = ""
    openai_api_key: str = field(default="", repr=False)
    openai_base_url: str = ""
    anthropic_api_key: str = field(default="", repr=False)
    anthropic_base_url: str = ""
    ollama_base_url: str = "http://127.0.0.1:11434"
    compatible_base_url: str = ""
    """Any server that speaks OpenAI's chat completions: `http://127.0.0.1:8000/v1`."""
    compatible_api_key: str = field(default="", repr=False)
    embeddings_base_url: str = ""
    """Address for embeddings of an OpenAI-compatible server; empty: `compatible_base_url`."""
    embeddings_api_key: str = field(default="", repr=False)
    """Key for `embeddings_base_url`; never that of another address."""
    embeddings_kinds: str = ""
    """How a question is told from a passage (`embedder_kinds`); empty: as is known of the model."""
    models_folder: Path | None = None
    """Where GGUF files for `local:` are kept."""
    hub_url: str = "https://huggingface.co"
    """Where `kasen models pull` fetches them from."""
    hub_token: str = field(default="", repr=False)
    proxy: str = field(default="", repr=False)
    """`http://user:password@host:3128`; this machine and private addresses are reached without it."""
    no_proxy: str = ""
    """More hosts that are reached without it, with commas between."""
    ca_bundle: str = ""
    """File of certificate authorities that are trusted besides the system's own."""


def access_of(settings: Settings) -> Access:
    """Keys and addresses out of the settings; GGUF files are kept in `models` in `settings.home`."""
    given = {name: getattr(settings, name) for name in Access.__dataclass_fields__ if name != "models_folder"}
    plain = {
        name: value.get_secret_value() if hasattr(value, "get_secret_value") else value or ""
        for name, value in given.items()
    }
    return Access(**plain, models_folder=settings.home / "models")

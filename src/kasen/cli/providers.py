"""What `kasen doctor` says of each provider of models: key, client library, endpoint, and the presets that follow."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

from kasen.cli.columns import wrapped

if TYPE_CHECKING:
    from kasen.models.access import Access
    from kasen.models.probe import Probe
    from kasen.settings import Settings

SETTINGS = {
    "google": "google_api_key",
    "openai": "openai_api_key",
    "anthropic": "anthropic_api_key",
    "ollama": "ollama_base_url",
    "compatible": "compatible_base_url",
}
"""Provider to the setting that it cannot be asked without."""
FAILED = ("refused", "failed", "unreachable")
SHOWN = (*SETTINGS, "local")
ONLINE = "`kasen doctor --online` asks each provider whether it answers and accepts its key; that costs nothing."


@dataclass(frozen=True, kw_only=True)
class Provider:
    """One provider as seen from this machine; the value of a key is nowhere in it."""

    name: str
    ready: bool
    """Key or address, client library, and for local models a server or file are there; nothing failed when asked."""
    setting: str
    """Variable of the key or address; empty for local models."""
    found_in: str
    """Where that was found: `the environment`, `.env:3`; empty when it was not."""
    installed: bool
    state: str
    """`answers`, `refused`, `failed`, `unreachable`, or `unchecked`."""
    found: str
    """All of it in a clause."""
    fix: str


def providers(settings: Settings, access: Access, probes: dict[str, Probe] | None = None) -> list[Provider]:
    """Every provider; `probes` says how those that were asked have answered."""
    return [_provider(name, settings, access, (probes or {}).get(name)) for name in SHOWN]


def _provider(name: str, settings: Settings, access: Access, probe: Probe | None) -> Provider:
    from kasen.models.found import standings
    from kasen.models.ready import lacks
    from kasen.models.registry import EXTRAS

    standing = standings(access)[name]
    setting, found_in = _where(name, settings)
    parts = [_key(name, setting, found_in, access)]
    if not standing.has_extra:
        parts.append("client not installed")
    missing = lacks(standing, access)
    if probe is not None and standing.ready:
        parts.append(probe.said)
    elif missing and standing.ready and name != "local":
        parts.append(missing)
    failed = probe is not None and probe.state in FAILED
    return Provider(
        name=name,
        ready=not missing and not failed,
        setting=setting,
        found_in=found_in,
        installed=standing.has_extra,
        state=probe.state if probe is not None else "unchecked",
        found="; ".join(parts),
        fix="" if standing.has_extra else f"pip install 'kasen[{EXTRAS[name]}]'",
    )


def _where(name: str, settings: Settings) -> tuple[str, str]:
    """The variable that a provider needs, and the place where its value was found."""
    from kasen.settings import variable, variables
    from kasen.settings.layers import layers

    field = SETTINGS.get(name, "")
    if name == "google" and settings.vertex_project_id:
        field = "vertex_project_id"
    if not field:
        return "", ""
    place = next((layer.where(field) for layer in layers({}) if layer.values.get(field)), "")
    return variable(field), "the environment" if place in variables(field) else place


def _key(name: str, setting: str, found_in: str, access: Access) -> str:
    if name == "local":
        files = _files(access)
        return f"models pulled: {', '.join(files)}" if files else "no model was pulled (`kasen models pull`)"
    if found_in:
        return f"{setting} from {found_in}"
    return f"{access.ollama_base_url} ({setting} is not set)" if name == "ollama" else f"{setting} is not set"


def _files(access: Access) -> list[str]:
    from kasen.models.local.files import model_files

    return [path.name for path in model_files(access.models_folder)]


def presets_now(settings: Settings, access: Access) -> dict[str, Any]:
    """The preset that a run gets, why, and of every preset whether it can be used and what it lacks."""
    from kasen.models.presets import presets
    from kasen.models.ready import lacking
    from kasen.runtime.answering import chosen

    picked = chosen(settings, access)
    lacks = {name: lacking(name, access) for name in presets()}
    usable = {name: {"usable": not said, "lacks": said} for name, said in lacks.items()}
    return {"chosen": picked.preset, "why": picked.why, "presets": usable}


def lines(found: list[Provider], presets: dict[str, Any], *, online: bool) -> Iterator[str]:
    """Providers and presets for people."""
    yield ""
    yield "models"
    width = max(len(one.name) for one in found)
    for one in found:
        sign = "✓" if one.ready else "✗" if one.state in FAILED and one.found_in else "–"
        lead = f"{sign} {one.name:<{width}}  "
        yield from wrapped(one.found, first=lead, more=" " * len(lead))
        if one.fix:
            yield f"{' ' * len(lead)}{one.fix}"
    yield ""
    usable = [name for name, said in presets["presets"].items() if said["usable"]]
    yield from wrapped(f"presets that can be used: {', '.join(usable)}")
    yield from wrapped(f"a run gets {presets['chosen']}: {presets['why']}")
    if not online:
        yield from wrapped(ONLINE)


def as_data(found: list[Provider], presets: dict[str, Any]) -> dict[str, Any]:
    """The same for scripts."""
    return {"providers": [asdict(one) for one in found], **presets}

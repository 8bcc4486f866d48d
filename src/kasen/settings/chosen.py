"""What is said when a folder that nobody trusted decides, within what it may, who reads what a run is given."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from kasen.settings.files import Layer
from kasen.settings.folder import CHOICES, Brought

_READERS = frozenset({"google_api_key", "openai_api_key", "anthropic_api_key", "tavily_api_key"})
"""Keys whose owner may look at what was sent with them, at the provider's own address."""


def about_choices(files: Sequence[Brought], above: Sequence[Layer], user: Layer) -> Iterator[str]:
    """One sentence per untrusted file that chooses models against its user's own choice, or gives the only key."""
    own = {name for layer in (*above, user) for name in layer.values}
    decided = {name for layer in above for name in layer.values}
    taken: set[str] = set()
    for file in files:
        chosen = sorted(file.plain.values.keys() & CHOICES - decided) if file.why else []
        if chosen and own & CHOICES:
            yield f"{_listed(file, chosen)} decides here which models read what you give them, not your own settings"
        keys = sorted(file.last.values.keys() & _READERS - own - taken)
        taken.update(keys)
        if keys:
            yield (
                f"{_listed(file, keys)} is used because you have none of your own: its owner may see what is sent with"
                " it; after `kasen trust` this is not said again"
            )


def _listed(file: Brought, names: Sequence[str]) -> str:
    return ", ".join(f"`{name}` ({file.whole.where(name)})" for name in names)

"""The store that settings name."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kasen.runtime.checkpoints.opening import states_of
from kasen.runtime.store import Store
from kasen.settings import redactor_of, usable_home

if TYPE_CHECKING:
    from kasen.runtime.places import Places
    from kasen.settings import Settings


def store_of(settings: Settings, *, places: Places | None = None) -> Store:
    """The database of the settings, else the file of the home; not opened yet.

    Raises HomeUnusable, and ConfigurationError where what `checkpoints` names cannot be used.
    """
    database = settings.database.get_secret_value() if settings.database is not None else ""
    states = states_of(settings)
    return Store(usable_home(settings), database=database, redact=redactor_of(settings), places=places, states=states)

"""What of the values of channels is in the database already, and what must be written for the next checkpoint.

A value is serialized once for each version of its channel. A small one stands in the row of each checkpoint, a larger
one in a row of its own. Of a list that only grew, the new elements are written, with the version that they continue: a
list of messages would else be written whole at each step.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from operator import is_
from typing import Any, NamedTuple

from langgraph.checkpoint.base import ChannelVersions, Checkpoint
from langgraph.checkpoint.serde.base import SerializerProtocol

from kasen.runtime.checkpoints.rows import Place, version_text

SMALL_BYTES = 512
"""A row of its own takes about half as much beside the value, and two statements."""


class Known(NamedTuple):
    """A value that is in the database."""

    version: str
    elements: list[Any] | None = None
    """Of a list; what was an element then is known by identity, so a list that was changed before its end is written
    whole. An element that was changed in place is not looked at again."""
    small: tuple[str, bytes] | None = None
    """Type and bytes of a value without a row of its own."""


class Blob(NamedTuple):
    """A row of a value, without the value."""

    channel: str
    version: str
    extends: str | None


class Changes(NamedTuple):
    """What a checkpoint needs that the database lacks, and what it leaves without use."""

    small: dict[str, tuple[str, bytes]]
    rows: list[dict[str, Any]]
    replaced: list[dict[str, Any]]
    """Rows of these channels but those of this version."""
    known: dict[str, Known]
    """What is in the database when this is."""


class Values:
    """The values of one attempt that are in the database, by place and channel."""

    def __init__(self) -> None:
        self._known: dict[Place, dict[str, Known]] = {}

    def loaded(
        self,
        place: Place,
        versions: Mapping[str, Any],
        stored: Mapping[str, Any],
        small: Mapping[str, tuple[str, bytes]],
    ) -> None:
        """Values were read: from rows of their own, and from the row of a checkpoint."""
        known = self._known[place] = {}
        for channel, value in stored.items():
            known[channel] = Known(version_text(versions[channel]), _elements(value))
        for channel, packed in small.items():
            known[channel] = Known(version_text(versions[channel]), small=packed)

    def clear(self) -> None:
        """Nothing is known."""
        self._known.clear()

    def written(self, place: Place, changes: Changes) -> None:
        """These changes are committed."""
        self._known[place] = changes.known

    def changes(self, serde: SerializerProtocol, place: Place, checkpoint: Checkpoint, new: ChannelVersions) -> Changes:
        """What has to be written for a checkpoint."""
        before = self._known.get(place, {})
        found = Changes({}, [], [], {})
        for channel, value in checkpoint["channel_values"].items():
            version = checkpoint["channel_versions"].get(channel)
            if version is None:
                continue
            text, known = version_text(version), before.get(channel)
            if known is None or known.version != text or channel in new:
                known = self._write(serde, found, {**place.key, "channel": channel, "version": text}, value, known)
            if known.small is not None:
                found.small[channel] = known.small
            found.known[channel] = known
        for channel, known in before.items():
            if channel not in found.known and known.small is None:
                found.replaced.append({**place.key, "channel": channel, "version": ""})
        return found

    def _write(
        self, serde: SerializerProtocol, into: Changes, key: dict[str, str], value: Any, before: Known | None
    ) -> Known:
        has_row = before is not None and before.small is None
        if before is not None and before.version != key["version"] and (tail := _tail(before, value)) is not None:
            kind, blob = serde.dumps_typed(tail)
            into.rows.append({**key, "extends": before.version, "type": kind, "value": blob})
            return Known(key["version"], _elements(value))
        kind, blob = serde.dumps_typed(value)
        if has_row:
            into.replaced.append(key)
        if len(blob) <= SMALL_BYTES:
            return Known(key["version"], small=(kind, blob))
        into.rows.append({**key, "extends": None, "type": kind, "value": blob})
        return Known(key["version"], _elements(value))


def needed(blobs: Iterable[Blob], named: Iterable[tuple[str, str]]) -> set[tuple[str, str]]:
    """Channel and version of the rows out of which the named values are made."""
    extends = {(blob.channel, blob.version): blob.extends for blob in blobs}
    found: set[tuple[str, str]] = set()
    for channel, version in named:
        at: str | None = version
        while at is not None and (channel, at) in extends and (channel, at) not in found:
            found.add((channel, at))
            at = extends[channel, at]
    return found


def assembled(
    serde: SerializerProtocol,
    rows: Mapping[tuple[str, str], tuple[str | None, str, bytes]],
    versions: Mapping[str, Any],
) -> dict[str, Any]:
    """The values of those versions, out of rows (extends, type, value) by channel and version."""
    values = {}
    for channel, version in versions.items():
        at: str | None = version_text(version)
        parts: list[Any] = []
        while at is not None and (row := rows.get((channel, at))) is not None:
            at, kind, blob = row
            parts.append(serde.loads_typed((kind, bytes(blob))))
        if len(parts) == 1:
            values[channel] = parts[0]
        elif parts:
            values[channel] = [element for part in reversed(parts) for element in part]
    return values


def _elements(value: Any) -> list[Any] | None:
    return list(value) if type(value) is list else None


def _tail(before: Known, value: Any) -> list[Any] | None:
    """The elements by which a list grew; None when it is no list or did not just grow."""
    was = before.elements
    if type(value) is not list or not was or len(value) < len(was) or not all(map(is_, was, value)):
        return None
    return value[len(was) :]

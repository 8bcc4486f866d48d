"""Putting the files of one of Kasen's own workflows where the user can change them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path

from kasen.errors import StoreFailed, UsageError

FOLDER = Path(".kasen/code")
"""Within a repository."""
IGNORED = "/reports/"
"""Where a run that is started in the repository puts its report: none of the work."""


@dataclass(frozen=True, kw_only=True)
class Written:
    """What was done."""

    folder: Path
    new: tuple[str, ...]
    """Files that were not there, `.gitignore` included when a line was added."""
    same: tuple[str, ...]
    """Files that were there already, as the preset has them."""


def write(root: Path, preset: str) -> Written:
    """Write the files of a workflow into a repository; none that is there is changed, and then nothing is written.

    Raises UsageError for files that are there with other contents, StoreFailed.
    """
    folder = root / FOLDER
    wanted = dict(_files(files("kasen.teams.code.defaults").joinpath(preset), ""))
    there = {name: (folder / name).read_bytes() for name in wanted if (folder / name).is_file()}
    if other := [name for name, data in there.items() if data != wanted[name]]:
        raise UsageError(
            f"`{folder / other[0]}` is there already, with other contents than `{preset}` has: nothing was written",
            hint="Move it away, or change it by hand.",
        )
    new = [name for name in wanted if name not in there]
    try:
        for name in new:
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_bytes(wanted[name])
        ignored = [".gitignore"] if _ignore(root) else []
    except OSError as error:
        raise StoreFailed(f"`{folder}` cannot be written: {error.strerror or error}") from error
    return Written(folder=folder, new=(*new, *ignored), same=tuple(there))


def own_workflow(root: Path) -> Path | None:
    """The workflow that a repository brings along; whether it is trusted is asked when it is read."""
    path = root / FOLDER / "workflow.yaml"
    return path if path.is_file() else None


def _files(folder: Traversable, before: str) -> Iterator[tuple[str, bytes]]:
    for entry in sorted(folder.iterdir(), key=lambda one: one.name):
        if entry.is_dir():
            yield from _files(entry, f"{before}{entry.name}/")
        elif entry.name.endswith((".yaml", ".md")):
            yield f"{before}{entry.name}", entry.read_bytes()


def _ignore(root: Path) -> bool:
    """Whether the line had to be added."""
    path = root / ".gitignore"
    text = path.read_text(encoding="utf-8") if path.exists() else ""
    if IGNORED in text.splitlines():
        return False
    end = "" if not text or text.endswith("\n") else "\n"
    path.write_text(f"{text}{end}{IGNORED}\n", encoding="utf-8")
    return True

"""The model files of this machine: which there are, and which one a name means."""

from __future__ import annotations

import re
from pathlib import Path

from kasen.errors import ConfigurationError
from kasen.models.local.recommended import recommended

DEFAULT = "default"
_LATER_PART = re.compile(r"-(?!00001)\d{5}-of-\d{5}\.gguf$", re.IGNORECASE)


def model_files(folder: Path | None) -> list[Path]:
    """The GGUF models in a folder, the newest first; later parts and projectors of pictures are no models."""
    if folder is None or not folder.is_dir():
        return []
    files = [path for path in folder.glob("*.gguf") if path.is_file() and not _LATER_PART.search(path.name)]
    return sorted(
        (path for path in files if "mmproj" not in path.name.lower()),
        key=lambda path: (-path.stat().st_mtime, path.name),
    )


def find_model(name: str, folder: Path | None) -> Path:
    """The file that `local:NAME` means: a path, a file in `folder` with or without `.gguf`, or a recommended name.

    No name or `default`: the newest recommended model that is there, else the newest file. Raises ConfigurationError
    that says how to get the file.
    """
    if name in ("", DEFAULT):
        return _default(folder)
    if "/" in name or name.startswith("~"):
        return _at_path(name)
    for candidate in (name, f"{name}.gguf"):
        if folder is not None and (folder / candidate).is_file():
            return folder / candidate
    known = recommended().get(name)
    if known is not None:
        found = [path for path in model_files(folder) if known.matches(path.name)]
        if found:
            return found[0]
    raise _missing(name, folder, is_known=known is not None)


def _default(folder: Path | None) -> Path:
    files = model_files(folder)
    if not files:
        raise ConfigurationError(
            f"there is no model file in `{folder}`",
            hint=f"Run `kasen models pull {next(iter(recommended()))}`, or `kasen models pull --list` for others.",
        )
    known = [path for path in files if any(one.matches(path.name) for one in recommended().values())]
    return (known or files)[0]


def _at_path(name: str) -> Path:
    try:
        path = Path(name).expanduser().absolute()
    except RuntimeError as error:
        raise ConfigurationError(f"`{name}` names no folder of this machine: {error}") from error
    if path.is_file():
        return path
    what = "is a folder" if path.is_dir() else "does not exist"
    raise ConfigurationError(f"the model file `{name}` {what}", hint="Name a GGUF file, or run `kasen models pull`.")


def _missing(name: str, folder: Path | None, *, is_known: bool) -> ConfigurationError:
    there = ", ".join(f"`{path.name}`" for path in model_files(folder)) or "nothing"
    hint = f"Run `kasen models pull {name}`." if is_known else "`kasen models pull --list` shows what can be fetched."
    return ConfigurationError(f"there is no model file `{name}` in `{folder}`; there is: {there}", hint=hint)

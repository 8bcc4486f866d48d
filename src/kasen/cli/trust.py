"""`kasen trust`: look at what the files of a folder would set, and allow it."""

from __future__ import annotations

import json
import re
import shlex
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from kasen.cli.pause import can_ask, typed_line
from kasen.errors import InputError, Stopped, UsageError
from kasen.prompts.outside import printable

if TYPE_CHECKING:
    from kasen.settings.files import Layer

LONGEST = 20_000
"""Characters of another file that are shown; who allows a longer one has to open it."""
MASK = "•" * 8


def trust(
    folder: Annotated[
        Path, typer.Argument(metavar="DIR", help="The folder; else the current one.", show_default=False)
    ] = Path(),
    also: Annotated[
        list[str] | None, typer.Option("--file", metavar="PATH", help="Also this file of the folder; may be repeated.")
    ] = None,
    sha256: Annotated[
        str | None, typer.Option("--sha256", metavar="HASH", help="Allow without asking, if this is what is there.")
    ] = None,
    show_all: Annotated[bool, typer.Option("--list", help="List the folders that are trusted.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="With --list: one JSON object per file on stdout.")] = False,
    revoke: Annotated[bool, typer.Option("--revoke", help="Trust the folder no more.")] = False,
) -> None:
    """Show what `.env`, `kasen.toml` and a workflow of a folder would set or run, and allow it.

    What was allowed counts until one of these files changes. `--yes` of other commands does not trust.

    Examples:
    kasen trust
    kasen trust ~/projects/shop --file checks.sh
    kasen trust --list
    """
    if show_all:
        _list(as_json=as_json)
    elif revoke:
        _revoke(folder)
    else:
        _trust(folder, also or [], sha256)


def _trust(folder: Path, also: list[str], wanted: str | None) -> None:
    from kasen.settings import trust as kept

    if not folder.is_dir():
        raise InputError(f"`{folder}` is not a folder")
    shown, files = _looked_at(folder, also)
    if not files:
        raise InputError(f"`{folder.resolve()}` holds no `.env`, `kasen.toml` or workflow: there is nothing to trust")
    digest = kept.digest_of(files)
    print(printable("\n".join([f"{folder.resolve()}", *shown])))
    print(f"\nsha256 {digest}")
    if wanted is None:
        named = (word for name in also for word in ("--file", name))
        _ask(shlex.join(["kasen", "trust", str(folder), *named, "--sha256", digest]))
    elif wanted.strip().lower() != digest:
        raise UsageError("the files are not those of this hash: nothing is trusted", hint="They are shown above.")
    kept.allow(folder, files)
    print("trusted, until one of these files changes")


def _ask(without_asking: str) -> None:
    """Raises UsageError where nobody can answer: `--yes` of other commands does not trust."""
    if not (can_ask() and sys.stdout.isatty()):
        raise UsageError(
            "to trust a folder needs a person at a terminal, or the hash of what was shown",
            hint=f"Run: {without_asking}",
        )
    print("\nTrust this folder? [y/N] ", end="", flush=True)
    if (typed_line() or "").strip().lower() not in ("y", "yes", "はい"):
        raise Stopped("not trusted; nothing has changed")


def _looked_at(folder: Path, also: list[str]) -> tuple[list[str], dict[str, str]]:
    """What is there in words, and the hash of each file, both of the same bytes."""
    from kasen.settings import trust as kept
    from kasen.settings.files import DOTENV, TOML, read_dotenv, read_toml

    lines: list[str] = []
    files: dict[str, str] = {}
    for layer in (read_dotenv(folder / DOTENV), read_toml(folder / TOML, folder=True)):
        if layer.sha256:
            files[layer.name] = layer.sha256
            lines += ["", _headed(folder, layer.name, layer.sha256), *_settings_of(folder, layer)]
    before = kept.all_trust().get(str(folder.resolve()), kept.Trust(files={})).files
    for name in dict.fromkeys([*also, *_of_workflow(folder), *(name for name in before if (folder / name).is_file())]):
        if name not in (DOTENV, TOML):
            data = _data(folder, name)
            files[name] = kept.sha256(data)
            lines += ["", _headed(folder, name, files[name]), *_text_of(data)]
    return lines, files


def _of_workflow(folder: Path) -> Iterator[str]:
    """The files of a workflow of agents, where one lies there: what they name is run."""
    from kasen.teams.code.config.loading import FILES, named_in

    if all((folder / name).is_file() for name in FILES):
        yield from named_in(folder)


def _headed(folder: Path, name: str, digest: str) -> str:
    from kasen.settings.trust import state_of

    state = {"trusted": "trusted already", "changed": "changed since you trusted it", "unknown": "not trusted yet"}
    return f"{name}: {state[state_of(folder, name, digest)]}"


def _settings_of(folder: Path, layer: Layer) -> Iterator[str]:
    """Each setting with its place and value; `!` marks what is ignored without trust."""
    from kasen.settings.folder import held_back

    held = held_back(folder, layer)
    for name, value in layer.values.items():
        mark = "!" if name in held else " "
        yield f"{mark} {layer.where(name).rpartition('/')[2]}  {name} = {_value(name, value)}"
    yield from (f"  {sentence}" for sentence in layer.ignored)
    if not layer.values:
        yield "  sets nothing that Kasen reads"


def _value(name: str, value: Any) -> str:
    from kasen.settings.servers import shown

    text = shown(value, MASK) if name == "mcp" else re.sub(r"//[^/]*@", f"//{MASK}@", str(value))
    if name.endswith(("_api_key", "_token", "_headers", "_secret")):
        return f"{MASK} ({len(text)} characters)"
    if name == "notify_url":
        text = re.sub(r"\?.*", f"?{MASK}", text)
    if name == "proxy" and "@" in text:
        before, _, host = text.rpartition("@")
        scheme, separator, _ = before.rpartition("://")
        text = f"{scheme}{separator}{MASK}@{host}"
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in text)


def _data(folder: Path, name: str) -> bytes:
    from kasen.settings.regular import read_regular
    from kasen.settings.trust import inside

    try:
        data = read_regular(folder / inside(name))
    except OSError as error:
        raise InputError(f"`{folder / name}` cannot be read: {(error.strerror or str(error)).lower()}") from error
    if data is None:
        raise InputError(f"`{folder / name}` cannot be read: no such file or directory")
    return data


def _text_of(data: bytes) -> Iterator[str]:
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        yield f"  {len(data):,} bytes that are not text"
        return
    yield from (f"  {line}" for line in text[:LONGEST].splitlines())
    if len(text) > LONGEST:
        yield f"  … and {len(text) - LONGEST:,} more characters: open the file before you trust it"


def _list(*, as_json: bool) -> None:
    found = list(_listed())
    for path, state, at in found:
        told = {"file": str(path), "state": state, "at": at}
        print(json.dumps(told, ensure_ascii=False) if as_json else printable(f"{path}  {state}  {at[:10]}"))
    if not found:
        print("no folder is trusted", file=sys.stderr if as_json else sys.stdout)


def _listed() -> Iterator[tuple[Path, str, str]]:
    """Each file that was allowed, how it stands, and when that was."""
    from kasen.settings import trust as kept
    from kasen.settings.regular import read_regular

    for folder, entry in sorted(kept.all_trust().items()):
        for name, digest in entry.files.items():
            path = Path(folder) / name
            try:
                data = read_regular(path)
                is_same = data is not None and kept.sha256(data) == digest
                state = "unchanged" if is_same else "not there" if data is None else "changed: not trusted any more"
            except OSError:
                state = "not readable"
            yield path, state, entry.at


def _revoke(folder: Path) -> None:
    from kasen.settings.trust import revoke

    done = revoke(folder)
    print(printable(f"{folder.resolve()} {'is trusted no more' if done else 'was not trusted'}"))

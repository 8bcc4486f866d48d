"""`kasen kb import-chroma`: what a ChromaDB store holds becomes files, and these a knowledge base."""

from __future__ import annotations

import re
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from kasen.cli import completing
from kasen.errors import InputError
from kasen.prompts.outside import printable

if TYPE_CHECKING:
    from kasen.knowledge.chroma import Old

_NAME = re.compile(r"[^\w.-]+")
LONGEST_NAME = 80
"""Characters of a file's name."""


def import_chroma(
    ctx: typer.Context,
    store: Annotated[Path, typer.Argument(metavar="DIR", help="Folder with `chroma.sqlite3`.", show_default=False)],
    collection: Annotated[
        str, typer.Option(metavar="NAME", help="A collection of it; needed where there are several.")
    ] = "",
    kb: Annotated[
        str,
        typer.Option("--kb", metavar="NAME", help="Name of the knowledge base.", autocompletion=completing.bases),
    ] = "default",
    out: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Folder for the texts; else chroma-COLLECTION.", file_okay=False)
    ] = None,
    originals: Annotated[
        bool, typer.Option("--originals", help="Add the file that the store names, where it exists, not its text.")
    ] = False,
    json: Annotated[bool, typer.Option("--json", help="JSON on stdout.")] = False,
) -> None:
    """Take over what ChromaDB holds: texts become files that you keep, and are added as other documents are.

    With --originals the files that the texts are from are added instead where they still exist; each is named. Give
    it only for a store of your own: another's may name any file of this machine. Vectors are left behind.

    Examples:
    kasen kb import-chroma ~/test-smith/chroma_db --kb old
    kasen kb import-chroma chroma_db --collection papers --originals
    """
    from kasen.cli.kb import add
    from kasen.knowledge.chroma import documents

    name = collection or _only(store)
    found = documents(store, name)
    if not found:
        raise InputError(f"`{name}` of `{store}` holds no text")
    there = [Path(one.source) for one in found if originals and _is_file(one.source)]
    folder = out or Path(f"chroma-{_plain(name)}")
    written = _written([one for one in found if Path(one.source) not in there], folder)
    beside = f", {len(there)} files where they are" if originals else ""
    print(printable(f"`{name}`: {len(written)} texts in `{folder}`{beside}"), file=sys.stderr)
    for path in there:
        print(printable(f"  {path}"), file=sys.stderr)
    add(ctx, [*([folder] if written else []), *there], kb=kb, json=json)


def _only(store: Path) -> str:
    """Raises InputError where there is none or a choice."""
    from kasen.knowledge.chroma import collections

    held = {name: count for name, count in collections(store).items() if count}
    if len(held) != 1:
        listed = ", ".join(f"{name} ({count})" for name, count in held.items())
        hint = f"Name one with --collection: {listed}." if held else ""
        raise InputError(f"`{store}` has {len(held)} collections with texts", hint=hint)
    return next(iter(held))


def _is_file(source: str) -> bool:
    try:
        return Path(source).is_absolute() and Path(source).is_file()
    except (OSError, ValueError):  # a name that no file system takes
        return False


def _written(found: Sequence[Old], folder: Path) -> list[Path]:
    """The texts as files. Raises InputError where the folder holds other things already."""
    texts = {_file_name(one, number): one.text for number, one in enumerate(found, start=1)}
    if not texts:
        return []
    others = [name for name in texts if (folder / name).exists() and _text(folder / name) != texts[name]]
    if others:
        raise InputError(f"`{folder / others[0]}` is there already", hint="Name another folder with --out.")
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for name, text in texts.items():
            (folder / name).write_text(text, encoding="utf-8")
    except OSError as error:
        where = error.filename or folder
        raise InputError(
            f"`{where}` cannot be written: {error.strerror or error}", hint="Give another --out."
        ) from error
    return [folder / name for name in texts]


def _text(path: Path) -> str:
    return path.read_text(encoding="utf-8", errors="replace") if path.is_file() else ""


def _file_name(one: Old, number: int) -> str:
    source = Path(one.source.replace("\\", "/"))
    suffix = ".md" if source.suffix.lower() in (".md", ".markdown") else ".txt"
    return f"{number:04}-{_plain(source.stem)[:LONGEST_NAME]}{suffix}"


def _plain(name: str) -> str:
    """A name that every file system takes."""
    return _NAME.sub("-", name).strip("-.") or "text"

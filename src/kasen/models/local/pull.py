"""Fetching a model file from the hub: resumable, checked against the hub's own size and SHA-256, never half there."""

from __future__ import annotations

import asyncio
import errno
import fcntl
import hashlib
import json
import logging
import os
import re
import shutil
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from fnmatch import fnmatch
from pathlib import Path, PurePosixPath
from typing import NamedTuple

import httpx

from kasen.errors import ConfigurationError, InputError, Refused, Retryable, UnknownName, UsageError
from kasen.models.local.gguf import MAGIC
from kasen.models.local.hub import Hub, HubFile
from kasen.models.local.recommended import recommended
from kasen.models.provider import ignore

log = logging.getLogger("kasen.models")
TRIES = 5
"""Connections in a row that may break without bringing `PROGRESS` bytes."""
PROGRESS = 1 << 20
FIRST_WAIT_S = 1.0
LONGEST_WAIT_S = 30.0
SPARE = 64 << 20
"""Bytes that stay free on the disk."""
_BLOCK = 1 << 20
_NAME = re.compile(r"\w[\w .,+=@~()\[\]-]*\.gguf", re.IGNORECASE)
"""A file name without control characters, escapes or a dot in front: it is shown, and written to the disk."""
_PART = re.compile(r"-\d{5}-of-(\d{5})\.gguf$", re.IGNORECASE)

OnProgress = Callable[[int, int], object]
"""Takes the bytes that are there and the bytes of the whole file."""


class Wanted(NamedTuple):
    """What a name stands for: a repository, and a pattern or path of a file in it; none when only that was named."""

    repo: str
    file: str


class Pulled(NamedTuple):
    """The file on this machine, and whether it was there before."""

    path: Path
    was_there: bool


def wanted(name: str) -> Wanted:
    """What `NAME` of `kasen models pull` means. Raises UnknownName listing the recommended ones."""
    if name in recommended():
        model = recommended()[name]
        return Wanted(model.repo, model.file)
    owner, _, rest = name.partition("/")
    repo, _, file = rest.partition("/")
    plain = re.compile(r"[\w.-]+", re.ASCII)
    if plain.fullmatch(owner) and plain.fullmatch(repo) and ".." not in (owner, repo):
        return Wanted(f"{owner}/{repo}", file)
    raise UnknownName(
        f"there is no recommended model `{name}`; there is: {', '.join(recommended())}",
        hint="Any other GGUF file of the hub is named OWNER/REPOSITORY/FILE.gguf.",
    )


def chosen(files: list[HubFile], want: Wanted) -> HubFile:
    """The one GGUF file that is meant. Raises UnknownName that lists what there is, Refused for a model in parts."""
    models = [file for file in files if _NAME.fullmatch(PurePosixPath(file.path).name) and file.size > 0]
    pattern = want.file.lower() or "*.gguf"
    found = [file for file in models if fnmatch(file.path.lower(), pattern) and (want.file or not _is_projector(file))]
    if len(found) != 1:
        there = ", ".join(sorted(file.path for file in models if not _PART.search(file.path))) or "no GGUF file"
        what = f"no file `{want.file}`" if want.file and not found else "more than one file"
        raise UnknownName(
            f"`{want.repo}` holds {what if models else 'no GGUF file'}; there is: {there}",
            hint=f"Name one: kasen models pull {want.repo}/FILE.gguf",
        )
    file = found[0]
    parts = _PART.search(file.path)
    if parts and int(parts[1]) > 1:
        raise Refused(
            f"`{file.path}` is one of {int(parts[1])} parts; Kasen runs models of one file",
            hint=f"Choose a smaller file at {want.repo}.",
        )
    if not file.sha256:
        raise Refused(f"the hub gives no checksum for `{file.path}`, so that it could not be checked")
    return file


def _is_projector(file: HubFile) -> bool:
    return "mmproj" in file.path.lower()


@dataclass(kw_only=True)
class Pull:
    """Fetches files into `folder`: `await Pull(hub=…, folder=…)(name)`. Breaking it off leaves a part to go on from."""

    hub: Hub
    folder: Path
    on_progress: OnProgress = ignore
    sleep: Callable[[float], Awaitable[None]] = asyncio.sleep
    free: Callable[[Path], int] = field(default=lambda folder: shutil.disk_usage(folder).free)
    """Bytes that may still be written in a folder."""

    async def __call__(self, name: str) -> Pulled:
        """The file of that name, complete and checked.

        Raises UnknownName, Refused, Retryable (worth running again), ConfigurationError for a full or unwritable disk,
        InputError for another file of the same name, UsageError when another process is fetching it.
        """
        want = wanted(name)
        file = chosen(await self._steadily(lambda: self.hub.files(want.repo)), want)
        target = self.folder / PurePosixPath(file.path).name
        with _disk_in_words(self.folder):
            self.folder.mkdir(parents=True, exist_ok=True)
            if target.exists():
                return self._there(target, file)
            with Part(target, file) as part:
                self._check_room(part.size, file)
                await self._fetch(part, want.repo)
                part.finish()
        return Pulled(target, False)

    def _there(self, target: Path, file: HubFile) -> Pulled:
        if target.is_file() and target.stat().st_size == file.size and _sha256(target) == file.sha256:
            return Pulled(target, True)
        raise InputError(
            f"`{target}` is there already and is not what the hub has now",
            hint="Move it away or delete it, then run the same command again.",
        )

    def _check_room(self, done: int, file: HubFile) -> None:
        needed, free = file.size - done + SPARE, self.free(self.folder)
        if needed > free:
            raise ConfigurationError(
                f"`{file.path}` needs {needed / 1e9:.1f} GB more in `{self.folder}`, and {free / 1e9:.1f} GB are free",
                hint="Make room, or set KASEN_HOME to a folder on another disk.",
            )

    async def _fetch(self, part: Part, repo: str) -> None:
        self.on_progress(part.size, part.file.size)
        failures = 0
        while part.size < part.file.size:
            before = part.size
            try:
                await self._once(part, repo)
            except Retryable as error:
                failures = 1 if part.size - before >= PROGRESS else failures + 1
                if failures >= TRIES:
                    raise _kept(part, error) from error
                await self._wait(failures, error)

    async def _steadily(self, work: Callable[[], Awaitable[list[HubFile]]]) -> list[HubFile]:
        try:
            return await work()
        except Retryable as error:
            await self._wait(1, error)
        return await work()

    async def _wait(self, failures: int, error: Retryable) -> None:
        wait = error.retry_after if error.retry_after is not None else FIRST_WAIT_S * 2.0 ** (failures - 1)
        log.info("%s; going on in %g s", error, min(wait, LONGEST_WAIT_S))
        await self.sleep(min(wait, LONGEST_WAIT_S))

    async def _once(self, part: Part, repo: str) -> None:
        """One connection: from where the part ends, or from the start where the hub wants it so."""
        async with self.hub.get(self.hub.file(repo, part.file.path), repo, **part.headers()) as response:
            part.begin(response)
            async for block in response.aiter_raw():
                part.add(block)
                self.on_progress(part.size, part.file.size)
        if part.size < part.file.size:
            raise Retryable(f"the connection ended after {part.size} of {part.file.size} bytes")


class Part:
    """The `.part` file beside a target: what is there, its SHA-256 so far, and which file on the hub it is of."""

    def __init__(self, target: Path, file: HubFile) -> None:
        self.file = file
        self.size = 0
        self._target = target
        self._path = target.with_name(f"{target.name}.part")
        self._note = target.with_name(f"{target.name}.part.json")
        self._etag = ""

    def __enter__(self) -> Part:
        self._open = self._path.open("ab+")
        try:
            fcntl.flock(self._open, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            self._open.close()
            raise UsageError(f"another process is fetching `{self._target.name}`") from error
        self._hash = hashlib.sha256()
        self._take_up()
        return self

    def __exit__(self, *_: object) -> None:
        self._open.close()

    def headers(self) -> dict[str, str]:
        """What to ask for: the rest, and the whole when the file on the hub is another one by now."""
        if not self.size:
            return {}
        rest = {"Range": f"bytes={self.size}-"}
        return {**rest, "If-Range": self._etag} if self._etag else rest

    def begin(self, response: httpx.Response) -> None:
        """Look at what comes: the rest is added to the part, anything else begins it anew. Raises Retryable."""
        if response.status_code == httpx.codes.PARTIAL_CONTENT:
            if response.headers.get("content-range") != f"bytes {self.size}-{self.file.size - 1}/{self.file.size}":
                self._start_over()
                raise Retryable("the hub sent another part than it was asked for")
        else:
            self._start_over()
        if response.status_code == httpx.codes.REQUESTED_RANGE_NOT_SATISFIABLE:
            raise Retryable("the file on the hub has changed")
        etag = response.headers.get("etag", "")
        self._etag = etag if etag.startswith('"') else ""
        note = {"sha256": self.file.sha256, "etag": self._etag}
        self._note.write_text(json.dumps(note), encoding="utf-8")

    def add(self, block: bytes) -> None:
        """Append to the part. Raises Refused for what is no GGUF file, or is more than the hub said."""
        if not self.size and not block.startswith(MAGIC[: len(block)]):
            raise Refused(f"what the hub sends as `{self.file.path}` is not a GGUF file")
        if self.size + len(block) > self.file.size:
            self._discard()
            raise Refused(f"the hub sends more than the {self.file.size} bytes that it lists for `{self.file.path}`")
        self._open.write(block)
        self._open.flush()
        self._hash.update(block)
        self.size += len(block)

    def finish(self) -> None:
        """Check the whole and give it its name. Raises Retryable, and keeps nothing, for what the hub did not say."""
        if self._hash.hexdigest() != self.file.sha256:
            self._discard()
            raise Retryable(
                f"`{self.file.path}` came damaged: its SHA-256 is not the one that the hub lists",
                hint="Nothing was kept; run the same command again.",
            )
        os.fsync(self._open.fileno())
        self._path.replace(self._target)
        self._note.unlink(missing_ok=True)

    def _take_up(self) -> None:
        """Go on from a part of the same file; a part of another one is worth nothing."""
        try:
            note = json.loads(self._note.read_text(encoding="utf-8"))
            is_same = note["sha256"] == self.file.sha256
            self._etag = str(note.get("etag", ""))
        except (OSError, ValueError, KeyError, TypeError, AttributeError):
            is_same = False
        length = os.fstat(self._open.fileno()).st_size
        if not is_same or length > self.file.size:
            self._start_over()
            return
        self._open.seek(0)
        for block in _blocks(self._open.read):
            self._hash.update(block)
        self.size = length

    def _start_over(self) -> None:
        if os.fstat(self._open.fileno()).st_size:
            self._open.truncate(0)
        self._hash = hashlib.sha256()
        self.size, self._etag = 0, ""

    def _discard(self) -> None:
        self._path.unlink(missing_ok=True)
        self._note.unlink(missing_ok=True)


def _kept(part: Part, error: Retryable) -> Retryable:
    share = f"{100 * part.size / max(part.file.size, 1):.0f}%"
    hint = f"Run the same command again: it goes on from {share}." if part.size else "Run the same command again."
    return Retryable(f"`{part.file.path}` could not be fetched: {error}", hint=hint)


@contextmanager
def _disk_in_words(folder: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        if error.errno in (errno.ENOSPC, errno.EDQUOT):
            raise ConfigurationError(
                f"the disk of `{folder}` is full", hint="Make room and run the same command again: it goes on."
            ) from error
        reason = (error.strerror or str(error)).lower()
        raise ConfigurationError(f"`{folder}` cannot be written: {reason}") from error


def _blocks(read: Callable[[int], bytes]) -> Iterator[bytes]:
    while block := read(_BLOCK):
        yield block


def _sha256(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()

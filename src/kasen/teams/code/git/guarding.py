"""A repository's own configuration, hooks and attributes stay as they stood when the run began.

All work trees share them, and agents write there, by intent or by `npm install`: what is planted there would be run by
the next git that is called, by the orchestrator and later by the person. So it is compared before every call.
"""

from __future__ import annotations

import asyncio
import base64
import os
import shutil
import stat
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from pydantic import BaseModel, ConfigDict

from kasen.errors import KasenError
from kasen.teams.code.git.entries import Entry, added, differing, listed, put_back, readable
from kasen.teams.code.git.running import GUARD, Guarding, plain_git

COMMONDIR = "commondir"
"""By which git takes another folder for the common one, in `.git` itself too (gitrepository-layout(5))."""
FILES = (COMMONDIR, "info/attributes", "info/grafts", "objects/info/alternates")
LARGEST = 1 << 20
"""Bytes of a hook that are kept to be put back."""
Told = Callable[[Sequence[str]], Awaitable[None]]


class Changed(KasenError):
    """Something differs, and cannot or must not be put back."""


class Stood(BaseModel):
    """As it was when the run began; kept by the run, not in the repository."""

    model_config = ConfigDict(frozen=True)

    config: dict[str, list[Entry]]
    """File → its entries."""
    files: dict[str, tuple[int, str | None]]
    """Name below `.git` → mode and content (base64); no content for one that is too large to keep."""
    replaced: dict[str, str]
    """Refs by which git shows another object in place of one."""


class Guard:
    """Of one repository. `check` is called before each git; it costs some looks at files while nothing changed."""

    def __init__(self, root: Path, common: Path, stood: Stood, kept: Path | None, told: Told) -> None:
        """`kept`: folder for what was planted, so that nothing is deleted; None: nothing is put back, `told` decides.

        `told` hears what was put back, or what differs.
        """
        self._root, self._common, self._stood, self._kept, self._told = root, common, stood, kept, told
        self._lock = asyncio.Lock()
        self._seen: dict[Path, tuple[int, ...] | None] | None = None

    async def check(self) -> None:
        """Put back whatever differs. Raises Changed where that cannot be done, GitFailed."""
        async with self._lock:
            if self._seen is not None and self._print() == self._seen:
                return
            if not self._common.is_dir():
                raise Changed(f"`{self._common}`, where the run worked, is no folder any more")
            changed = [*self._files(), *await self._config()]  # in this order: a file may lead git elsewhere
            await check_common(self._root, self._common)
            changed += await self._replaced()
            self._seen = self._print()
        if changed:
            await self._told(changed)

    async def over(self, folder: Path) -> Sequence[str]:
        """Nothing has to be written over: what differs was put back, or decided on."""
        return ()

    async def _config(self) -> list[str]:
        changed: list[str] = []
        own = dict(self._stood.config)
        for file in self._own_files():
            stood = own.pop(str(file), None)
            if stood is None:  # of a work tree that was made since: git copies that of the first one into it
                copied = self._stood.config.get(str(self._common / "config.worktree"), [])
                stood = [one for one in await readable(file) or [] if one in copied]
            if wrong := await differing(file, stood):
                changed += wrong
                if self._kept is not None:
                    if await added(file, stood):
                        shutil.copy(file, _free(self._kept, file.name))
                    await put_back(file, stood)
        if not own:
            return changed
        now = await listed(self._root)
        for name, entries in own.items():
            if now.get(Path(name), []) == entries:
                continue
            if self._kept is None:
                changed.append(name)
            else:
                raise Changed(
                    f"`{name}`, which the configuration of the repository includes, was changed during the run",
                    hint="Look at it, put it back as it was, and go on with the run.",
                )
        return changed

    def _own_files(self) -> list[Path]:
        """Files of configuration that lie in `.git`: those that were there, and those that git would read now."""
        there = [self._common / "config", self._common / "config.worktree"]
        there += sorted(self._common.glob("worktrees/*/config.worktree"))
        known = [Path(name) for name in self._stood.config if Path(name).is_relative_to(self._common)]
        return [file for file in dict.fromkeys([*there, *known]) if file.exists() or file in known]

    def _files(self) -> list[str]:
        now = files_in(self._common)
        changed = [name for name in {**self._stood.files, **now} if now.get(name) != self._stood.files.get(name)]
        for name in changed:
            if self._kept is not None:
                self._put_back(name, self._kept)
        return changed

    def _put_back(self, name: str, kept: Path) -> None:
        path, stood = self._common / name, self._stood.files.get(name)
        if path.is_symlink() or path.exists():
            shutil.move(path, _free(kept, path.name))
        if stood is not None:
            mode, content = stood
            if content is None:
                raise Changed(f"`{path}` was changed during the run and is too large to be put back")
            path.parent.mkdir(parents=True, exist_ok=True)
            if stat.S_ISLNK(mode):
                path.symlink_to(os.fsdecode(base64.b64decode(content)))
            else:
                path.write_bytes(base64.b64decode(content))
                path.chmod(mode)

    async def _replaced(self) -> list[str]:
        now = await replaced_in(self._root)
        wrong = [name for name, target in now.items() if self._stood.replaced.get(name) != target]
        gone = [name for name, target in self._stood.replaced.items() if now.get(name) != target]
        if self._kept is not None:
            for name in wrong:
                await plain_git(self._root, "update-ref", "--no-deref", "-d", name)
            for name in gone:
                await plain_git(self._root, "update-ref", "--no-deref", name, self._stood.replaced[name])
        return sorted({*wrong, *gone})

    def _print(self) -> dict[Path, tuple[int, ...] | None]:
        """What changes when anything of it does."""
        paths = [
            self._root / ".git",
            *self._own_files(),
            self._common / "packed-refs",
            *self._common.glob("refs/replace/*"),
        ]
        paths += [Path(name) for name in self._stood.config] + [self._common / name for name in _names(self._common)]
        return {path: _look(path) for path in paths}


async def check_common(root: Path, common: Path) -> None:
    """Raises Changed where git takes another folder than that for the repository's."""
    said = await plain_git(root, "rev-parse", "--path-format=absolute", "--git-common-dir")
    if (now := Path(said.strip()).resolve()) != common.resolve():
        raise Changed(
            f"git takes `{now}` for the repository of `{root}`, and the run worked with `{common}`",
            hint=f"Look at `{root / '.git'}` and at a file `{common / COMMONDIR}`, which says so; then go on.",
        )


async def stood_in(root: Path, common: Path) -> Stood:
    """How it stands now. Raises GitFailed."""
    config = {str(file): entries for file, entries in (await listed(root)).items()}
    return Stood(config=config, files=files_in(common), replaced=await replaced_in(root))


def files_in(common: Path) -> dict[str, tuple[int, str | None]]:
    """Hooks that git would run, and the few files beside the configuration that make it do other things."""
    return {name: _content(common / name) for name in _names(common)}


async def replaced_in(root: Path) -> dict[str, str]:
    """Refs by which an object stands for another."""
    said = await plain_git(root, "for-each-ref", "--format=%(refname) %(objectname)", "refs/replace/")
    return dict(line.split(" ", 1) for line in said.splitlines())


@contextmanager
def guarded(guard: Guarding) -> Iterator[None]:
    """Every git that is called inside, also by tasks that are begun there, is called after a check."""
    token = GUARD.set(guard)
    try:
        yield
    finally:
        GUARD.reset(token)


def _free(folder: Path, name: str) -> Path:
    """A path in that folder where nothing lies yet."""
    folder.mkdir(parents=True, exist_ok=True)
    return folder / f"{len(list(folder.iterdir()))}-{name}"


def _names(common: Path) -> list[str]:
    hooks = common / "hooks"
    listed = sorted(hooks.rglob("*")) if hooks.is_dir() and not hooks.is_symlink() else []
    found = [path.relative_to(common).as_posix() for path in listed if path.suffix != ".sample" and not path.is_dir()]
    found += ["hooks"] * hooks.is_symlink()
    return found + [name for name in FILES if (common / name).is_symlink() or (common / name).exists()]


def _content(path: Path) -> tuple[int, str | None]:
    """A link counts as where it leads to: what lies there belongs to nobody here."""
    found = path.lstat()
    if stat.S_ISLNK(found.st_mode):
        return found.st_mode, base64.b64encode(bytes(path.readlink())).decode()
    if not stat.S_ISREG(found.st_mode) or found.st_size > LARGEST:
        return found.st_mode, None
    return stat.S_IMODE(found.st_mode), base64.b64encode(path.read_bytes()).decode()


def _look(path: Path) -> tuple[int, ...] | None:
    try:
        found = path.lstat()
    except OSError:
        return None
    if stat.S_ISDIR(found.st_mode):  # its times change with every lock of git
        return found.st_ino, found.st_mode
    return found.st_ino, found.st_mtime_ns, found.st_ctime_ns, found.st_size, found.st_mode

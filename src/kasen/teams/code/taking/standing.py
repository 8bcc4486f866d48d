"""What a run knows of a repository beside what lies in it: the commit that passed, and how git was set up before."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

from pydantic import BaseModel

from kasen.teams.code.git.guarding import Guard, Stood, Told, check_common, guarded, stood_in
from kasen.teams.code.git.overriding import Override
from kasen.teams.code.git.passed import Passed
from kasen.teams.code.git.repository import Repository
from kasen.teams.code.place import Place
from kasen.teams.code.queue.queue import Queue
from kasen.teams.code.taking.wording import in_words, refused

NOTE = "repository"
SHOWN = 6
"""Names that a sentence holds."""


class Noted(BaseModel):
    """The fact in the run's queue."""

    root: Path
    common: Path
    stood: Stood
    released: bool = False
    """Whether the work ended calmly: no agent was left, and all stood so. What is changed after that is the person's.

    It is false while agents work, and after a kill.
    """

    @property
    def repository(self) -> Repository:
        """Where the run began in a work tree that is gone, the one beside the folder of git."""
        root = self.root if self.root.is_dir() else self.common.parent
        return Repository(root=root, common=self.common, head="HEAD", branch="", dirty=())


async def watched(queue: Queue, repository: Repository, place: Place, told: Told) -> Guard:
    """What keeps the repository as it stood when the work began; `release` is called when it ends.

    It is noted when this is called for the first time, and anew after a calm end. Raises Changed where the folder of
    git is another one by now, GitFailed.
    """
    found = queue.noted(NOTE)
    noted = None if found is None else Noted.model_validate(found)
    if noted is None or noted.released:
        if noted is not None:
            await check_common(noted.root, noted.common)
        stood = await stood_in(repository.root, repository.common)
        noted = Noted(root=repository.root, common=repository.common, stood=stood)
        queue.put([], {NOTE: noted.model_dump(mode="json")})
    return Guard(noted.root, noted.common, noted.stood, place.planted, told)


async def release(queue: Queue, guard: Guard) -> None:
    """Nobody works any more: look for the last time, and give the repository back to the person.

    Raises what the look raises; then it is not given back.
    """
    await guard.check()
    noted = Noted.model_validate(queue.noted(NOTE))
    queue.put([], {NOTE: noted.model_copy(update={"released": True}).model_dump(mode="json")})


@asynccontextmanager
async def unwritten(place: Place) -> AsyncIterator[Noted | None]:
    """What the run noted. Git inside runs nothing that agents left, and nothing of the configuration is written.

    For a run that nobody drives, after its agents were ended. None for one that never began.
    """
    noted, _ = await asyncio.to_thread(_known, place)
    if noted is None:
        yield None
        return
    with guarded(Override(noted.repository.root, noted.common, None if noted.released else noted.stood)):
        yield noted


@asynccontextmanager
async def passed(place: Place, own: Callable[[str], bool] = lambda _: False, lang: str = "en") -> AsyncIterator[str]:
    """The commit that passed; empty where there is none. Git inside raises InputError where it would run what is new.

    `own` is asked about the names of what differs since the work ended: whether it is the person's, who wants to go
    on. Nothing is put back.
    """
    noted, head = await asyncio.to_thread(_known, place)
    if noted is None:
        yield ""
        return

    async def told(names: Sequence[str]) -> None:
        said = in_words(lang, names, shown=SHOWN, mark="")
        if own(said):
            return
        since = "since_ended" if noted.released else "since_began"
        raise refused(lang, since, common=noted.common, names=said, head=head)

    with guarded(Guard(noted.root, noted.common, noted.stood, None, told)):
        yield head


def _known(place: Place) -> tuple[Noted | None, str]:
    if not place.queue.exists():
        return None, ""
    queue = Queue(place.queue)
    try:
        found = queue.noted(NOTE)
        return None if found is None else Noted.model_validate(found), Passed(queue).head
    finally:
        queue.close()

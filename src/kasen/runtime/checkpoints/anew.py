"""A run whose state was kept elsewhere and is gone begins again: what it was answered and has paid for counts.

Executions of nodes have new ids then, and what was noted under the old ones is found by what was asked.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import Connection, select, update

from kasen.runtime.tables import APPROVALS, EVENTS, NESTED, RUNS

if TYPE_CHECKING:
    from kasen.runtime.attempt import Attempt

WORDS = {
    "en": "the state of this run was kept in {place} and is gone: it begins again, and nothing is paid for twice",
    "ja": "この実行の状態は {place} にあり、失われました。最初からやり直しますが、同じ質問や支払いは繰り返しません。",
}
ALONE = {
    "en": "the state of this run is kept in {place}: only one process may drive it, two at once are not told apart",
    "ja": "この実行の状態は {place} にあります。動かせるプロセスは一つだけで、同時に二つ動いても見分けられません。",
}


class Anew:
    """What earlier attempts have left: pauses by name, in the order in which they were asked."""

    def __init__(self, pauses: list[tuple[str, str]]) -> None:
        self._pauses = pauses

    def pause(self, connection: Connection, run_id: str, name: str, interrupt_id: str) -> bool:
        """Let the earliest pause of that name that is left be the one that is asked now; False when there is none."""
        for left in self._pauses:
            if left[1] == name:
                mine = (APPROVALS.c.run_id == run_id, APPROVALS.c.interrupt_id == left[0])
                connection.execute(update(APPROVALS).where(*mine).values(interrupt_id=interrupt_id))
                return True
        return False

    def taken(self, name: str) -> None:
        """That pause is asked again."""
        self._pauses.remove(next(left for left in self._pauses if left[1] == name))


async def begin_anew(attempt: Attempt, place: str, lang: str) -> None:
    """Called where no state was found: tells the attempt and the reader when there was one. Raises Fenced."""
    if attempt.fence == 1:
        return
    began = select(EVENTS.c.seq).where(EVENTS.c.run_id == attempt.run_id, EVENTS.c.type == "node_started").limit(1)
    if (await attempt.store.read(lambda c: c.execute(began).first())) is None:
        return
    asked = select(APPROVALS.c.interrupt_id, APPROVALS.c.name).where(APPROVALS.c.run_id == attempt.run_id)
    query = asked.order_by(APPROVALS.c.nth)
    attempt.anew = Anew([(id, name) for id, name in await attempt.store.read(lambda c: c.execute(query).all())])
    await attempt.emit("warning", text=words(WORDS, lang, place))


def words(texts: dict[str, str], lang: str, place: str) -> str:
    """One of the sentences of this module."""
    return texts["ja" if lang == "ja" else "en"].format(place=place)


def left_child(connection: Connection, parent_id: str, role: str, request: str) -> str:
    """Id of a run that was asked for by that role with that request (as stored) and is not settled; else empty."""
    query = select(NESTED.c.child_id).join(RUNS, RUNS.c.id == NESTED.c.child_id)
    mine = (NESTED.c.run_id == parent_id, NESTED.c.role == role, NESTED.c.settled == 0, RUNS.c.request == request)
    return connection.execute(query.where(*mine).order_by(NESTED.c.child_id).limit(1)).scalar() or ""


def take_child(connection: Connection, child_id: str, key: str) -> None:
    """From now on it is the run that was asked for under that key."""
    connection.execute(update(NESTED).where(NESTED.c.child_id == child_id).values(key=key))

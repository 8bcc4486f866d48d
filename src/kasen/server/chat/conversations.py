"""The conversations of one process: what a message begins, who answers, what is stopped."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, NamedTuple
from weakref import WeakValueDictionary

from kasen.errors import KasenError, UnknownName, UsageError
from kasen.runtime.chats import Chat, Chats, Turn, TurnRun, Wanted
from kasen.runtime.request import is_japanese
from kasen.runtime.rows import ACTIVE, RunRow
from kasen.server.caller import Caller
from kasen.server.chat.beginning import DESK, begin_desk, begin_team, can_go_on, is_go_on, worked
from kasen.server.chat.files import kept
from kasen.server.chat.messages import ChatAsked, UserMessage, responses, user_message
from kasen.server.chat.pausing import answer_all, answer_in_words
from kasen.server.going_on import OptionsOnward, continue_run
from kasen.server.owned import is_left
from kasen.server.ui_stream import wording
from kasen.server.ui_stream.wording import failed, said

if TYPE_CHECKING:
    from kasen.server.context import ServerDeps


class Leg(NamedTuple):
    """What a client is to be streamed: an answer, without what it has of it already (run → last event)."""

    chat_id: str
    message_id: str
    known: dict[str, int]


class Conversations:
    """One per process."""

    def __init__(self, deps: ServerDeps) -> None:
        self._deps = deps
        self.chats = Chats(deps.runner.store)
        self._locks: WeakValueDictionary[tuple[str, str], asyncio.Lock] = WeakValueDictionary()
        self._tasks: set[asyncio.Task[None]] = set()

    async def post(self, caller: Caller, asked: ChatAsked) -> Leg:
        """Take a message, an answer to a pause, or the wish for another answer; what is to be streamed then.

        Raises:
            KasenError: it cannot be done; nothing was recorded.
        """
        async with self._lock(caller, asked.id):
            chat = await self.chats.find(caller.owner, asked.id)
            if given := responses(asked):
                if chat is None:
                    raise UnknownName(f"there is no chat `{asked.id[:40]}`")
                turn, known = await answer_all(self._deps, caller, chat, given, asked.answer)
                return Leg(asked.id, turn.message_id, known)
            return await self._say(caller, asked, chat)

    async def _say(self, caller: Caller, asked: ChatAsked, chat: Chat | None) -> Leg:
        turns = chat.turns if chat is not None else ()
        again = self._again(asked, chat)
        keep = again.nth if again is not None else self._edited(asked, chat)
        if again is not None:
            user, wanted = again.user, again.wanted
        else:
            message = user_message(asked.last)
            last = turns[-1] if turns else None
            if last is not None and keep is None and message.id and message.id == last.user.get("id"):
                return Leg(asked.id, last.message_id, {})  # sent twice: it is answered once
            user, wanted = await self._wanted(caller, asked, message)
        before = [turn for turn in turns if keep is None or turn.nth < keep]
        if turns:
            await self._halt(turns[-1])
        turn = Turn(message_id=f"msg_{secrets.token_hex(12)}", user=user, wanted=wanted)
        turn = await self._begun(caller, asked, turn, before, chat)
        title = wanted.words or ", ".join(str(one["name"]) for one in wanted.files)
        turn = await self.chats.say(caller.owner, asked.id, turn, title=title, keep=keep)
        if turn.is_open:
            self._follow(caller, asked.id, turn)
        return Leg(asked.id, turn.message_id, {})

    @staticmethod
    def _again(asked: ChatAsked, chat: Chat | None) -> Turn | None:
        """The turn that shall be answered anew. Raises UnknownName."""
        if asked.trigger != "regenerate-message":
            return None
        turn = None
        if chat is not None:
            turn = chat.turn_of(asked.message_id) if asked.message_id else chat.last
        if turn is None:
            raise UnknownName("there is no such answer in this chat", hint="Send the message again.")
        return turn

    @staticmethod
    def _edited(asked: ChatAsked, chat: Chat | None) -> int | None:
        """Number of the turn whose message was edited."""
        turn = chat.turn_of(asked.message_id) if chat is not None and asked.message_id else None
        return turn.nth if turn is not None else None

    async def _wanted(self, caller: Caller, asked: ChatAsked, message: UserMessage) -> tuple[dict[str, object], Wanted]:
        """The message as it is kept, files as uploads, and what it asks for."""
        files = await kept(message.files, caller, self._deps.uploads)
        parts: list[dict[str, object]] = [
            {"type": "file", "mediaType": one["media_type"], "filename": one["name"], "url": one["url"]}
            for one in files
        ]
        if message.words:
            parts.append({"type": "text", "text": message.words})
        wanted = Wanted(
            words=message.words,
            files=tuple(files),
            team=asked.team if asked.team != DESK else "",
            mode=asked.mode,
            request=asked.request,
            options=asked.options,
            lang=asked.lang,
        )
        return {"id": message.id or f"user_{secrets.token_hex(12)}", "role": "user", "parts": parts}, wanted

    async def _begun(
        self, caller: Caller, asked: ChatAsked, turn: Turn, before: Sequence[Turn], chat: Chat | None
    ) -> Turn:
        """The turn with the run that answers it."""
        wanted, runs = turn.wanted, await worked(self._deps, before)
        last = runs[0] if runs else None
        is_other = bool(wanted.team) and last is not None and last.team != wanted.team
        if last is not None and not is_other and not wanted.files:
            if last.status == "paused" and wanted.words:
                after = last.last_seq
                await answer_in_words(self._deps, caller, last, wanted.words)
                return await self._goes_on(caller, asked.id, turn, before, last.id, after)
            if is_go_on(wanted.words) and (can_go_on(last) or await is_left(self._deps.runner.store, last)):
                await continue_run(self._deps, caller, last, _onward(wanted))
                return await self._goes_on(caller, asked.id, turn, before, last.id, last.last_seq)
        wanted = _retried(wanted, before, last)
        team = wanted.team or _stays_with(before, last)
        if team:
            wanted = wanted.model_copy(update={"team": team})
            run_id, left = await begin_team(self._deps, caller, wanted, runs, lang=wanted.lang)
            return _with_run(turn, run_id, left)
        wanted = wanted.model_copy(update={"files": (*_unused(before), *wanted.files)})
        run_id = await begin_desk(self._deps, caller, wanted, before, runs, lang=wanted.lang)
        return turn.model_copy(update={"wanted": wanted, "runs": (TurnRun(id=run_id),)})

    async def _goes_on(
        self, caller: Caller, chat_id: str, turn: Turn, before: Sequence[Turn], run_id: str, after: int
    ) -> Turn:
        """The turn with the rest of a run; what came before stays with the turn that had it."""
        for one in before:
            if any(ref.id == run_id and not ref.until for ref in one.runs):
                await self.chats.change(
                    caller.owner, chat_id, one.message_id, lambda old: _ended_at(old, run_id, after)
                )
        return turn.model_copy(update={"runs": (TurnRun(id=run_id, after=after),), "is_open": False})

    async def advance(self, caller: Caller, chat_id: str, message_id: str) -> Turn | None:
        """Start the team that the desk has named, if it has and nobody did; the turn as it is then."""
        async with self._lock(caller, chat_id):
            chat = await self.chats.find(caller.owner, chat_id)
            turn = chat.turn_of(message_id) if chat is not None else None
            if chat is None or turn is None or not turn.is_open:
                return turn
            row = await self._row(turn)
            if row is None or row.status in ACTIVE:
                return turn
            update: dict[str, object] = {"is_open": False}
            if team := _named(row):
                before = [one for one in chat.turns if one.nth < turn.nth]
                update |= await self._handed(caller, turn, row, team, before)
            return await self.chats.change(
                caller.owner, chat_id, message_id, lambda old: old.model_copy(update=update) if old.is_open else None
            )

    async def _handed(
        self, caller: Caller, turn: Turn, row: RunRow, team: str, before: Sequence[Turn]
    ) -> dict[str, object]:
        result = row.result or {}
        words, mode = str(result.get("request") or turn.wanted.words), str(result.get("mode") or turn.wanted.mode)
        wanted = turn.wanted.model_copy(update={"team": team, "words": words, "mode": mode})
        try:
            runs = await worked(self._deps, before)
            run_id, left = await begin_team(self._deps, caller, wanted, runs, lang=turn.wanted.lang)
        except KasenError as error:
            return {"told": failed(str(error), error.hint, row.lang)}
        made = _with_run(turn, run_id, left)
        return {"runs": made.runs, "told": made.told}

    def _follow(self, caller: Caller, chat_id: str, turn: Turn) -> None:
        """Go on when the desk is done, whether or not anybody reads."""

        async def followed() -> None:
            with suppress(KasenError):
                await self._deps.runner.settled(turn.runs[-1].id)
                await self.advance(caller, chat_id, turn.message_id)

        task = asyncio.create_task(followed(), name=f"chat {chat_id[:40]}")
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def is_active(self, turn: Turn) -> bool:
        """Whether somebody is at it: a run, or the desk between its word and the run that follows."""
        row = await self._row(turn)
        if row is None:
            return False
        if row.status in ACTIVE:
            return row.id in self._deps.runner.driven or not await is_left(self._deps.runner.store, row)
        return row.id in self._deps.runner.driven or (turn.is_open and bool(_named(row)))

    async def stop(self, caller: Caller, chat_id: str, *, message_id: str = "") -> bool:
        """End what is at work in the chat, now; it can be carried on. Whether there was anything to end.

        With the id of an answer, only if it still is the latest. Raises UnknownName.
        """
        async with self._lock(caller, chat_id):
            turn = (await self.chats.get(caller.owner, chat_id)).last
            if turn is None or (message_id and message_id != turn.message_id) or not await self.is_active(turn):
                return False
            await self.chats.change(caller.owner, chat_id, turn.message_id, _closed)
            runner, run_id = self._deps.runner, turn.runs[-1].id
            if run_id in runner.driven:
                await runner.kill(run_id)
            else:
                with suppress(UsageError):
                    await runner.cancel(run_id)
            return True

    async def delete(self, caller: Caller, chat_id: str) -> None:
        """Forget a chat and what was said at the desk; runs of teams stay. Raises UnknownName."""
        chat = await self.chats.get(caller.owner, chat_id)
        await self.stop(caller, chat_id)
        await self.chats.delete(caller.owner, chat_id)
        for ref in (ref for turn in chat.turns for ref in turn.runs):
            with suppress(KasenError):
                row = await self._deps.runner.store.run(ref.id)
                if row.team == DESK:
                    await self._deps.runner.delete(ref.id)

    async def _halt(self, turn: Turn) -> None:
        """Another message takes the place of what is at work: it ends its step and can be carried on."""
        if turn.runs:
            self._deps.runner.stop(turn.runs[-1].id)

    async def _row(self, turn: Turn) -> RunRow | None:
        """The latest run of a turn; None for none and for one that was deleted."""
        try:
            return await self._deps.runner.store.run(turn.runs[-1].id) if turn.runs else None
        except UnknownName:
            return None

    def _lock(self, caller: Caller, chat_id: str) -> asyncio.Lock:
        return self._locks.setdefault((caller.owner, chat_id), asyncio.Lock())


def _named(row: RunRow) -> str:
    """The team that the desk has named."""
    team = (row.result or {}).get("team") if row.team == DESK and row.status == "done" else ""
    return team if isinstance(team, str) else ""


def _stays_with(before: Sequence[Turn], last: RunRow | None) -> str:
    """The team of the chat, where the client has named one before; who came through the desk comes there again."""
    named = any(turn.wanted.team for turn in before[-1:])
    return last.team if named and last is not None else ""


def _retried(wanted: Wanted, before: Sequence[Turn], last: RunRow | None) -> Wanted:
    """Files alone, under work that failed: the same again, with them."""
    if last is None or last.status != "failed" or last.result is not None or not wanted.files:
        return wanted
    if wanted.words and not is_go_on(wanted.words):
        return wanted
    earlier = before[-1].wanted
    files = (*earlier.files, *wanted.files)
    return wanted.model_copy(update={"words": earlier.words, "team": wanted.team or last.team, "files": files})


def _unused(before: Sequence[Turn]) -> list[dict[str, object]]:
    """Files that were sent since a team last worked."""
    for turn in reversed(before):
        if turn.wanted.team or len(turn.runs) != 1:
            break
        if turn.wanted.files:
            return list(turn.wanted.files)
    return []


def _with_run(turn: Turn, run_id: str, left: list[str]) -> Turn:
    told = said(wording.UNUSED, _lang(turn.wanted), names=", ".join(left)) if left else ""
    return turn.model_copy(update={"runs": (*turn.runs, TurnRun(id=run_id)), "is_open": False, "told": told})


def _lang(wanted: Wanted) -> str:
    return wanted.lang or ("ja" if is_japanese(wanted.words) else "en")


def _ended_at(turn: Turn, run_id: str, seq: int) -> Turn:
    refs = [ref.model_copy(update={"until": seq}) if ref.id == run_id and not ref.until else ref for ref in turn.runs]
    return turn.model_copy(update={"runs": tuple(refs), "is_open": False})


def _closed(turn: Turn) -> Turn:
    return turn.model_copy(update={"is_open": False})


def _onward(wanted: Wanted) -> OptionsOnward:
    names = OptionsOnward.model_fields.keys()
    return OptionsOnward.model_validate({name: value for name, value in wanted.options.items() if name in names})

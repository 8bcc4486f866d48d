"""`kasen code say | pause | unpause | respawn | kill`: what a person tells the agents of a run."""

from __future__ import annotations

import json as jsonlib
import sys
from typing import TYPE_CHECKING, Annotated

import typer

from kasen.cli import completing
from kasen.cli.code.said import said
from kasen.cli.code.which import Json, Words, code_run, look, parted, place_of, run_and_agent, status_of
from kasen.cli.code.words import words_of
from kasen.errors import UsageError

if TYPE_CHECKING:
    from kasen.runtime.store import Store
    from kasen.settings import Settings
    from kasen.teams.code.ordering import Verb

Said = Annotated[
    list[str],
    typer.Argument(
        metavar="[RUN] AGENT WORDS", help="The run, else the newest; agent; words.", autocompletion=completing.code_runs
    ),
]
One = Annotated[
    list[str],
    typer.Argument(
        metavar="[RUN] AGENT", help="The run, else the newest; the agent.", autocompletion=completing.code_runs
    ),
]


def say(ctx: typer.Context, words: Said, json: Json = False) -> None:
    """Tell an agent something; it comes with its next turn.

    Examples:
        kasen code say coder-1 "Keep the old interface as it is."
    """
    run, rest = parted(words)
    if len(rest) < 2 or not " ".join(rest[1:]).strip():
        raise UsageError("say which agent, and what", hint='kasen code say AGENT "…"')
    _order(ctx, run, "say", rest[0], " ".join(rest[1:]), json=json)


def pause(ctx: typer.Context, words: Words = None, json: Json = False) -> None:
    """Let an agent end its turn and give it nothing more; without an agent all of them.

    Examples:
        kasen code pause
        kasen code pause 01M8 coder-1
    """
    _order(ctx, *_parts(words, "pause"), "", json=json)


def unpause(ctx: typer.Context, words: Words = None, json: Json = False) -> None:
    """Give a paused agent work again; without an agent all of them.

    Examples:
        kasen code unpause
        kasen code unpause 01M8 coder-1
    """
    _order(ctx, *_parts(words, "unpause"), "", json=json)


def respawn(ctx: typer.Context, words: One, json: Json = False) -> None:
    """End an agent's process and start it again: it goes on in its session with what it was at.

    Examples:
        kasen code respawn coder-1
    """
    _order(ctx, *_parts(words, "respawn"), "", json=json)


def kill(ctx: typer.Context, words: One, json: Json = False) -> None:
    """End an agent; what it was at becomes another's. What it has written stays in its work tree.

    Examples:
        kasen code kill coder-1
    """
    _order(ctx, *_parts(words, "kill"), "", json=json)


def _parts(words: list[str] | None, verb: Verb) -> tuple[str, Verb, str]:
    run, agent = run_and_agent(words)
    return run, verb, agent


def _order(ctx: typer.Context, run: str, verb: Verb, agent: str, words: str, *, json: bool) -> None:
    async def work(store: Store, settings: Settings) -> None:
        from kasen.runtime.rows import OVER, RESUMABLE
        from kasen.teams.code.ordering import order

        row = await code_run(store, run)
        status, lang = status_of(store, row), settings.lang or row.lang
        if status in OVER and status not in RESUMABLE:
            raise UsageError(said(lang, "no_agents", run=row.id, status=words_of(lang).get(f"status.{status}", status)))
        order(place_of(store, row), verb, agent, words)
        print(said(lang, f"order.{verb}", who=_who(agent, lang)), file=sys.stderr)
        if status != "running":
            print(said(lang, "once_on", run=row.id), file=sys.stderr)
        if json:
            print(jsonlib.dumps({"run": row.id, "order": verb, "agent": agent, "status": status}, ensure_ascii=False))

    look(ctx, work)


def _who(agent: str, lang: str) -> str:
    """In Japanese a name in Latin letters is set apart from what follows."""
    return said(lang, "every") if not agent else f"{agent} " if lang == "ja" else agent

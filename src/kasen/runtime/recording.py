"""Recording a new run: its mode and language, what it goes on from, and what it may not send anywhere."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import TYPE_CHECKING, Any

from kasen.errors import UnknownName
from kasen.runtime import follow_up
from kasen.runtime.request import check_suits, kbs_of, language_of, look_at_the_door, parse_request, title_of
from kasen.runtime.versions import request_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from pydantic import BaseModel

    from kasen.knowledge.bases import Bases
    from kasen.runtime.rows import Options, RunRow
    from kasen.runtime.store import Store
    from kasen.team import Team


async def with_secrecy(store: Store, options: Options, owner: str) -> Options:
    """The options of a new run; one that follows a run that was local only is so as well.

    Raises UnknownName when there is no such run of that owner.
    """
    before = await store.run(options.continues) if options.continues and not options.replay_of else None
    if before is not None and before.owner != owner:
        raise UnknownName(f"there is no run `{options.continues}`", hint="`kasen runs list` shows them.")
    is_secret = options.local_only or (before is not None and before.options.local_only)
    return options.model_copy(update={"local_only": is_secret, "parent": ""})


async def record(
    store: Store,
    team: Team,
    request: BaseModel | dict[str, Any],
    *,
    mode: str | None,
    options: Options,
    owner: str,
    run_id: str = "",
    bases: Callable[[str], Bases] | None = None,
) -> RunRow:
    """Record the run, and with a follow-up what it goes on from, in one transaction. Raises as `Runner.start`.

    `bases`: owner → their knowledge bases, in which those are looked for that the request names.
    """
    earlier, also = None, None
    if options.replay_of:
        replayed = await store.run(options.replay_of)
        request = request if replayed.state_version == team.state_version else request_of(team, replayed)
        also = partial(follow_up.copy, team=team, replayed=replayed)
    elif options.continues:
        earlier = await follow_up.earlier_run(store, team, options.continues)
        request, mode = follow_up.inherited(team, earlier, request), mode or earlier.mode
        also = partial(follow_up.record, team=team, earlier=earlier)
    parsed = parse_request(team, request, reads_files=not owner)
    chosen, why = team.mode_for(mode, parsed)
    if not options.replay_of:
        await _check(parsed, chosen, options, None if bases is None else bases(owner))
    lang = follow_up.language(earlier, parsed) if earlier else language_of(parsed)
    check_nodes(team, chosen, options)
    return await store.create(
        run_id=run_id,
        team=team.name,
        mode=chosen,
        title=title_of(parsed),
        lang=lang,
        request=parsed.model_dump(mode="json"),
        options=follow_up.with_reasons(options, earlier, why, lang),
        owner=owner,
        state_version=team.state_version,
        also=also,
    )


async def _check(request: BaseModel, mode: str, options: Options, bases: Bases | None) -> None:
    """Whether what the request names is there, and whether it suits the mode. Raises InputError, UnknownName."""
    await asyncio.to_thread(look_at_the_door, request)
    check_suits(request, mode, options)
    if bases is not None and (named := kbs_of(request)):
        from kasen.knowledge.bases import check_known

        await check_known(bases, named)


def check_nodes(team: Team, mode: str, options: Options | None) -> None:
    """Raises UnknownName for a pause before a node that the mode does not have."""
    if options is not None and options.interrupt_before:
        from kasen.runtime.before import check_names
        from kasen.runtime.modes import node_names

        check_names(options.interrupt_before, node_names(team.modes[mode]), mode)

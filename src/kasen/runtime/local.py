"""Runs with the user's settings: what command line, library and workers open."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Collection, Sequence
from contextlib import asynccontextmanager
from datetime import timedelta
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kasen.models import notice
from kasen.models.access import Access, access_of
from kasen.models.account import Accounts, limits_of
from kasen.models.connection import connection_of
from kasen.models.drawing import Images
from kasen.models.prices import price
from kasen.models.provider import ChatModel, ModelContext, OpenModel
from kasen.models.redacted import redacted
from kasen.models.registry import Models
from kasen.models.role import Answer, Picture, Reply, Role
from kasen.runtime.answering import Answering, chosen
from kasen.runtime.artifacts import stays_here
from kasen.runtime.engines.embedded.turns import Turns
from kasen.runtime.engines.stuck import BACK_S, SupersedingOwners
from kasen.runtime.host import DrawFor, Host, asker, drawer, warn_once
from kasen.runtime.libraries import OnProgress, OpenLibrary
from kasen.runtime.limits import times_of
from kasen.runtime.local_only import embeds_locally, local_access, require_local
from kasen.runtime.notices import notices_of
from kasen.runtime.opening import store_of
from kasen.runtime.places import Places
from kasen.runtime.rows import Options
from kasen.runtime.runner import Runner
from kasen.runtime.spanned import spanned_host, spanned_models
from kasen.runtime.tracing import open_tracing
from kasen.runtime.web_local import LocalWeb
from kasen.runtime.web_memory import Lifetimes
from kasen.settings import Settings, export_environment, redactor_of
from kasen.team import Team
from kasen.tools.objects.model import Objects, scheme_of
from kasen.tools.objects.opening import opened, require

if TYPE_CHECKING:
    from kasen.knowledge.bases import Bases
    from kasen.knowledge.library import Library
    from kasen.models.account_shares import OpenShare
    from kasen.models.drawing import Wish
    from kasen.models.embedder import Steady
    from kasen.models.images import Draw
    from kasen.models.role import Ask
    from kasen.runtime.attempt import Attempt
    from kasen.runtime.engines.port import Dispatch
    from kasen.runtime.ledger import RunLedger
    from kasen.runtime.limits import RunMeter
    from kasen.runtime.rows import RunRow
    from kasen.runtime.shared_accounts import SharedAccounts
    from kasen.runtime.store import Store
    from kasen.tools.addresses import Addresses
    from kasen.tools.office.model import Office
    from kasen.tools.python.model import RunPython


class Announced:
    """An `Ask` that says, once per run, which model cannot be asked for want of a key and which is asked instead."""

    def __init__(self, ask: Ask, answering: Answering, row: RunRow, attempt: Attempt) -> None:
        self._ask = ask
        self._answering = answering
        self._row = row
        self._attempt = attempt
        self._told: set[str] = set()

    async def __call__(
        self,
        role: Role[Reply],
        /,
        *,
        pictures: Sequence[Picture] = (),
        avoid: Collection[str] = (),
        **variables: Any,
    ) -> Answer[Reply]:
        """The answer of that role; see `Ask`."""
        row = self._row
        found = self._answering.left_out(role, row.team, row.options.preset, row.options.models)
        if found is not None and found[0].about not in self._told:
            left, instead = found
            self._told.add(left.about)
            await warn_once(self._attempt, left.about, notice.left(left, instead, row.lang))
        return await self._ask(role, pictures=pictures, avoid=avoid, **variables)

    def models(self, role: Role[Any], /) -> Sequence[str]:
        """The models that are tried for a role; see `Ask`."""
        return self._ask.models(role)


@asynccontextmanager
async def open_runner(
    settings: Settings, *, addresses: Addresses | None = None, serves: bool = False
) -> AsyncIterator[Runner]:
    """A runner over `settings.home`; on leaving, attempts end after their step and everything is closed.

    `addresses` is the policy of which addresses pages are read at, for tests that serve pages on this machine.
    `serves`: it works for several people, each with as many runs at once as the settings say, and what it leaves
    unfinished is carried on by the next one that serves.

    Raises:
        HomeUnusable: the home cannot be read, written or migrated.
        ConfigurationError: the engine lacks its package or its database.
    """
    dispatch = _dispatch(settings)
    async with open_host(settings, addresses=addresses) as (store, host):
        if store.is_shared and dispatch is None:
            store.owners = SupersedingOwners(store, back_s=BACK_S)
        turns = _turns(settings, serves=serves)
        runner = Runner(store, host, dispatch, turns=turns, serves=serves, bases=partial(_bases, settings))
        try:
            yield runner
        finally:
            await runner.close()


@asynccontextmanager
async def open_host(settings: Settings, *, addresses: Addresses | None = None) -> AsyncIterator[tuple[Store, Host]]:
    """The store of the settings, and what runs are driven with here. Raises HomeUnusable."""
    export_environment(settings)
    store = store_of(settings, places=places_of(settings))
    shared = _shared_accounts(settings, store)
    async with store:
        web = LocalWeb(settings, access_of(settings), addresses=addresses, share=shared)
        tracer = open_tracing(settings)
        try:
            yield store, spanned_host(local_host(settings, web, share=shared), tracer)
        finally:
            await web.close()
            if shared is not None:
                await shared.close()
            if tracer is not None:
                await tracer.close()


def _shared_accounts(settings: Settings, store: Store) -> SharedAccounts | None:
    """What counts the calls of all processes together; None where each counts for itself."""
    if settings.database is None:
        return None
    from kasen.runtime.account_statements import CHANNEL
    from kasen.runtime.shared_accounts import SharedAccounts

    shared = SharedAccounts(settings.database.get_secret_value())
    store.channels[CHANNEL] = shared.hear
    return shared


def _dispatch(settings: Settings) -> Dispatch | None:
    """What runs are handed to; None where this process drives them. Raises ConfigurationError."""
    if settings.engine == "embedded":
        return None
    from kasen.runtime.engines.temporal.client import dispatch_of

    return dispatch_of(settings)


def _turns(settings: Settings, *, serves: bool) -> Turns:
    """The places for runs of this process."""
    if not serves:
        return Turns(settings.max_concurrency)
    return Turns(min(settings.max_concurrency, settings.runs_in_all), each=settings.runs_each)


def places_of(settings: Settings) -> Places:
    """The stores of artifacts, with the network of the user; the endpoint is that of the setting's own scheme."""
    connection = connection_of(access_of(settings))

    def open_objects(url: str) -> Objects:
        is_ours = scheme_of(url) == scheme_of(settings.artifacts)
        return opened(url, endpoint=settings.artifacts_endpoint if is_ours else "", connection=connection)

    return Places(settings.artifacts, open_objects)


def local_host(settings: Settings, web: LocalWeb, *, share: OpenShare | None = None) -> Host:
    """Models by preset, documents of this machine, the web by settings; `share` as for `Accounts`."""
    access, redact = access_of(settings), redactor_of(settings)
    open_model = opener(settings, access)
    accounts = accounts_of(settings, share)
    answering = Answering(access)
    priced = partial(price, address=access.compatible_base_url)

    def ask_for(row: RunRow, attempt: Attempt, ledger: RunLedger, meter: RunMeter) -> Ask:
        options = row.options
        if options.replay_of:
            return asker(row, attempt, ledger, meter, models_of=lambda _: [], open_model=open_model, redact=redact)
        chosen_models = partial(answering.chain, team=row.team, preset=options.preset, models=options.models)
        ask = asker(
            row,
            attempt,
            ledger,
            meter,
            models_of=chosen_models,
            open_model=open_model,
            accounts=accounts,
            price=priced,
            redact=redact,
        )
        return Announced(ask, answering, row, attempt)

    library_of = _libraries(settings)

    def embedder() -> Steady | None:
        if not settings.embeddings:
            return None
        from kasen.models.embedder import embedder_of

        return embedder_of(settings)

    return Host(
        ask_for=ask_for,
        open_library=library_of(""),
        library_of=library_of,
        embedder=embedder,
        price=priced,
        search=web.search,
        fetch=web.fetch,
        shoot=web.shoot,
        shoot_public=web.shoot_public,
        python=sandbox,
        office=_office(),
        draw_for=_drawing(settings, access, answering, accounts),
        lives=Lifetimes(
            searches=timedelta(hours=settings.search_cache_hours), pages=timedelta(days=settings.page_cache_days)
        ),
        check=partial(_check, web, access, settings.artifacts),
        times=partial(times_of, compatible_address=access.compatible_base_url),
        embeds_here=partial(embeds_locally, access=access),
        notices=notices_of(settings, access),
    )


def _bases(settings: Settings, owner: str) -> Bases:
    from kasen.runtime.bases import bases_of

    return bases_of(settings, owner)


def _libraries(settings: Settings) -> Callable[[str], OpenLibrary]:
    """Owner → what opens their documents: each owner has a home of their own."""

    def library_of(owner: str) -> OpenLibrary:
        async def open_library(
            docs: list[Path], kbs: list[str], on_progress: OnProgress, embedder: Steady | None
        ) -> Library:
            from kasen.knowledge.homes import home_of
            from kasen.knowledge.open_library import open_library as opened

            home, named = home_of(settings.home, owner), _bases(settings, owner)
            return await opened(home, docs, kbs, on_progress=on_progress, embedder=embedder, named=named)

        return open_library

    return library_of


def _drawing(settings: Settings, access: Access, answering: Answering, accounts: Accounts) -> DrawFor:
    """Pictures by the preset's models for them; none where none of these can be asked."""
    open_model = image_opener(settings, access)

    def draw_for(row: RunRow, attempt: Attempt, ledger: RunLedger, meter: RunMeter) -> Draw | None:
        names = answering.painters(row.team, row.options.preset, row.options.models)
        if not names:
            return None
        return drawer(row, attempt, ledger, meter, models=names, open_model=open_model, accounts=accounts)

    return draw_for


def _office() -> Office | None:
    from kasen.tools.office.libreoffice import LibreOffice, program

    return LibreOffice() if program() else None


def sandbox() -> RunPython | None:
    """What runs code that nobody vouches for; None where this machine has no sandbox, and then none is run."""
    from kasen.tools.python.sandbox import Sandbox, available

    return None if available() else Sandbox()


def _check(web: LocalWeb, access: Access, artifacts: str, team: Team, options: Options) -> None:
    """Raises ConfigurationError for what a run lacks.

    A model that a local run may not ask, a named search that cannot be asked, a package for the store of artifacts.
    """
    if artifacts and not stays_here(options):
        require(artifacts)
    if options.local_only and not options.replay_of:
        require_local(team, options, access)
    elif team.web and not options.replay_of:
        web.check()


def opener(settings: Settings, access: Access) -> OpenModel:
    """Opens models, each once, with these keys; no secret passes through them, and LangSmith sees them when it may."""
    return _watched(Models(ModelContext(access=access, manual_folder=settings.manual_dir)), settings)


def image_opener(settings: Settings, access: Access) -> Callable[[Wish], OpenModel]:
    """Opens image models, each once, for one wish after the other; watched as those that answer are."""
    images = Images(ModelContext(access=access))
    return lambda wish: _watched(wish.opener(images), settings)


def _watched(models: OpenModel, settings: Settings) -> OpenModel:
    if settings.langchain_tracing_v2 and settings.langchain_api_key is not None:
        from kasen.models.traced import traced

        opened = models

        def open_traced(name: str) -> ChatModel:
            return traced(opened(name))

        models = open_traced
    if settings.otel_endpoint:
        models = spanned_models(models)
    return redacted(models, redactor_of(settings))


def accounts_of(settings: Settings, share: OpenShare | None = None) -> Accounts:
    """The accounts of the process, with the limits that the settings give. Models of this machine keep their own."""
    return Accounts(limits_of(settings.concurrency, settings.requests_per_minute), share=share)


def options_of(
    settings: Settings,
    team: Team,
    *,
    yes: bool,
    mode: str = "",
    source: str = "",
    models: Sequence[str] = (),
    local_only: bool = False,
    **more: Any,
) -> Options:
    """The options of a new run: flags and settings first, then the limits of the team in that mode.

    `source` says which flag named the preset; `models` are `[ROLE|TIER=]provider:model[,…]` (see `answering.chosen`).
    `more` are further fields of `Options`. With `local_only` the preset that follows when none was named is one of this
    machine.
    Raises UnknownName and UsageError for models that cannot be meant.
    """
    limits = team.limits_of(mode)
    access = access_of(settings)
    access = local_access(access) if local_only else access
    picked = chosen(settings, access, team=team, flags=models, source=source)
    target_s, seconds = times_of(limits, picked.preset, compatible_address=access.compatible_base_url)
    return Options(
        preset=picked.preset,
        models=picked.models,
        local_only=local_only,
        usd=settings.budget_usd if settings.budget_usd is not None else limits.usd,
        tokens=settings.budget_tokens or limits.tokens,
        seconds=settings.budget_seconds or seconds,
        target_s=target_s,
        calls=settings.budget_calls if settings.budget_calls is not None else limits.calls,
        yes=yes,
        **{"steps": limits.steps, **more},
    )

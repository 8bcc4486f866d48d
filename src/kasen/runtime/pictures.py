"""Pictures that models make for a run: each wish once, paid for once, repeated without a network.

The bytes, and what was said to get them, are artifacts of the run; its ledger keeps their names.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import time
from collections import defaultdict
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from pydantic import BaseModel, ConfigDict
from sqlalchemy import Connection, select

from kasen.errors import InputError, ModelNotFound, Retryable, StoreFailed, UnknownName
from kasen.models import notice
from kasen.models.account import Accounts
from kasen.models.call import Caller
from kasen.models.chain import Chain, Retries, Tally
from kasen.models.deadline import Deadlines
from kasen.models.drawing import Made, Wish, picture_price, tokens_of_size
from kasen.models.images import Image, ImageRequest, NoImage, Sitting, Turn, WhyNot
from kasen.models.meter import Meter, Price, Unmetered
from kasen.models.provider import ModelRequest, OpenModel
from kasen.models.receipt import Ledger, Receipt, ReceiptKey
from kasen.models.registry import split
from kasen.models.role import RULE
from kasen.runtime.sql import add
from kasen.runtime.tables import RUN_WEB
from kasen.team import Artifacts

LONGEST_S = 150.0
"""Seconds that one model may take for one picture; the slowest take about a minute."""
WHOLE_S = 300.0
"""Seconds for one picture in all, retries, waits and all models included."""
NOT_MADE = "it was not made in the run that is repeated"
DREW = "draw"
"""Under this a run notes that it could draw; see `web_records.SEARCHED`."""
RECORDED = "recorded"
"""Stands for the models of a repetition, which asks none."""
_SUFFIXES = {"image/png": "png", "image/jpeg": "jpg", "image/webp": "webp"}


class KeptPicture(BaseModel):
    """What a wish came to, as a receipt holds it."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    run: str
    """Whose artifacts the files are."""
    picture: str = ""
    """Artifact; empty where there is no picture."""
    media_type: str = ""
    turns: str = ""
    """Artifact: what this wish added to its sitting."""
    model: str
    model_version: str = ""
    signature: str = ""
    text: str = ""
    reason: WhyNot = "other"
    note: str = ""


class Ended(NamedTuple):
    """How a walk through the models ended: the outcome, who gave it, and why none did."""

    outcome: Image | NoImage
    by: str
    why: str = ""


@dataclass(kw_only=True)
class RunDraw:
    """Implements `Draw` for one attempt at one run; without `open_model` it knows only what is recorded.

    `open_model(wish)` opens the image models as chat models that know that wish; `kept(run_id)` are the artifacts of
    any run. Raises KasenErrors of ledger and artifacts as they come; cancellation passes untouched.
    """

    models: Sequence[str]
    run_id: str
    open_model: Callable[[Wish], OpenModel] | None
    note: Callable[[], Awaitable[object]]
    """Told before the first wish, in every attempt."""
    ledger: Ledger
    artifacts: Artifacts
    kept: Callable[[str], Artifacts]
    node_path: Callable[[], str]
    repeats: str = ""
    """The run that is repeated."""
    meter: Meter = field(default_factory=Unmetered)
    accounts: Accounts = field(default_factory=Accounts)
    redact: Callable[[str], str] = str
    warn: Callable[[str, str], Awaitable[None]] | None = None
    lang: str = "en"
    """Language of what `warn` is told: `ja` or `en`."""
    deadlines: Deadlines = field(default_factory=lambda: Deadlines(ask_s=WHOLE_S))
    price: Price = picture_price
    sleep: Callable[[float], Awaitable[None]] = asyncio.sleep
    clock: Callable[[], float] = time.monotonic
    retries: Retries = field(default_factory=Retries)
    longest_s: float = LONGEST_S
    _locks: dict[ReceiptKey, asyncio.Lock] = field(default_factory=lambda: defaultdict(asyncio.Lock), init=False)
    _tired: set[str] = field(default_factory=set, init=False)
    _missing: dict[str, ModelNotFound] = field(default_factory=dict, init=False)
    _told: set[str] = field(default_factory=set, init=False)
    _failed: set[str] = field(default_factory=set, init=False)
    _noted: bool = field(default=False, init=False)

    async def __call__(self, request: ImageRequest, /, *, role: str) -> Image | NoImage:
        """One picture, or why there is none; see `Draw`."""
        request = replace(request, prompt=self.redact(request.prompt))
        key = ReceiptKey(self.node_path(), role, 0, wish_hash(role, request))
        async with self._locks[key]:
            if not self._noted:
                await self.note()
                self._noted = True
            kept = await self.ledger.lookup(key)
            known = await self._recalled(kept, request) if kept is not None else None
            return known if known is not None else await self._made(request, role, key)

    async def _made(self, request: ImageRequest, role: str, key: ReceiptKey) -> Image | NoImage:
        names = self._names(request.sitting) if self.open_model is not None else []
        if not names:
            note = f"the sitting was held with `{request.sitting.model}`" if self.open_model else NOT_MADE
            return NoImage(reason="other", note=note, model=request.sitting.model)
        started = self.clock()
        wish = Wish(request=request)
        chain = self._chain(wish, role, key)
        ended = await self._walked(chain, wish, names)
        self._failed |= {one.name for one in chain.tally.left if isinstance(one.error, Retryable)}
        self._failed.discard(ended.by)
        await self._tell(chain, ended.by)
        value = await self._keep(ended.outcome, request)
        costs = chain.call.costs
        receipt = Receipt(
            role=role,
            by=ended.by,
            value_json=value.model_dump_json(),
            usage=costs.usage,
            usd=costs.usd,
            seconds=max(self.clock() - started, 0.0),
            attempts=max(costs.calls, 1),
            calls=costs.calls,
            why=ended.why,
            prompt_hash=key.prompt_hash,
            prompt_chars=len(request.prompt),
            answer_chars=len(ended.outcome.text),
            models=costs.all(),
        )
        await self.ledger.record(key, receipt)
        return ended.outcome

    def _names(self, sitting: Sitting) -> list[str]:
        """Who is asked, in order: a sitting belongs to its model; who failed before comes last."""
        if not sitting.turns:
            return sorted(self.models, key=self._failed.__contains__)
        return [name for name in self.models if split(name) == split(sitting.model)]

    def _chain(self, wish: Wish, role: str, key: ReceiptKey) -> Chain[Made]:
        assert self.open_model is not None, "there is somebody to ask"
        request = wish.request
        caller = Caller(
            meter=self.meter,
            accounts=self.accounts,
            deadlines=self.deadlines,
            price=self.price,
            clock=self.clock,
            maximum_s=self.longest_s,
            announce=lambda models: self.ledger.asked(key, models),
        )
        asked = ModelRequest(
            role=role,
            prompt=request.prompt,
            schema={},
            schema_name="Image",
            tier="image",
            call_id=key.call_id,
            answer_tokens=tokens_of_size(request.size),
            pictures=request.references,
        )
        return Chain(
            open_model=self.open_model(wish),
            call=caller,
            sleep=self.sleep,
            retries=self.retries,
            request=asked,
            parse=wish.parse,
            tired=self._tired,
            missing=self._missing,
        )

    async def _walked(self, chain: Chain[Made], wish: Wish, names: Sequence[str]) -> Ended:
        try:
            tally: Tally[Made] = await chain.walk(names)
        except InputError as error:  # a reference that cannot be read
            return Ended(NoImage(reason="other", note=str(error), model=names[0]), RULE, notice.clause(error))
        if tally.value is not None:
            return Ended(tally.value.outcome, tally.value.outcome.model)
        if wish.refusal is not None:
            return Ended(wish.refusal, wish.refusal.model)
        return Ended(NoImage(reason="other", note=tally.why, model=names[-1]), RULE, tally.why)

    async def _tell(self, chain: Chain[Made], by: str) -> None:
        """Once per fact: which models were left, and for what."""
        for one in chain.tally.left:
            if self.warn is not None and one.about not in self._told:
                self._told.add(one.about)
                await self.warn(one.about, notice.left(one, by, self.lang))

    async def _keep(self, outcome: Image | NoImage, request: ImageRequest) -> KeptPicture:
        said = {"model": outcome.model, "model_version": outcome.model_version, "text": outcome.text}
        if isinstance(outcome, NoImage):
            return KeptPicture(run=self.run_id, reason=outcome.reason, note=outcome.note, **said)
        name = f"_picture_{_digest(outcome.data)}.{_SUFFIXES[outcome.media_type]}"
        await self.artifacts.write(name, outcome.data, outcome.media_type)
        added = outcome.sitting.turns[len(request.sitting.turns) :]
        turns = Sitting(model=outcome.sitting.model, turns=added).model_dump_json().encode()
        turns_name = f"_turns_{_digest(turns)}.json"
        await self.artifacts.write(turns_name, turns, "application/json")
        return KeptPicture(
            run=self.run_id,
            picture=name,
            media_type=outcome.media_type,
            turns=turns_name,
            signature=outcome.signature,
            **said,
        )

    async def _recalled(self, receipt: Receipt, request: ImageRequest) -> Image | NoImage | None:
        """What the receipt tells of; None when its files are gone."""
        kept = KeptPicture.model_validate_json(receipt.value_json)
        if not kept.picture:
            return NoImage(
                reason=kept.reason,
                note=kept.note,
                model=kept.model,
                model_version=kept.model_version,
                text=kept.text,
                usage=receipt.usage,
                usd=receipt.usd,
            )
        try:
            data = await self._file(kept, kept.picture, kept.media_type)
            added = Sitting.model_validate_json(await self._file(kept, kept.turns, "application/json"))
        except UnknownName:
            return None
        sitting = Sitting(model=added.model, turns=(*request.sitting.turns, *added.turns))
        return Image(
            data=data,
            media_type=kept.media_type,
            model=kept.model,
            model_version=kept.model_version,
            content_json=_last(sitting.turns),
            signature=kept.signature,
            sitting=sitting,
            text=kept.text,
            usage=receipt.usage,
            usd=receipt.usd,
        )

    async def _file(self, kept: KeptPicture, name: str, media_type: str) -> bytes:
        """A file of this run; one of an earlier run becomes one. Raises UnknownName."""
        for run_id in dict.fromkeys((self.run_id, self.repeats or kept.run, kept.run)):
            try:
                data = await self.kept(run_id).read(name)
            except (UnknownName, StoreFailed):
                continue
            if run_id != self.run_id:
                await self.artifacts.write(name, data, media_type)
            return data
        raise UnknownName(f"no run has the artifact `{name}`")


def wish_hash(role: str, request: ImageRequest) -> str:
    """SHA-256 (hex) of all that decides what is drawn."""
    facts = [
        *(role, request.prompt, request.seed, request.aspect_ratio, request.size),
        [[picture.media_type, hashlib.sha256(picture.data).hexdigest()] for picture in request.references],
        hashlib.sha256(request.sitting.model_dump_json().encode("utf-8", "surrogatepass")).hexdigest(),
    ]
    return hashlib.sha256(json.dumps(facts).encode()).hexdigest()


def note_drawing(connection: Connection, run_id: str) -> None:
    """Note that the run wished for a picture of a model."""
    row = {"run_id": run_id, "key": DREW, "found_id": None}
    connection.execute(add(RUN_WEB).values(row))


def could_draw(connection: Connection, run_id: str) -> bool:
    """Whether it did: its repetition has to find the same."""
    query = select(RUN_WEB.c.key).where(RUN_WEB.c.run_id == run_id, RUN_WEB.c.key == DREW)
    return connection.execute(query).first() is not None


def _digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()[:32]


def _last(turns: Sequence[Turn]) -> str:
    return turns[-1].content_json if turns else ""

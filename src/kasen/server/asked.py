"""What a caller asks for, as the runtime takes it: uploads become files, and outsiders name nothing of this machine."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pydantic import BaseModel, ConfigDict, Field

from kasen.errors import InputError
from kasen.runtime.local import options_of
from kasen.server.caller import Caller
from kasen.server.file_fields import Marks, is_address, marks_of
from kasen.server.upload_files import UploadFiles
from kasen.tools.addresses import Addresses, AddressRefused

if TYPE_CHECKING:
    from kasen.runtime.rows import Options
    from kasen.server.uploads import Uploads
    from kasen.settings import Settings
    from kasen.team import Team

SEND = "Send the file to POST /api/uploads, and name it `upload:ID`."
CAPS = ("usd", "tokens", "seconds", "calls")
"""As options of a run name them; settings and callers say `budget_usd` and so on."""
_MODEL = re.compile(r"[^\s=,]+")


class OptionsGiven(BaseModel):
    """How a run is to be driven; what is left out follows from settings and team."""

    model_config = ConfigDict(extra="forbid")

    preset: str = Field("", max_length=200, description="Which models answer; see GET /api/models.", examples=["none"])
    models: dict[str, list[str]] = Field(
        default_factory=dict,
        max_length=50,
        description="Role or tier → models (`provider:model`) that are asked in order.",
        examples=[{"planner": ["openai:gpt-5-mini"]}],
    )
    budget_usd: float | None = Field(
        None, ge=0, le=1e6, description="Most US dollars that it may spend.", examples=[1.5]
    )
    budget_tokens: int | None = Field(None, ge=1, le=10**12, description="Most tokens that it may use.")
    budget_seconds: float | None = Field(None, gt=0, le=1e8, description="Most seconds at work.")
    budget_calls: int | None = Field(None, ge=0, le=10**9, description="Most calls of models.")
    yes: bool = Field(False, description="Answer every pause with its default.")
    fresh: bool = Field(False, description="Search and read the web anew.")
    local_only: bool = Field(False, description="Send nothing anywhere: no web, only models of this machine.")
    reuse_answers: bool = Field(False, description="Take answers that earlier runs paid for.")
    continues: str = Field("", max_length=26, description="The run that this one is a follow-up of.")
    thread: str = Field("", max_length=200, description="Name of a conversation: each run in it goes on from the last.")
    interrupt_before: list[str] = Field(
        default_factory=list, max_length=50, description="Nodes before which to ask a person."
    )


async def request_of(team: Team, values: dict[str, Any], caller: Caller, uploads: Uploads) -> dict[str, Any]:
    """The request with files in place of `upload:ID` and of data URLs; the schema of the team is not checked here.

    Raises:
        UnknownName: there is no such upload, or it is another caller's.
        InputError: an outsider names a path of this machine, a private address, or wants a file written over.
    """
    files = UploadFiles(uploads, caller.owner)
    marks = marks_of(team)
    return {name: await _meant(name, value, marks.get(name, Marks()), caller, files) for name, value in values.items()}


async def _meant(name: str, value: Any, marks: Marks, caller: Caller, files: UploadFiles) -> Any:
    if caller.is_outside and marks.writes and value not in (False, None):
        raise InputError(
            f"`{name}`: the server writes into no file of yours",
            hint="Take the revised file from the artifacts of the run.",
        )
    if marks.address and is_address(value):
        await _check_address(name, value, caller)
        return value
    if not marks.file or value in (None, "", []):
        return value
    if marks.text:
        return await _lines(name, value, files)
    given = value if isinstance(value, list) else [value]
    _check_named(name, given, marks, caller)
    if not any(files.is_ref(one) for one in given):
        return value
    if marks.folder:
        return await files.folder(name, given, is_list=marks.many)
    if isinstance(value, list):
        return [await files.file(name, one, marks.forms) for one in value]
    return await files.file(name, value, marks.forms)


def _check_named(name: str, given: list[Any], marks: Marks, caller: Caller) -> None:
    """Raises InputError for a path that an outsider names; what is no text is the schema's to refuse."""
    if not caller.is_outside:
        return
    for one in given:
        if isinstance(one, str) and not UploadFiles.is_ref(one) and not marks.is_word(one):
            raise InputError(f"`{name}` names no file that you have sent", hint=SEND)


async def _lines(name: str, value: Any, files: UploadFiles) -> Any:
    """Lines, or those of the one upload that is named."""
    given = value if isinstance(value, list) else [value]
    if len(given) != 1 or not files.is_ref(given[0]):
        return value
    path = Path(await files.file(name, given[0], ()))
    try:
        return (await asyncio.to_thread(path.read_text, encoding="utf-8")).splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"`{name}`: the file `{path.name}` is no text") from error


async def _check_address(name: str, url: str, caller: Caller) -> None:
    """Raises InputError for an address of this machine or its network; names are looked up when the run asks them."""
    if not caller.is_outside:
        return

    async def anywhere(_host: str, _port: int) -> tuple[str, ...]:
        return ("1.1.1.1",)

    try:
        await Addresses(shared=True, resolve=anywhere).check(url)
    except AddressRefused as refused:
        raise InputError(f"`{name}`: {refused}") from refused


def options_for(
    settings: Settings, team: Team, mode: str, given: OptionsGiven, *, caller: Caller | None = None
) -> Options:
    """The options of a new run. A cap of the settings is the most that an outsider may ask for.

    Raises:
        UnknownName, UsageError: a preset or model that cannot be meant.
        InputError: an outsider names a model by its path.
    """
    caller = caller or Caller()
    check_models(given.preset, given.models, caller)
    caps = {f"budget_{name}": capped(settings, name, getattr(given, f"budget_{name}"), caller) for name in CAPS}
    preset = {"preset": given.preset} if given.preset else {}
    more = given.model_dump(include={"fresh", "reuse_answers", "continues", "thread"})
    return options_of(
        settings.model_copy(update={**caps, **preset}),
        team,
        yes=given.yes,
        mode=mode,
        source="`preset`" if given.preset else "",
        models=[f"{role}={','.join(chain)}" for role, chain in given.models.items()],
        local_only=given.local_only,
        interrupt_before=tuple(dict.fromkeys(given.interrupt_before)),
        **more,
    )


def capped(settings: Settings, name: str, wanted: float | None, caller: Caller) -> float | None:
    """What is asked for, else what is set; of an outsider's wish no more than that."""
    most: float | None = getattr(settings, f"budget_{name}")
    if wanted is None:
        return most
    return min(wanted, most) if caller.is_outside and most is not None else wanted


def check_models(preset: str, models: dict[str, list[str]], caller: Caller) -> None:
    """Raises InputError for what names no model, and for a model that an outsider names by its path."""
    for role, chain in models.items():
        for model in chain:
            if not _MODEL.fullmatch(model) or not _MODEL.fullmatch(role):
                raise InputError(f"`models` for `{role[:60]}`: `{model[:60]}` names no model")
    names = [preset, *(model for chain in models.values() for model in chain)]
    if caller.is_outside and any(re.match(r"local:.*[/\\~]", name) for name in names):
        raise InputError("a model is named by its name here, not by its path", hint="See GET /api/models.")

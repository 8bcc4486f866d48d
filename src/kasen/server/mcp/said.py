"""What a tool gives: how a run stands, in words, as data and with links to its files."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import orjson
from pydantic import BaseModel, ConfigDict, Field

from kasen.runtime.approvals import approvals
from kasen.runtime.artifacts import artifacts
from kasen.runtime.ledger import figures
from kasen.runtime.rows import OVER
from kasen.server.mcp.resources import artifact_uri, latest, result_uri

if TYPE_CHECKING:
    from mcp_types import CallToolResult

    from kasen.runtime.rows import RunRow
    from kasen.runtime.store import Store

LARGEST_RESULT = 200_000
"""Bytes of a result that is given along; a larger one is read at its address."""
LARGEST_TEXT = 20_000
"""Characters of a report that is given along in words."""
_PROSE = ("reply", "report")
_STANDS = {
    "over": ("Run {id} ({team}, {mode}) is {status}: {title}", "実行 {id}（{team}, {mode}）は {status}：{title}"),
    "paused": (
        "Run {id} ({team}, {mode}) waits for a person: {title}\nAsk your user, then call the tool `answer`:",
        "実行 {id}（{team}, {mode}）は人の判断を待っています：{title}\n"
        "利用者に尋ね、ツール `answer` を呼んでください：",
    ),
    "running": (
        "Run {id} ({team}, {mode}) is still at work: {title}\nCall the tool `continue` to wait on.",
        "実行 {id}（{team}, {mode}）はまだ進行中です：{title}\n待つにはツール `continue` を呼んでください。",
    ),
    "stopped": (
        "Run {id} ({team}, {mode}) is {status}: {title}\nWhat it finished is kept; the tool `continue` carries it on.",
        "実行 {id}（{team}, {mode}）は {status}：{title}\n済んだ分は残っています。"
        "続けるにはツール `continue` を呼んでください。",
    ),
}


class Pause(BaseModel):
    """What a person is asked."""

    name: str
    question: str
    answer_schema: dict[str, Any]
    default: Any = None
    shown: Any = None
    deadline: str = ""


class File(BaseModel):
    """A file that the run made."""

    name: str
    uri: str
    media_type: str
    size: int


class Said(BaseModel):
    """How a run stands."""

    model_config = ConfigDict(frozen=True)

    run_id: str
    team: str
    mode: str
    title: str
    lang: str
    status: str = Field(description="done, paused, running, interrupted, failed, cancelled or `stopped: WHY`.")
    waits_for_person: bool
    approvals: list[Pause] = Field(description="What the run waits for; answer each with the tool `answer`.")
    result: dict[str, Any] | None = Field(description="What came of it; null where it is to be read at `result_uri`.")
    result_uri: str = Field(description="Empty where there is no result.")
    artifacts: list[File]
    error: str = Field(description="Why it failed.")
    usd: float | None = Field(description="US dollars that it has cost; null where a price is not known.")
    seconds: float = Field(description="Time at work.")


async def said_of(store: Store, row: RunRow) -> Said:
    """How a run stands now. Raises StoreFailed."""
    waiting = [one for one in await approvals(store, row.id) if not one.answered] if row.status == "paused" else []
    spent = await store.read(lambda connection: figures(connection, row.id))
    is_small = len(orjson.dumps(row.result)) <= LARGEST_RESULT
    return Said(
        **row.model_dump(include={"team", "mode", "title", "lang"}),
        run_id=row.id,
        status="running" if row.status == "created" else row.status,
        waits_for_person=bool(waiting),
        approvals=[
            Pause(
                name=one.name,
                deadline=one.deadline,
                **one.asked.model_dump(include={"question", "answer_schema", "default", "shown"}),
            )
            for one in waiting
        ],
        result=row.result if is_small else None,
        result_uri="" if row.result is None else result_uri(row.id),
        artifacts=[
            File(name=one.name, uri=artifact_uri(row.id, one.name), media_type=one.media_type, size=one.size)
            for one in latest(await artifacts(store, row.id))
        ],
        error=_error(row),
        usd=spent.usd,
        seconds=round(spent.seconds, 3),
    )


def _error(row: RunRow) -> str:
    error = row.error or {}
    return f"{error.get('message', '')}. {error.get('hint', '')}".strip(" .") if row.status == "failed" else ""


def result_of(said: Said, row: RunRow) -> CallToolResult:
    """The same as a tool's result; a run that failed is an error of the tool."""
    from mcp_types import CallToolResult, ResourceLink, TextContent

    links = [
        ResourceLink(name=one.name, uri=one.uri, mime_type=one.media_type, size=one.size) for one in said.artifacts
    ]
    return CallToolResult(
        content=[TextContent(text=in_words(said, row.result)), *links],
        structured_content=said.model_dump(mode="json"),
        is_error=said.status == "failed",
    )


def in_words(said: Said, result: dict[str, Any] | None) -> str:
    """The same for who reads: in the language of the run."""
    state = "over" if said.status in OVER else said.status if said.status in ("paused", "running") else "stopped"
    names = {"id": said.run_id, "team": said.team, "mode": said.mode, "title": said.title, "status": said.status}
    lines = [_STANDS[state][said.lang == "ja"].format_map(names)]
    for one in said.approvals:
        lines.append(f"- `{one.name}`: {one.question}")
        for name in ("shown", "answer_schema", "default"):
            lines.append(f"  {name}: {_prose(orjson.dumps(getattr(one, name)).decode())}")
    if said.error:
        lines.append(said.error)
    lines += [text for name in _PROSE if (text := _prose((result or {}).get(name)))]
    return "\n\n".join(["\n".join(lines[:1]), "\n".join(lines[1:])]).strip()


def _prose(text: Any) -> str:
    if not isinstance(text, str):
        return ""
    return text if len(text) <= LARGEST_TEXT else text[:LARGEST_TEXT] + "…"

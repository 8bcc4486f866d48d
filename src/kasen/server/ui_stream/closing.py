"""How an answer ends: what came of the run in words worth reading, and what it made."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from kasen.runtime.rows import ArtifactRow, RunRow
from kasen.server.ui_stream import wording
from kasen.server.ui_stream.chunks import Chunk, File, TextDelta, TextEnd, TextStart
from kasen.server.ui_stream.opening import opening
from kasen.server.ui_stream.translate import artifact_url
from kasen.server.ui_stream.wording import failed, said

MOST = 8
"""Files that are named."""
_STATUS = {
    "cancelled": wording.CANCELLED,
    "interrupted": wording.INTERRUPTED,
    "not passed": wording.NOT_PASSED,
    "stopped: budget": wording.BUDGET,
    "stopped: person": wording.BY_PERSON,
    "stopped: deadline": wording.BY_DEADLINE,
}
_WORK = re.compile(r"(_|iter\d)")
"""How the names of files begin that are not for the reader."""


def document_of(made: Sequence[ArtifactRow]) -> ArtifactRow | None:
    """The document that people read: the Markdown that has a page (`.html`) of the same name."""
    names = {row.name for row in made}
    texts = [row for row in made if row.name.endswith(".md") and not _WORK.match(row.name)]
    return next((row for row in texts if f"{row.name.removesuffix('.md')}.html" in names), texts[0] if texts else None)


def closing(row: RunRow, made: Sequence[ArtifactRow], document: str, *, told: str) -> list[Chunk]:
    """The last words of a run that is over or has failed; `made` are the latest versions of what it made.

    `document` is the text of `document_of(made)`; what stands in `told` was said before and is not said again.
    """
    files = to_read(made) if row.result is not None else []
    lines = [line for line in _outcome(row, document) if _bare(line) not in _bare(told)]
    if files:
        lines.append(_links(row, files))
    if not lines and not told.strip():
        lines = [said(wording.DONE, row.lang)]
    text = "\n\n".join(lines)
    return [*words(f"{row.id}.closing", text), *(_file(row.id, one) for one in files)]


def words(part: str, text: str) -> list[Chunk]:
    """A whole text as a part."""
    if not text.strip():
        return []
    marks = {"kasen": {"role": "", "id": part}}
    return [TextStart(id=part, provider_metadata=marks), TextDelta(id=part, delta=text), TextEnd(id=part)]


def to_read(made: Sequence[ArtifactRow]) -> list[ArtifactRow]:
    """The files that are for the reader, those of the document's name first."""
    document = document_of(made)
    stem = document.name.rpartition(".")[0] if document else ""
    kept = [row for row in made if not _WORK.match(row.name) and not row.media_type.startswith("image/")]
    kept = [row for row in kept if row.media_type != "application/json"] or kept
    return sorted(kept, key=lambda row: not row.name.startswith(f"{stem}."))[:MOST]


def _outcome(row: RunRow, document: str) -> list[str]:
    lines = [said(_STATUS[row.status], row.lang)] if row.status in _STATUS else []
    if row.status == "failed":
        message, hint = (str((row.error or {}).get(part) or "") for part in ("message", "hint"))
        lines.append(failed(message or row.status, hint, row.lang))
    if row.status in ("failed", "interrupted"):
        lines.append(said(wording.GO_ON, row.lang))
    return [*lines, *_result(row.result or {}, document)]


def _result(result: dict[str, Any], document: str) -> list[str]:
    """What the team says itself (`reply`), then the beginning of its document, else a plain text."""
    reply = result.get("reply")
    lines = [reply.strip()] if isinstance(reply, str) and reply.strip() else []
    if document:
        return [*lines, *(one for one in opening(document) if _bare(one) not in _bare(reply or ""))]
    text = result.get("text")
    return [*lines, *([text.strip()] if isinstance(text, str) and text.strip() else [])]


def _links(row: RunRow, files: Sequence[ArtifactRow]) -> str:
    links = [f"[{one.name}]({artifact_url(row.id, one.name, one.version)})" for one in files]
    return f"{said(wording.MADE, row.lang)} {said(wording.BETWEEN, row.lang).join(links)}"


def _file(run_id: str, row: ArtifactRow) -> Chunk:
    return File(url=artifact_url(run_id, row.name, row.version), media_type=row.media_type)


def _bare(text: str) -> str:
    """Without marks and spaces, to tell whether something was said before."""
    return re.sub(r"\[\^[^\]]+\]|[\s>*_`#]+", "", text)

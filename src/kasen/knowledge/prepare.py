"""One file made ready to be indexed: converted, judged, cut into passages, fingerprinted. Runs in a worker process."""

from __future__ import annotations

import hashlib
import os
import stat
from pathlib import Path, PurePath

from kasen.evidence.normal import normalise
from kasen.evidence.terms import terms
from kasen.knowledge import chunk, dedupe, language, quality, vocabulary
from kasen.knowledge.convert import convert, size_limit
from kasen.knowledge.document import Converted, Edge, Ready, ReadyChunk, Refusal, Unreadable

FORMAT = 3
"""Grows when documents must be indexed anew because this module or those it uses do it otherwise."""
_EDGES = 3
_EDGE_LENGTH = 300


def prepare(path: str, known_sha256: str = "") -> Ready | Refusal:
    """Read and prepare a file. A refusal has `same` set when the bytes are those of `known_sha256`."""
    try:
        data, about = _read(path)
    except Unreadable as reason:
        return Refusal(reason=str(reason), lasting=False)
    except OSError as error:
        return Refusal(reason=f"cannot be read ({error.strerror or error})", lasting=False)
    sha256 = hashlib.sha256(data).hexdigest()
    facts = {"sha256": sha256, "size": about.st_size, "mtime_ns": about.st_mtime_ns}
    if sha256 == known_sha256:
        return Refusal(reason="unchanged", same=True, sha256=sha256, size=about.st_size, mtime_ns=about.st_mtime_ns)
    try:
        converted = convert(path, data)
        return _ready(converted, PurePath(path).stem, sha256, about)
    except Unreadable as reason:
        return Refusal.model_validate(facts | {"reason": str(reason)})
    except MemoryError:
        return Refusal.model_validate(facts | {"reason": "needs more memory than a conversion may use"})
    except Exception as error:  # noqa: BLE001 - readers of broken files raise whatever they like; this is the process's edge
        return Refusal.model_validate(facts | {"reason": f"is broken ({type(error).__name__}: {_short(error)})"})


def _short(error: Exception) -> str:
    return " ".join(str(error).split())[:120]


def _read(path: str) -> tuple[bytes, os.stat_result]:
    about = Path(path).stat()
    if not stat.S_ISREG(about.st_mode):
        raise Unreadable("is not a regular file")
    limit = size_limit(path)
    if about.st_size > limit:
        raise Unreadable(f"is too large ({about.st_size >> 20} MB; the limit is {limit >> 20} MB)")
    with Path(path).open("rb") as file:
        return file.read(limit + 1), about


def _ready(converted: Converted, stem: str, sha256: str, about: os.stat_result) -> Ready:
    score, problems = quality.measure(converted.text)
    if score < quality.REJECT_BELOW:
        raise Unreadable(f"has text of too low a quality ({score:.2f}): {problems[0]}")
    title = " ".join(converted.title.split())[:200] or stem
    pieces, repeated = _chunks(converted, title)
    first = [t for piece in pieces[:20] for t in terms(piece.text)][:1000]
    return Ready(
        sha256=sha256,
        size=about.st_size,
        mtime_ns=about.st_mtime_ns,
        title=title,
        media_type=converted.media_type,
        language=language.detect(converted.text),
        score=score,
        problems=converted.problems + problems,
        strategy=chunk.strategy(converted),
        chars=len(converted.text),
        distinct=round(len(set(first)) / max(1, len(first)), 4),
        repeated=repeated,
        chunks=pieces,
        edges=_edges(converted),
        terms=vocabulary.standing_out(normalise(piece.text).text for piece in pieces),
    )


def _chunks(converted: Converted, title: str) -> tuple[list[ReadyChunk], int]:
    """The passages, and how many were left out because they are exact copies of others."""
    kept: dict[int, ReadyChunk] = {}
    found = chunk.chunks(converted)
    for piece in found:
        ready = ready_chunk(converted.text[piece.start : piece.end], piece, title)
        kept.setdefault(ready.exact, ready)
    return list(kept.values()), len(found) - len(kept)


def ready_chunk(text: str, piece: chunk.Chunk, title: str) -> ReadyChunk:
    """A passage with what is indexed: its headings, the title when they do not say it, and its words."""
    words = normalise(text, spaces=True).text
    above = piece.headings if title in piece.headings[:1] else (title, *piece.headings)
    heading = normalise(" ".join(above), spaces=True).text
    exact, keys, signature = dedupe.fingerprint(words)
    return ReadyChunk(
        start=piece.start,
        end=piece.end,
        page=piece.page,
        headings=piece.headings,
        text=text,
        match=f"{heading}\n{words}",
        exact=exact,
        keys=keys,
        signature=signature,
    )


def _edges(converted: Converted) -> list[Edge]:
    """The short blocks at the beginning and the end: where headers, footers and licence lines stand."""
    blocks = [b for b in converted.blocks if b.kind == "text"]
    ends = blocks if len(blocks) <= 2 * _EDGES else blocks[:_EDGES] + blocks[-_EDGES:]
    texts = ((b, converted.text[b.start : b.end]) for b in ends if b.end - b.start <= _EDGE_LENGTH)
    return [Edge(exact=dedupe.fingerprint(text).exact, start=b.start, end=b.end) for b, text in texts]

"""A report as its reader sees it: which sentences cite what, whether that is there, and whether it says so."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from benchmarks.peers.corpus import Corpus

from kasen.evidence.sentences import sentences
from kasen.evidence.types import Claim, Passage
from kasen.evidence.verify import verify

_LINK = r"\(\[[^\]]*\]\([^)\s]+\)\)"
_MARK = r"\[\^?\d+\]"
_CITED = re.compile(rf"(?P<text>.+?)(?P<marks>(?:\s*(?:{_LINK}|{_MARK}))+)")
_SOURCE = re.compile(r"^\[\^?(\d+)\]:?[^\n]*?<?(https?://[^\s>]+)>?\s*$", re.MULTILINE)
_ADDRESS = re.compile(r"\]\(([^)\s]+)\)|\[\^?(\d+)\]")
_END = re.compile(r"^#+ (?:References|Sources)\s*$", re.MULTILINE)
_WORD = re.compile(r"[a-z]{3,}")
_NUMBER = re.compile(r"\d+")
_MOST_WORDS = 0.8
"""Share of a statement's words that must stand in one sentence of the page, for plain matching."""


class Cited(NamedTuple):
    """A sentence and the addresses that it cites; an empty one where a mark leads nowhere."""

    text: str
    urls: tuple[str, ...]


def cited(report: str) -> list[Cited]:
    """The sentences of the text that cite something: marks `[1]` and `[^1]` with their list, and links."""
    sources = {number: url.rstrip(".") for number, url in _SOURCE.findall(report)}
    body = _END.split(report)[0]
    found = []
    for line in body.splitlines():
        for one in _CITED.finditer("" if line.startswith((">", "[")) else line):
            urls = tuple(link or sources.get(number, "") for link, number in _ADDRESS.findall(one["marks"]))
            found.append(Cited(one["text"].strip(" .-\t"), urls))
    return found


def judged(report: str, corpus: Corpus) -> dict[str, Any]:
    """What of the report holds. Shares are of its cited sentences; None where it has none."""
    found = list(dict.fromkeys(cited(report)))
    citations = [url for one in found for url in one.urls]
    there = [url for url in citations if url in corpus.by_url]
    return {
        "statements": len(found),
        "sources": len(set(there)),
        "parts": len({corpus.by_url[url].part for url in there}),
        "resolve": _share(len(there), len(citations)),
        "supported": _share(sum(_by_code(one, corpus) for one in found), len(found)),
        "supported_plain": _share(sum(_plainly(one, corpus) for one in found), len(found)),
    }


def _by_code(one: Cited, corpus: Corpus) -> bool:
    """Kasen's own check by code, against the whole pages."""
    pages = [corpus.by_url[url] for url in one.urls if url in corpus.by_url]
    passages = {page.slug: Passage(id=page.slug, source_id=page.slug, text=page.text) for page in pages}
    claim = Claim(id="c", text=f"{one.text}.", passage_ids=tuple(passages))
    return verify([claim], passages)[0].support == "supported"


def _plainly(one: Cited, corpus: Corpus) -> bool:
    """All its numbers and most of its words stand in one sentence of a page that it cites."""
    numbers, words = set(_NUMBER.findall(one.text)), set(_WORD.findall(one.text.casefold()))
    texts = [corpus.by_url[url].text for url in one.urls if url in corpus.by_url]
    for said in (text[start:end] for text in texts for start, end in sentences(text)):
        shared = words & set(_WORD.findall(said.casefold()))
        if numbers <= set(_NUMBER.findall(said)) and len(shared) >= _MOST_WORDS * len(words):
            return True
    return False


def quotes(result: Mapping[str, Any], corpus: Corpus) -> dict[str, Any]:
    """How many quotations a report of Kasen rests on, and the share that stands in their page word for word."""
    document = result.get("document", {})
    passages = {
        one["id"]: (one["text"], ref["uri"]) for ref in document.get("references", ()) for one in ref["passages"]
    }
    found = {(one["passage_id"], one["start"], one["end"]) for one in _words(document)}
    stand = 0
    for passage, start, end in found:
        text, uri = passages.get(passage, ("", ""))
        quote = " ".join(text[start:end].split())
        stand += bool(quote) and uri in corpus.by_url and quote in " ".join(corpus.by_url[uri].text.split())
    return {"quotes": len(found), "quotes_resolve": _share(stand, len(found))}


def _words(node: Any) -> Iterator[Mapping[str, Any]]:
    if isinstance(node, Mapping):
        if {"passage_id", "start", "end"} <= node.keys():
            yield node
        for value in node.values():
            yield from _words(value)
    elif isinstance(node, list):
        for value in node:
            yield from _words(value)


def _share(part: int, whole: int) -> float | None:
    return round(part / whole, 3) if whole else None

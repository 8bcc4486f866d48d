"""Defects that a model plants, through the whole graph of every mode: none reaches a reader, what is true stays."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping
from html.parser import HTMLParser
from typing import Any

import pytest

from kasen.evidence.types import Hit
from kasen.models.provider import ModelRequest
from kasen.teams.research.schemas import Result
from kasen.testing.deps import FakeDeps, fake_deps
from kasen.testing.scripted import ScriptedModel
from kasen.testing.search import FakeSearch, web_hit
from kasen.testing.web import Web, web
from kasen.tools.fetch.page import Unfetched
from teams.research.six_scenes import MODES, Honest, Scene, files, mostly_slow, run, scene

KINDS = ("url", "claim", "number", "date", "negation", "name")
EACH = [(mode, kind, lang) for mode in MODES for kind in KINDS for lang in ("en", "ja")]
BOTH = [(mode, lang) for mode in MODES for lang in ("en", "ja")]
Answer = Callable[[ModelRequest], Mapping[str, Any]]


class Heard:
    """A model's answers as they were given, before anything read them."""

    def __init__(self, answer: Answer) -> None:
        self._answer = answer
        self.raw = ""

    def __call__(self, request: ModelRequest) -> Mapping[str, Any]:
        """The answer, kept."""
        said = self._answer(request)
        self.raw += json.dumps(said, ensure_ascii=False) + "\n"
        return said


async def played(one: Scene, answer: Answer, small: Web | None = None) -> tuple[Heard, FakeDeps, Result]:
    """A run on the pages of a scene; the report is there, and its citations stand."""
    heard = Heard(answer)
    small = small or web(one.pages())
    deps = fake_deps(model=ScriptedModel(heard, id="x:m"), lang=one.lang, search=small.search, fetch=small.fetch)
    _, result = await run(one, deps)
    assert result.document.unresolved() == []
    assert result.report == deps.artifacts.text("report.md")
    return heard, deps, result


def told(result: Result, deps: FakeDeps) -> bool:
    """Whether it is counted and said that something did not stand as it was given."""
    how = result.document.how_made
    counted = how.removed + how.repaired > 0 and any(re.search("left out|除いた", line) for line in result.not_covered)
    return counted or bool(deps.events.of("warning"))


# --- statements -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("mode", "lang"), BOTH)
async def test_what_an_honest_model_says_survives(mode: str, lang: str) -> None:
    one = scene(mode, lang)
    _, deps, result = await played(one, Honest(one))
    assert all(fact.said in text for fact in one.facts for text in files(deps).values())
    assert result.document.how_made.removed == 0
    assert len(result.findings) == len(one.facts)
    assert result.document.disagreements == ()


@pytest.mark.parametrize(("mode", "kind", "lang"), mostly_slow(*EACH, every=5))
async def test_a_planted_statement_reaches_no_reader(mode: str, kind: str, lang: str) -> None:
    one = scene(mode, lang)
    lie, mark = one.lies[kind]
    assert not any(mark in page for page in one.pages().values())
    heard, deps, result = await played(one, Honest(one, {0: lie}))
    assert lie in heard.raw
    assert [name for name, text in files(deps).items() if mark in text] == []
    assert all(fact.said in result.report for fact in one.facts[1:]), "what is true beside it stays"
    assert told(result, deps)


# --- sources that were never read -----------------------------------------------------------------------------------

UNREAD = {
    "en": "The comet of the north was seen from the hills of Kitano in 1911.",
    "ja": "北の彗星は1911年に北野の丘から観測された。",
}


def unread(one: Scene, way: str) -> Web:
    """The scene's web with one result more, first in every list, of whose page nothing is read."""
    usual, words = web(one.pages()), UNREAD[one.lang]
    address = "https://unread.example.org/"
    kind = {"robots": "robots", "address": "address", "status": "status"}.get(way, "robots")
    if way in ("robots", "address", "status"):
        usual = web({**one.pages(), address: Unfetched(asked=address, kind=kind, reason=f"refused: {kind}")})
    first = web_hit(words, url=address, title="Unread", snippet_by="" if way == "told" else "fake")
    if way == "told":
        passage = first.passage.model_copy(update={"told_by": "gemini:grounding"})
        first = first.model_copy(update={"passage": passage})
    found = usual.search._results
    assert callable(found)

    def search(query: str) -> list[Hit]:
        return [first, *found(query)]

    return Web(FakeSearch(search), usual.fetch)


def resting_on(one: Scene, words: str) -> Answer:
    """A model that says what a search showed, and names every id that it was shown for it."""
    honest = Honest(one, {0: words})

    def answer(request: ModelRequest) -> Mapping[str, Any]:
        said = honest(request)
        changed: Mapping[str, Any] = _changed(said, lambda path, text: words if path[-1] == "quote" else text)
        return changed

    return answer


@pytest.mark.parametrize("way", mostly_slow("snippet", "robots", "address", "told", "status"))
@pytest.mark.parametrize("mode", MODES)
async def test_what_was_only_shown_or_told_is_no_evidence(mode: str, way: str) -> None:
    one = scene(mode)
    words = UNREAD["en"]
    heard, deps, result = await played(one, resting_on(one, words), unread(one, way))
    assert words in heard.raw
    assert [name for name, text in files(deps).items() if "comet of the north" in text.lower()] == []
    assert all("unread.example.org" not in source.uri for source in result.sources)


# --- citations of what this run never recorded ----------------------------------------------------------------------


@pytest.mark.parametrize("id", mostly_slow("other", "p99", "https://made-up.example/", "e99", "e1; e99", ""))
@pytest.mark.parametrize("mode", MODES)
async def test_an_id_that_was_not_shown_cites_nothing(mode: str, id: str) -> None:
    one = scene(mode)
    other = web_hit("Uji exports its tea to ninety lands.", url="https://other.example/")
    cited = other.passage.id if id == "other" else id
    honest = Honest(one)

    def answer(request: ModelRequest) -> Mapping[str, Any]:
        said: Mapping[str, Any] = _changed(
            honest(request), lambda path, text: cited if set(path) & {"evidence", "passage"} else text
        )
        return said

    small = web(one.pages())
    heard = Heard(answer)
    deps = fake_deps(model=ScriptedModel(heard, id="x:m"), search=small.search, fetch=small.fetch)
    await deps.evidence.add([other])  # in the store, and in no prompt of this run
    _, result = await run(one, deps)
    assert json.dumps(cited) in heard.raw
    assert result.document.unresolved() == []
    text = "\n".join(files(deps).values())
    assert "ninety" not in text
    assert "other.example" not in text
    assert "made-up.example" not in text
    shown = {passage.id for reference in result.document.references for passage in reference.passages}
    assert other.passage.id not in shown
    assert all(set(finding.passage_ids) <= shown for finding in result.findings)


# --- every field ----------------------------------------------------------------------------------------------------

ADDRESS = "https://made-up.example/x"
MARKUP = (
    "<img src=x onerror=alert(1)> <script>alert(2)</script> [here](javascript:alert(3)) ![i](https://made-up.example/i)"
)
_KEPT = {"evidence", "passage", "quote", "stance", "says", "support", "execution_mode", "id", "ruling", "better"}
"""Fields that are no words: ids, choices, and quotations, which are found again in their passage or left out."""


def _changed(value: Any, change: Callable[[tuple[str, ...], str], Any], path: tuple[str, ...] = ("",)) -> Any:
    """An answer with each of its strings changed; `path` names the fields on the way to it."""
    if isinstance(value, Mapping):
        return {key: _changed(one, change, (*path, key)) for key, one in value.items()}
    if isinstance(value, list | tuple):
        return [_changed(one, change, path) for one in value]
    return change(path, value) if isinstance(value, str) else value


def fields(value: Any, path: tuple[str, ...] = ("",)) -> Iterator[tuple[str, ...]]:
    """The fields of an answer that hold words."""
    found: set[tuple[str, ...]] = set()

    def noted(at: tuple[str, ...], text: str) -> str:
        found.add(at)
        return text

    _changed(value, noted, path)
    yield from sorted(at for at in found if at[-1] not in _KEPT)


def everywhere(one: Scene, words: str, only: tuple[str, ...] = ()) -> Answer:
    """An honest model that writes these words behind each of its words, or in one field (role and path) alone."""
    honest = Honest(one, curious=True)

    def answer(request: ModelRequest) -> Mapping[str, Any]:
        def change(path: tuple[str, ...], text: str) -> str:
            wanted = path == only if only else path[-1] not in _KEPT
            return f"{text} {words}" if wanted else text

        said: Mapping[str, Any] = _changed(honest(request), change, (request.role,))
        return said

    return answer


class Live(HTMLParser):
    """What of a page a browser would act on."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.links: list[str] = []
        self.handlers: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.links += [value or "" for name, value in attrs if name in ("href", "src", "xlink:href", "action")]
        self.handlers += [name for name, _ in attrs if name.startswith("on")]


def assert_inert(deps: FakeDeps) -> None:
    """Nothing that a model wrote is a tag, a link, a picture or a handler in any form of the report."""
    text = files(deps)
    page = Live(text["report.html"])
    assert "html" in page.tags
    assert not {"img", "iframe", "object"} & set(page.tags)
    assert page.tags.count("script") == 1, "that of the report itself, which copies and sorts"
    assert page.handlers == []
    assert all(re.match(r"#|https://page\d\.example\.org/|$", link) for link in page.links), page.links
    markdown = text["report.md"]
    assert not re.search(r"(?<!\\)<(?:img|script)", markdown)
    assert not re.search(r"(?<!\\)\]\((?:javascript|https://made-up)", markdown)


@pytest.mark.parametrize(("mode", "lang"), mostly_slow(*BOTH, every=2))
async def test_markup_in_every_field_is_inert(mode: str, lang: str) -> None:
    one = scene(mode, lang)
    heard, deps, _ = await played(one, everywhere(one, MARKUP))
    assert "onerror" in heard.raw
    assert_inert(deps)


@pytest.mark.parametrize(("mode", "lang"), mostly_slow(*BOTH, every=2))
async def test_an_address_in_every_field_is_nowhere(mode: str, lang: str) -> None:
    one = scene(mode, lang)
    heard, deps, _ = await played(one, everywhere(one, ADDRESS))
    assert ADDRESS in heard.raw
    assert made_up(deps) == []


def made_up(deps: FakeDeps) -> list[str]:
    """Lines of the report with the address."""
    return [line for text in files(deps).values() for line in text.splitlines() if "made-up.example" in line]


@pytest.mark.slow
@pytest.mark.parametrize("words", [ADDRESS, MARKUP])
@pytest.mark.parametrize("mode", MODES)
async def test_neither_does_harm_in_any_one_field(mode: str, words: str) -> None:
    one = scene(mode)
    asked: set[tuple[str, ...]] = set()
    honest = Honest(one, curious=True)

    def answer(request: ModelRequest) -> Mapping[str, Any]:
        said = honest(request)
        asked.update(fields(said, (request.role,)))
        return said

    await played(one, answer)
    assert len(asked) > 4, asked
    harm = {}
    for field in sorted(asked):
        _, deps, _ = await played(one, everywhere(one, words, field))
        assert_inert(deps)
        if words == ADDRESS and (found := made_up(deps)):
            harm[field] = found[:2]
    assert harm == {}

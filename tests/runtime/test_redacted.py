"""Keys are planted wherever a run could meet them; then every byte that it left is searched."""

from __future__ import annotations

import json
import re
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from kasen.cli.app import app
from kasen.errors import InternalError
from kasen.evidence.types import Hit, Passage, Source
from kasen.knowledge.library import Skipped, Term
from kasen.runtime.redacted import RedactedFetch, RedactedLibrary, RedactedSearch, without_secrets
from kasen.runtime.rows import Options
from kasen.runtime.runner import Runner
from kasen.runtime.store import Store
from kasen.settings import Redactor
from kasen.testing.providers import Fault, serving_in_thread
from kasen.testing.scripted import ScriptedModel
from kasen.testing.web import FakeFetch, page_of_text
from kasen.tools.fetch.page import Page, Unfetched
from kasen.tools.search import Outcome, Results, copies_of, outcomes_of

KEY = "sk-test-Zq7/PLANTED+0123456789=="
OTHER = "tvly-test-PLANTED-abcdefghijkl"
FORMS = (KEY, OTHER, json.dumps(KEY)[1:-1], "sk-test-Zq7%2FPLANTED", "PLANTED+0123", "PLANTED-abc")


def hit(text: str) -> Hit:
    passage = Passage(id="p_1", source_id="s_1", text=text, headings=(text,), start=3, end=9)
    return Hit(passage=passage, source=Source(id="s_1", kind="document", title=text, uri=f"/docs/{text}"), score=1.0)


class Shelf:
    """A library of one passage."""

    documents = 1
    passages = 1

    def __init__(self) -> None:
        self.skipped = [Skipped(f"{KEY}.pdf", f"holds {KEY}")]
        self.languages = {"en": 1}

    async def search(self, query: str, *, limit: int = 10) -> list[Hit]:
        return [hit(f"the key is {KEY}."), hit("tea")][:limit]

    async def coverage(self, query: str) -> float:
        return 0.5

    async def vocabulary(self, *, limit: int = 200) -> list[Term]:
        return [Term("tea", 1), Term(KEY, 1)]


async def test_a_library_is_read_without_secrets_and_passages_keep_ids_and_places() -> None:
    library = RedactedLibrary(Shelf(), Redactor([KEY]))
    found, tea = await library.search("key")
    assert found.passage.text == "the key is [redacted]."
    assert found.passage.headings == ("the key is [redacted].",)
    assert KEY not in found.model_dump_json()
    assert (found.passage.id, found.passage.start, found.passage.end) == ("p_1", 3, 9)
    assert tea.passage.text == "tea"
    assert await library.coverage("key") == 0.5
    assert await library.vocabulary() == [Term("tea", 1)]
    assert library.skipped == [Skipped("[redacted].pdf", "holds [redacted]")]
    assert (library.documents, library.passages, library.languages) == (1, 1, {"en": 1})


def test_a_hit_without_secrets_is_the_same_object() -> None:
    clean = hit("tea")
    assert without_secrets(clean, Redactor([KEY])) is clean


async def test_a_search_engine_is_not_told_secrets_either() -> None:
    class Web:
        name = "web"

        def __init__(self) -> None:
            self.asked: list[str] = []

        async def __call__(self, query: str, **conditions: Any) -> list[Hit]:
            self.asked.append(query)
            self.conditions = conditions
            outcome = Outcome(provider="web", error=f"refused {KEY}")
            return Results([hit(f"page with {KEY}")], outcomes=[outcome], copies={"u": (f"https://x.test/{KEY}",)})

    web = Web()
    search = RedactedSearch(web, Redactor([KEY]))
    since = date(2026, 1, 2)
    found = await search(
        f"who has {KEY}", max_results=3, since=since, domains=["a.jp"], exclude_domains=["b.jp"], lang="ja"
    )
    assert web.asked == ["who has [redacted]"]
    assert web.conditions == {
        "max_results": 3,
        "since": since,
        "domains": ["a.jp"],
        "exclude_domains": ["b.jp"],
        "lang": "ja",
    }
    assert [one.passage.text for one in found] == ["page with [redacted]"]
    assert [one.error for one in outcomes_of(found)] == ["refused [redacted]"]
    assert copies_of(found) == {"u": ("https://x.test/[redacted]",)}
    assert search.name == "web"


async def test_a_page_is_fetched_without_telling_secrets_and_its_passages_stand_where_they_stood() -> None:
    url, text = "https://tea.example/uji", f"# Tea\n\nThe key {KEY} opens it.\n\nUji lies south of Kyoto."
    given = page_of_text(url, text, title=f"Tea {KEY}")
    fetch = FakeFetch({url: given, f"{url}?q=x": Unfetched(asked="", kind="status", reason=f"no {KEY}")})
    redacted = RedactedFetch(fetch, Redactor([KEY]))
    page = await redacted.fetch(url, typed=True, lang="ja")
    assert isinstance(page, Page)
    assert KEY not in page.model_dump_json()
    assert page.text == given.text.replace(KEY, "*" * len(KEY))
    assert [(p.id, p.start, p.end) for p in page.passages] == [(p.id, p.start, p.end) for p in given.passages]
    assert all(page.text[p.start : p.end] == p.text for p in page.passages)
    assert page.source.title == "Tea [redacted]"
    assert (fetch.asked[0].typed, fetch.asked[0].lang) == (True, "ja")
    gone = await redacted.fetch(f"{url}?q=x")
    assert isinstance(gone, Unfetched)
    assert gone.reason == "no [redacted]"
    await redacted.fetch(f"{url}?key={KEY}")
    assert fetch.asked[-1].url == f"{url}?key=[redacted]"


async def test_a_page_without_secrets_is_the_same_object() -> None:
    page = page_of_text("https://tea.example/", "Uji lies south of Kyoto.")

    class Gives:
        async def fetch(self, url: str, *, typed: bool = False, lang: str = "") -> Page | Unfetched:
            return page

    assert await RedactedFetch(Gives(), Redactor([KEY])).fetch("https://tea.example/") is page


# --- whole runs -----------------------------------------------------------------------------------------------------


def leaks(folder: Path) -> dict[str, list[str]]:
    """Files in which a planted key stands, with what was found; the database is read cell by cell as well."""
    found: dict[str, list[str]] = {}
    looked = 0
    for path in (path for path in folder.rglob("*") if path.is_file()):
        looked += 1
        data = path.read_bytes()
        hits = [form for form in FORMS if form.encode() in data]
        if hits:
            found[str(path.relative_to(folder))] = hits
    for database in folder.rglob("*.db"):
        with closing(sqlite3.connect(database)) as connection:
            for cell in cells(connection):
                looked += 1
                if any(form in cell for form in FORMS):
                    found.setdefault(f"{database.name} (cells)", []).append(cell[:200])
    assert looked > 0, "nothing was looked at"
    return found


def cells(connection: sqlite3.Connection) -> Iterator[str]:
    tables = [name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
    for table in tables:
        for row in connection.execute(f'SELECT * FROM "{table}"'):
            for value in row:
                yield value.decode("utf-8", "replace") if isinstance(value, bytes) else str(value)


def planted(folder: Path) -> Path:
    folder.mkdir()
    (folder / "tea.md").write_text(
        f"# Tea of Uji\n\nUji became the centre of Japanese tea in the 13th century. The key of the archive is {KEY}."
        "\n\n"
        f"## Key {OTHER}\n\nThe tea of Uji was shaded from the sun with reed screens since 1570.\n",
        encoding="utf-8",
    )
    (folder / "茶.md").write_text(
        f"# 宇治茶\n\n宇治茶の鍵は{KEY}である。宇治では1570年から覆下栽培が行われた。\n", encoding="utf-8"
    )
    return folder


def run_cli(*args: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "kasen", "-vv", "--debug", *args]
    return subprocess.run(command, capture_output=True, text=True, check=False, timeout=120)


@pytest.mark.parametrize("preset", ["anthropic", pytest.param("none", marks=pytest.mark.slow)])
def test_no_byte_that_a_run_leaves_holds_a_key_of_the_settings(
    preset: str, clean_environment: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The key stands in the question, in the documents and in the provider's refusal."""
    docs = planted(Path("docs"))
    monkeypatch.setenv("ANTHROPIC_API_KEY", KEY)
    monkeypatch.setenv("TAVILY_API_KEY", OTHER)
    with serving_in_thread() as fake:
        monkeypatch.setenv("ANTHROPIC_BASE_URL", fake.addresses["anthropic"])
        fake.fault(Fault(kind="status", status=400, message=f"no such thing, {KEY}, {OTHER}"), times=None)
        question = f"Why did Uji become the centre of tea, and is {KEY} a key?"
        done = run_cli("research", question, "--docs", str(docs), "--preset", preset, "--out", "out")
        asked = [call for call in fake.calls if call.operation == "messages"]
    assert done.returncode == 0, done.stderr
    assert bool(asked) == (preset == "anthropic")
    assert [call for call in asked if KEY in json.dumps(call.body) or OTHER in json.dumps(call.body)] == []
    assert [form for form in FORMS if form in done.stdout + done.stderr] == []
    assert leaks(Path("out")) == {}
    report = next(Path("out").glob("*.md")).read_text(encoding="utf-8").replace("\\", "")
    assert "is [redacted] a key?" in report
    assert re.search(r"(?:archive is|鍵は)\[redacted\]|archive is \[redacted\]", report), "the passage was quoted"
    home = clean_environment / "home"
    assert {name for name in leaks(home) if not name.startswith("kb/")} == set(), "an index holds documents as they are"
    (run,) = (home / "runs").iterdir()
    for args in (["list"], ["show", run.name], ["show", run.name, "--json"], ["export", run.name, "--out", "again"]):
        shown = CliRunner().invoke(app, ["runs", *args])
        assert shown.exit_code == 0, shown.output
        assert [form for form in FORMS if form in shown.output] == []
    assert leaks(Path("again")) == {}


def test_what_a_model_says_of_a_key_is_kept_nowhere_not_even_in_a_checkpoint(
    clean_environment: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TAVILY_API_KEY", OTHER)
    with serving_in_thread() as fake:
        monkeypatch.setenv("KASEN_COMPATIBLE_BASE_URL", fake.addresses["compatible"])
        fake.answer({"text": f"I heard {OTHER}."}, schema="Draft", times=None)
        done = CliRunner().invoke(app, ["echo", f"one {OTHER} two", "--preset", "compatible:some-model"])
        prompts = [call.prompt for call in fake.calls]
    assert done.exit_code == 0, done.output
    assert "I heard [redacted]." in done.output
    assert prompts
    assert [prompt for prompt in prompts if OTHER in prompt] == []
    assert leaks(clean_environment / "home") == {}


async def test_a_failed_run_keeps_its_error_without_the_key(home: Path, scenes: Any, caplog: Any) -> None:
    def fail(_request: object) -> Any:
        raise RuntimeError(f"bug with {KEY} inside")

    async with Store(home, redact=Redactor([KEY, OTHER])) as store:
        runner = Runner(store, scenes.host_of(ScriptedModel(fail), home))
        run_id = await runner.start("echo", {"text": f"one {OTHER} two"}, options=Options(preset="x"))
        with pytest.raises(InternalError, match="bug with"):
            await runner.wait(run_id)
        row = await store.run(run_id)
        events = [event.model_dump_json() async for event in runner.events(run_id, follow=False)]
        await runner.close(grace_s=0)
    assert "[redacted]" in json.dumps(row.request)
    assert not [event for event in events if KEY in event or OTHER in event]
    log = (store.folder(run_id) / "log.jsonl").read_text(encoding="utf-8")
    assert "Traceback" in log
    assert "bug with [redacted] inside" in log
    assert leaks(home) == {}

from __future__ import annotations

import asyncio
import json
import socket
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from pydantic import SecretStr

from kasen.runtime.local import open_runner, options_of
from kasen.runtime.otel import CLOSING_S, Otel
from kasen.runtime.rows import Options, RunRow, number_of
from kasen.runtime.store import Store
from kasen.runtime.tracing import span, span_of_attempt
from kasen.settings import Settings, load_settings
from kasen.team import load
from kasen.testing.providers import serving
from kasen.tools.addresses import Addresses
from runtime.collector import Collector, collecting
from runtime.test_tracing import row
from tools.search.site import Page, as_json, site

KEY = "test-key-of-the-collector"
PAGE = (
    b"<html><title>Uji</title><article><p>" + b"The mist of the river Uji shields the leaves. " * 12 + b"</p></article>"
)
CLIENT = 3


async def researched(settings: Settings, folder: Path, *, local_only: bool = False, **more: Any) -> RunRow:
    folder.mkdir(exist_ok=True)
    (folder / "uji.md").write_text("# Uji\n\nUji lies south of Kyoto. It is known for tea.\n", encoding="utf-8")
    async with open_runner(settings, **more) as runner:
        options = options_of(settings, load("research"), yes=True, local_only=local_only)
        request = {"question": "Where does Uji lie?", "docs": [str(folder)]}
        return await runner.wait(await runner.start("research", request, options=options))


async def test_a_whole_run_is_told_with_its_nodes_calls_searches_and_figures(tmp_path: Path) -> None:
    page = Page(body=PAGE, headers={"content-type": "text/html"})
    async with collecting() as collector, serving() as fake, site(page) as web:
        found = {"results": [{"url": f"{web.url}/uji", "title": "Uji", "content": "mist"}]}
        async with site(as_json(found)) as searxng:
            settings = load_settings(
                home=tmp_path / "home",
                preset="anthropic",
                anthropic_api_key="sk-test-never-shown",
                anthropic_base_url=fake.access().anthropic_base_url,
                search=["searxng"],
                searxng_url=searxng.url,
                otel_endpoint=collector.url,
                otel_headers=f"authorization=Bearer%20{KEY}",
            )
            policy = Addresses(allow=[("127.0.0.1", web.port)])
            row = await researched(settings, tmp_path / "docs", addresses=policy)
        made = len([call for call in fake.calls if call.operation != "count"])
    assert row.status == "done"
    _parentage_is_right(collector, row)
    _calls_are_told(collector, row, made)
    search, fetch = collector.named("search web")[0], collector.named("fetch page")[0]
    assert search.attributes == {"kasen.search.provider": "searxng", "kasen.search.found": 1}
    assert fetch.attributes["server.address"] == "127.0.0.1"
    assert fetch.attributes["kasen.fetch.passages"] >= 1
    assert collector.headers["authorization"] == f"Bearer {KEY}"
    assert collector.resource["service.name"] == "kasen"
    _nothing_that_was_said_is_told(collector)


def _parentage_is_right(collector: Collector, row: RunRow) -> None:
    root = collector.one("run research")
    assert root.parent == b""
    assert {span.trace for span in collector.spans} == {number_of(row.id).to_bytes(16, "big")}
    nodes = {span.id: span for span in collector.spans if span.name.startswith("node ")}
    assert {span.parent for span in nodes.values()} == {root.id}
    assert {"node planner", "node searcher", "node analyzer", "node synthesizer"} <= {s.name for s in nodes.values()}
    calls = [span for span in collector.spans if span.kind == CLIENT]
    assert {nodes[span.parent].name for span in calls if span.name == "search web"} == {"node searcher"}
    assert all(span.parent in nodes for span in calls)
    assert root.attributes["kasen.run.id"] == row.id
    assert root.attributes["kasen.mode"] == "quick"
    assert not any(span.is_error for span in collector.spans)


def _calls_are_told(collector: Collector, row: RunRow, made: int) -> None:
    """As many as the provider answered, with the tokens that the report counts."""
    chats = [span for span in collector.spans if span.attributes.get("gen_ai.operation.name") == "chat"]
    figures = (row.result or {})["document"]["how_made"]
    assert len(chats) == figures["calls"] == made
    for name in ("input_tokens", "output_tokens"):
        assert sum(span.attributes[f"gen_ai.usage.{name}"] for span in chats) == figures[name]
    first = chats[0]
    assert first.name == f"chat {first.attributes['gen_ai.request.model']}"
    assert first.attributes["gen_ai.provider.name"] == "anthropic"
    assert first.attributes["gen_ai.response.finish_reasons"] == ["stop"]
    assert first.attributes["kasen.role"]


def _nothing_that_was_said_is_told(collector: Collector) -> None:
    for words in (b"south of Kyoto", b"Where does", b"mist", b"never-shown", KEY.encode(), b"/uji"):
        assert words not in collector.raw


@pytest.mark.parametrize(("place", "told"), [("127.0.0.1", True), ("localhost", True), ("192.0.2.1", False)])
async def test_a_run_that_is_local_only_is_told_to_this_machine_alone(place: str, told: bool, tmp_path: Path) -> None:
    async with collecting() as collector:
        port = collector.url.rpartition(":")[2]
        settings = load_settings(home=tmp_path / "home", otel_endpoint=f"http://{place}:{port}")
        row = await researched(settings, tmp_path / "docs", local_only=True)
    assert row.status == "done"
    assert bool(collector.spans) == told


async def test_what_sends_nothing_anywhere_is_not_told_to_a_collector_elsewhere(store: Store) -> None:
    told = await store.create(team="echo", mode="echo", title="t", lang="en", request={}, options=Options())
    tracer = Otel(load_settings(home=store.home, otel_endpoint="http://192.0.2.1:4318"))
    silent = [told.model_copy(update={"options": Options(**how)}) for how in ({"local_only": True}, {"replay_of": "r"})]
    assert [tracer.sees(one) for one in (told, *silent)] == [True, False, False]
    await tracer.close()


async def test_a_dead_collector_fails_no_run_and_is_named_once(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    settings = load_settings(home=tmp_path / "home", otel_endpoint="http://127.0.0.1:9")
    row = await researched(settings, tmp_path / "docs")
    assert row.status == "done"
    said = [record.getMessage() for record in caplog.records if "OpenTelemetry" in record.getMessage()]
    assert said == ["the OpenTelemetry collector at 127.0.0.1:9 does not answer (ConnectError): spans are dropped"]


async def test_a_collector_that_never_answers_is_waited_for_no_longer_than_said(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as deaf:
        settings = load_settings(home=tmp_path / "home", otel_endpoint=f"http://127.0.0.1:{deaf.getsockname()[1]}")
        tracer = Otel(settings)
        for number in range(5000):  # more than are kept
            tracer.end(tracer.begin(f"span {number}", None, client=False, run_id=""))
        begun = time.monotonic()
        await tracer.close()
        assert time.monotonic() - begun < CLOSING_S + 1.5


@pytest.mark.parametrize("status", [400, 404, 500, 302])
async def test_what_a_collector_refuses_is_dropped(status: int) -> None:
    async with collecting() as collector:
        collector.status = status
        tracer = Otel(Settings(otel_endpoint=collector.url))
        tracer.end(tracer.begin("one", None, client=False, run_id=""))
        await tracer.close()
        assert len(collector.spans) == 1, "a redirect is not followed, nothing is sent twice"


async def test_an_address_that_ends_in_the_path_of_traces_gets_no_second_one() -> None:
    async with collecting() as collector:
        tracer = Otel(Settings(otel_endpoint=f"{collector.url}/v1/traces", otel_headers=SecretStr("x-a=b%20c")))
        tracer.end(tracer.begin("one", None, client=True, run_id=""))
        await tracer.close()
    assert collector.one("one").kind == CLIENT
    assert collector.headers["x-a"] == "b c"


async def test_spans_of_many_tasks_keep_their_own_parents() -> None:
    async def leaf(name: str) -> None:
        with span(name):
            await asyncio.sleep(0)

    async def run(number: int) -> None:
        with span_of_attempt(tracer, row(f"01J9ZZZZZZZZZZZZZZZZZZZZZ{number}")), span(f"node {number}"):
            await asyncio.gather(*(leaf(f"leaf {number}") for _ in range(3)))

    async with collecting() as collector:
        tracer = Otel(Settings(otel_endpoint=collector.url))
        await asyncio.gather(*(run(number) for number in range(4)))
        await tracer.close()
    assert len(collector.spans) == 4 * 5
    for number in range(4):
        node = collector.one(f"node {number}")
        leaves = collector.named(f"leaf {number}")
        assert [(leaf.parent, leaf.trace) for leaf in leaves] == [(node.id, node.trace)] * 3
    assert len({span.trace for span in collector.spans}) == 4


def test_where_no_collector_is_set_nothing_of_it_is_loaded(tmp_path: Path) -> None:
    code = (
        "import asyncio, json, sys\n"
        "from kasen.runtime.local import open_runner, options_of\n"
        "from kasen.settings import load_settings\n"
        "from kasen.team import load\n"
        "async def main():\n"
        "    settings = load_settings(preset='none')\n"
        "    async with open_runner(settings) as runner:\n"
        "        options = options_of(settings, load('echo'), yes=True)\n"
        "        await runner.wait(await runner.start('echo', {'text': 'a b'}, options=options))\n"
        "asyncio.run(main())\n"
        "watched = ('kasen.runtime.otel', 'opentelemetry.exporter', 'opentelemetry.proto')\n"
        "print(json.dumps([name for name in sys.modules if name.startswith(watched)]))\n"
    )
    env = {"KASEN_HOME": str(tmp_path), "HOME": str(tmp_path), "PATH": "/usr/bin:/bin", "LANG": "C.UTF-8"}
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, env=env)
    assert json.loads(said.stdout) == []

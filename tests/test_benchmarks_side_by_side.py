"""What the comparison with other programs counts: its reading of logs and reports, and the side of Kasen, small."""

from __future__ import annotations

import importlib.util
import json
import platform
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

SCRIPT = Path(__file__).parent.parent / "benchmarks" / "side_by_side.py"


@pytest.fixture(scope="module")
def script() -> Any:
    """The script, by which its parts can be imported too."""
    spec = importlib.util.spec_from_file_location("benchmark_side_by_side", SCRIPT)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(SCRIPT.parent.parent))
        spec.loader.exec_module(module)
        yield module


MODEL_S = 0.5
"""Longer than a busy machine takes to ask four writers: what is asked at once must begin before the first has ended."""


def fast(script: Any) -> Any:
    return script.Trials(script.Pace(MODEL_S, 0.05, 0.05))


def test_waits_that_follow_one_another_are_counted_and_those_at_once_are_not(script: Any) -> None:
    from benchmarks.peers.log import Span, serial

    assert serial([]) == 0
    assert serial([Span(0, 1), Span(0.1, 1.1), Span(1.2, 2.2), Span(1.15, 2), Span(3, 4)]) == 3


def test_a_log_tells_pages_that_were_sent_twice_and_what_a_second_run_asks_again(script: Any) -> None:
    from benchmarks.peers.log import Entry, again, figures

    first = [
        Entry("model", "plan:", 0, 1, tokens_in=10, tokens_out=2),
        Entry("search", "tea", 1, 2, pages=("a", "b")),
        Entry("page", "a", 2, 3, pages=("a",)),
        Entry("page", "dead", 2, 3, status=500, pages=("dead",)),
        Entry("model", "write:", 3),
    ]
    found = figures(first)
    assert (found["calls"], found["serial"], found["tokens_in"], found["failed"]) == (1, 1, 10, 1)
    assert (found["pages"], found["pages_sent"], found["pages_twice"]) == (2, 3, 1)
    second = [replace(first[0]), replace(first[4], ended=9), replace(first[3])]
    assert again(first, second, "model") == 1, "what was not answered is not asked again, but for the first time"
    assert again(first, second, "page") == 0


FORMS = {
    "links": "Tea is 5 m tall ([A page]({0})). It grows to 6 m ([B]({1})).\n\n## References\n\n"
    "- A page. [url website]({0})",
    "numbers": "Tea is 5 m tall [1]. It grows to 6 m [2].\n\n### Sources\n\n[1] A page: {0}\n[2] B: {1}",
    "footnotes": "- Tea is 5 m tall.[^1] — host · A page\n\nIt grows to 6 m.[^2]\n\n## References\n\n"
    "[^1]: A page · host:80 · <{0}>\n\n    > Tea. [1]\n\n[^2]: B · host · <{1}>",
}


@pytest.mark.parametrize("form", FORMS)
def test_citations_are_read_in_the_form_of_each_program(script: Any, form: str) -> None:
    from benchmarks.peers.reports import cited

    found = cited(FORMS[form].format("http://a.example:80/", "http://b.example/"))
    assert [one.urls for one in found] == [("http://a.example:80/",), ("http://b.example/",)]
    assert [one.text.endswith(end) for one, end in zip(found, ("5 m tall", "6 m"), strict=True)] == [True, True]


def test_a_mark_without_a_source_resolves_nowhere(script: Any) -> None:
    from benchmarks.peers.corpus import Corpus
    from benchmarks.peers.reports import judged

    found = judged("Tea grows [7].\n\n### Sources\n\n[1] A: http://harvest-river.example:80/", Corpus(80))
    assert (found["statements"], found["resolve"], found["supported"]) == (1, 0.0, 0.0)
    assert judged("No source.", Corpus(80))["resolve"] is None


@pytest.mark.parametrize(("model", "words"), [("GptrModel", "report"), ("OdrModel", "report")])
def test_mistakes_of_a_writer_show_in_the_report_of_others(script: Any, model: str, words: str) -> None:
    """Of 15 statements 3 have another figure and 3 a source that there is not."""
    from benchmarks.peers import programs
    from benchmarks.peers.corpus import Corpus
    from benchmarks.peers.reports import judged
    from benchmarks.peers.wire import Asked

    corpus = Corpus(80)
    shown = "\n".join(f"Source: {page.url}\n{page.text}" for page in corpus.pages)
    asked = Asked({"messages": [{"role": "user", "content": shown}]})
    reports = [getattr(programs, model)(careless=careless)(asked, corpus) for careless in (False, True)]
    assert {one.role for one in reports} == {words}
    honest, careless = (judged(one.text, corpus) for one in reports)
    assert (honest["sources"], honest["resolve"], honest["supported"], honest["supported_plain"]) == (15, 1, 1, 1)
    assert (careless["sources"], careless["resolve"]) == (12, 0.8)
    assert (careless["supported"], careless["supported_plain"]) == (0.6, 0.6)


def test_calls_of_tools_are_sent_as_such_whole_and_streamed(script: Any) -> None:
    from benchmarks.peers.wire import Asked, Said, stream, whole

    asked = Asked(
        {"model": "m", "messages": [{"role": "user", "content": "go"}], "stream_options": {"include_usage": True}}
    )
    said = Said("researcher", calls=(("search", {"queries": ["tea"]}),))
    choice = whole(asked, said, 1)["choices"][0]
    assert choice["finish_reason"] == "tool_calls"
    assert json.loads(choice["message"]["tool_calls"][0]["function"]["arguments"]) == {"queries": ["tea"]}
    chunks = [json.loads(one[6:]) for one in stream(asked, said, 1) if one != b"data: [DONE]\n\n"]
    assert chunks[-1]["usage"]["prompt_tokens"] == 1
    assert any(one["choices"] and "tool_calls" in one["choices"][0]["delta"] for one in chunks)


ASKED = {
    "search": "/search?q=leaf+Uji+shaded+screens+before+picked",
    "page": "/",
}


@pytest.mark.parametrize("fault", ["search", "search hangs", "page", "page hangs"])
async def test_a_fault_is_counted_when_it_is_asked_for_and_only_then(script: Any, fault: str) -> None:
    import httpx
    from benchmarks.peers.programs import KASEN
    from benchmarks.peers.server import Pace, serving

    broken = script.FAULTS[fault]
    async with (
        serving(KASEN[0].script(careless=False), Pace(0, 0, 0), broken) as web,
        httpx.AsyncClient(base_url=web.url, timeout=1) as client,
    ):
        dead, sound = (next(one for one in web.corpus.pages if one.slug == slug) for slug in ("straw", "river"))
        await client.get("/", headers={"host": sound.url.split("/")[2]})
        await client.get("/search?q=tea+harvest+Uji+begins")
        assert web.fired == 0
        host = dead.url.split("/")[2] if broken.kind == "page" else "127.0.0.1"
        asked = client.get(ASKED[broken.kind], headers={"host": host})
        if broken.hangs:
            with pytest.raises(httpx.ReadTimeout):
                await asked
        else:
            assert (await asked).status_code == 500
        assert web.fired == 1


async def test_kasen_asks_few_times_reads_nothing_twice_and_every_citation_stands(script: Any) -> None:
    deep = await fast(script).plain(script.KASEN[0])
    assert deep["error"] == ""
    assert (deep["serial"], deep["calls"] <= 14) == (5, True), "open_deep_research: 9 and 29"
    assert (deep["pages"], deep["pages_twice"], deep["searches_twice"]) == (15, 0, 0)
    assert (deep["sources"], deep["parts"], deep["outside"]) == (15, 3, [])
    assert (deep["resolve"], deep["supported"], deep["supported_plain"], deep["quotes_resolve"]) == (1, 1, 1, 1)


async def test_a_careless_writer_gets_no_mistake_into_a_report_of_kasen(script: Any) -> None:
    quick = await fast(script).plain(script.KASEN[1], careless=True)
    assert (quick["serial"], quick["calls"], quick["pages_twice"]) == (4, 4, 0)
    assert quick["statements"] >= 9
    assert (quick["resolve"], quick["supported"], quick["quotes_resolve"]) == (1, 1, 1)


@pytest.mark.slow
async def test_kasen_ends_with_a_report_whatever_fails_and_pays_nothing_again_after_kills(script: Any) -> None:
    trials = fast(script)
    for name, fault in script.FAULTS.items():
        run = await trials.faulty(script.KASEN[0], fault)
        assert run["hit"], name
        assert run["report"], name
        assert run["parts"] >= 2, name
    killed = await trials.killed(script.KASEN[0], 11)
    assert (killed["reports"], killed["calls_again"], killed["pages_again"], killed["searches_again"]) == (3, 0, 0, 0)


def test_what_a_program_lives_through_is_said_in_ones_and_zeros(script: Any) -> None:
    fault = {"hit": True, "report": True, "parts": 2}
    faults = {"model": fault, "writer": {**fault, "report": False}}
    killed = {"kills": 3, "reports": 3, "calls_again": 0}
    run = {"faults": faults, "killed": killed}
    assert script.survived(run) == {"survives_kill": 1, "survives_branch": 1, "survives_writer": 0}
    faults["page"], killed["calls_again"] = {**fault, "parts": 1}, 1
    assert script.survived(run) == {"survives_kill": 0, "survives_branch": 0, "survives_writer": 0}
    faults["page"]["hit"] = False
    assert script.survived(run)["survives_branch"] == 1, "what the fault does not meet does not count"
    assert script.survived({"killed": killed}) == {"survives_kill": 0}


def test_which_python_a_program_runs_on_is_said(script: Any) -> None:
    assert script.pythons(script.chosen("kasen", None), None) == dict.fromkeys(
        ("kasen", "kasen_quick"), platform.python_version()
    )


def test_a_peer_that_is_not_installed_is_said(script: Any, tmp_path: Path) -> None:
    with pytest.raises(SystemExit, match=r"not installed: open_deep_research; run scripts/peers\.sh"):
        script.chosen("open", tmp_path)
    assert [one.name for one in script.chosen("kasen", None)] == ["kasen", "kasen_quick"]

from __future__ import annotations

import asyncio
import inspect
import json
import re
import socket
from pathlib import Path
from typing import Any

import pytest

import kasen
from kasen import ResearchAgent
from kasen.agent import outcome, so_far
from servers import redis

ROOT = Path(__file__).resolve().parent.parent
THEME = "When was tea first grown in Uji?"
SOURCE = ["title", "summary", "url", "source", "published_date", "relevance_score"]
PLAN = ["theme", "investigation_points", "search_queries", "plan_text", "created_at"]


@pytest.fixture
def papers(clean_environment: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A folder of documents in the current folder; nothing is searched on the web."""
    monkeypatch.setenv("KASEN_SEARCH", "none")
    folder = Path("papers")
    folder.mkdir()
    english = (
        "Tea was first grown in Uji in the thirteenth century. The monk Myoe planted it beside the temple Kozanji."
    )
    (folder / "uji.md").write_text(f"# Tea in Uji\n\n{english}\n", encoding="utf-8")
    japanese = "宇治で茶が作られ始めたのは十三世紀である。明恵が高山寺の茶を植えた。抹茶は武家が飲んだ。"
    (folder / "宇治.md").write_text(f"# 宇治の茶\n\n{japanese}\n", encoding="utf-8")
    return str(folder)


def test_the_signature_is_that_of_the_seed() -> None:
    made = inspect.signature(ResearchAgent)
    plain = [(p.name, p.default) for p in made.parameters.values() if p.kind is p.POSITIONAL_OR_KEYWORD]
    assert plain == [("checkpointer_type", "memory"), ("max_iterations", 5), ("enable_human_intervention", False)]
    asked = inspect.signature(ResearchAgent.research)
    assert [(p.name, p.default) for p in asked.parameters.values()][1:] == [
        ("theme", inspect.Parameter.empty),
        ("thread_id", None),
    ]


def test_a_theme_is_researched_to_a_dictionary_with_the_keys_of_the_seed(papers: str) -> None:
    with ResearchAgent("memory", 5, False, docs=[papers], preset="none") as agent:
        found = agent.research(THEME)
    assert list(found) == ["draft", "sources", "plan", "iterations"]
    assert "thirteenth century" in found["draft"]
    assert [list(source) for source in found["sources"]] == [SOURCE] * len(found["sources"])
    assert found["sources"][0]["source"] == "documents"
    assert list(found["plan"]) == PLAN
    assert found["plan"]["investigation_points"]
    assert 0 < found["iterations"] <= 5
    json.dumps(found)


async def test_it_works_where_a_loop_is_running_as_in_a_notebook(papers: str) -> None:
    with ResearchAgent(docs=[papers], preset="none", mode="quick") as agent:
        assert "thirteenth" in agent.research(THEME)["draft"]
        found = await agent.aresearch("Who planted it?", agent.thread_id)
    assert found["sources"][0]["source"] == "documents"
    assert (found["plan"], found["iterations"]) == (None, 0)


def test_a_second_theme_in_a_thread_goes_on_from_the_first_also_after_a_restart(papers: str) -> None:
    ResearchAgent("sqlite", docs=[papers], preset="none", mode="quick").research(THEME, "tea")
    later = ResearchAgent("sqlite", preset="none", mode="quick")
    found = later.research("and who planted it there", "tea")
    assert "Myoe" in found["draft"]
    rows = runs()
    assert [row["options"]["thread"] for row in rows] == ["tea", "tea"]
    assert rows[0]["options"]["continues"] == rows[1]["id"]


def runs() -> list[dict[str, Any]]:
    async def read() -> list[dict[str, Any]]:
        async with kasen.open_runner(kasen.load_settings()) as runner:
            return [row.model_dump(mode="json") for row in await runner.store.runs()]

    return asyncio.run(read())


def test_memory_leaves_nothing_behind(papers: str) -> None:
    agent = ResearchAgent(docs=[papers], preset="none", mode="quick")
    folder = Path(agent._settings.home)
    agent.research(THEME)
    assert (folder / "kasen.db").exists()
    agent.close()
    assert not folder.exists()
    assert runs() == []
    with pytest.raises(kasen.InputError, match="closed"):
        agent.research(THEME)


def test_a_person_steps_in_before_supervisor_and_writer(papers: str) -> None:
    with ResearchAgent(enable_human_intervention=True, docs=[papers], preset="none") as agent:
        found = agent.research(THEME, "asked")
        assert found == {"draft": None, "sources": [], "plan": None, "iterations": 0}
        names = []
        while pauses := agent.waiting("asked"):
            assert pauses[0]["default"] == {"go_on": True, "human_input": ""}
            names.append(pauses[0]["name"])
            assert agent.research("", "asked") == found, "an empty theme carries on, to the same pause"
            with pytest.raises(kasen.UsageError, match="waits for an answer"):
                agent.research("another theme", "asked")
            found = agent.answer("asked", human_input="Name the temple.")
        assert (names[0], names[-1]) == ("before supervisor", "before writer")
        assert "Kozanji" in found["draft"]
        with pytest.raises(kasen.UsageError, match="nothing waits"):
            agent.answer("asked")


def test_a_no_ends_it_with_what_is_there(papers: str) -> None:
    with ResearchAgent(enable_human_intervention=True, docs=[papers], preset="none") as agent:
        agent.research(THEME)
        agent.answer()
        found = agent.answer(go_on=False)
        assert (found["draft"], found["plan"] is not None, found["iterations"]) == (None, True, 1)
        assert agent.waiting() == []


async def test_events_are_streamed_and_a_stream_that_is_left_can_be_carried_on(papers: str) -> None:
    async with ResearchAgent(docs=[papers], preset="none", mode="quick") as agent:
        stream = agent.astream(THEME, "tea")
        async for event in stream:
            if event.type == "node_finished":
                break
        await stream.aclose()  # type: ignore[attr-defined]
        rest = [event.type async for event in agent.astream("", "tea")]
    assert rest[-1] == "run_finished"
    assert "run_started" in rest[:3]


@pytest.mark.parametrize(
    ("kind", "error", "said"),
    [
        ("postgres", ValueError, "no checkpointer type `postgres`; there is: memory, sqlite, redis"),
        ("", kasen.InputError, "memory, sqlite, redis"),
        ("redis", kasen.ConfigurationError, "`checkpoints` is `redis:` and no server is named"),
    ],
)
def test_a_checkpointer_that_is_not_there_is_told(kind: str, error: type[Exception], said: str) -> None:
    with pytest.raises(error, match=said):
        ResearchAgent(kind)
    assert kasen.ConfigurationError.exit_code == 3


@pytest.mark.skipif(redis.PROGRAM is None, reason=redis.MISSING)
def test_the_state_of_a_thread_is_kept_in_redis(papers: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A pause in one agent is answered in another, which finds the state at the same server."""
    with redis.Redis(tmp_path) as server:
        monkeypatch.setenv("REDIS_HOST", "127.0.0.1")
        monkeypatch.setenv("REDIS_PORT", str(server.port))
        how: dict[str, Any] = {"docs": [papers], "preset": "none", "enable_human_intervention": True}
        with ResearchAgent("redis", **how) as agent:
            agent.research(THEME, "tea")
            assert [pause["name"] for pause in agent.waiting("tea")]
        with socket.create_connection(("127.0.0.1", server.port), timeout=5) as asked:
            asked.sendall(b"DBSIZE\r\n")
            assert int(asked.recv(64).strip(b":\r\n")) > 0
        with ResearchAgent("redis", **how) as another:
            while another.waiting("tea"):
                outcome = another.answer("tea")
    assert outcome["draft"]


def test_what_cannot_be_researched_is_told(papers: str) -> None:
    with pytest.raises(kasen.InputError, match="knowledge bases lie in your home"):
        ResearchAgent(kb=["mine"])
    with ResearchAgent(docs=[papers], preset="none", max_iterations=0) as agent:
        with pytest.raises(kasen.InputError, match="max_iterations"):
            agent.research(THEME)
        with pytest.raises(kasen.InputError, match="nothing to carry on"):
            agent.research("  ")
        with pytest.raises(kasen.UsageError, match="no thread `nowhere`"):
            agent.waiting("nowhere")


def test_a_result_of_another_mode_gives_its_references_as_sources() -> None:
    result = {"report": "# R", "sources": [{"title": "a", "uri": "https://a.example"}, {"title": "b", "file": "b.md"}]}
    made = outcome(result)
    assert [(s["url"], s["source"]) for s in made["sources"]] == [("https://a.example", "web"), ("b.md", "documents")]
    assert (made["plan"], made["iterations"]) == (None, 0)
    assert so_far({}) == {"draft": None, "sources": [], "plan": None, "iterations": 0}


@pytest.mark.parametrize("name", ["python.md", "python.ja.md"])
def test_every_block_of_the_guide_runs(name: str, papers: str, capsys: pytest.CaptureFixture[str]) -> None:
    text = (ROOT / "docs" / "guides" / name).read_text(encoding="utf-8")
    blocks = re.findall(r"```python\n(.*?)```", text, re.DOTALL)
    assert len(blocks) == 5
    for block in blocks:
        exec(compile(block, name, "exec"), {})
    shown = capsys.readouterr().out
    assert "before supervisor" in shown
    assert "\ndone " in shown

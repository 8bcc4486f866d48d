from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from langsmith import tracing_context
from typer.testing import CliRunner

import kasen
from kasen.cli.app import app
from kasen.errors import ConfigurationError
from kasen.models.access import Access
from kasen.runtime.local import open_runner, options_of
from kasen.runtime.local_only import embeds_locally, is_local, local_access, require_local
from kasen.runtime.rows import Options, RunRow
from kasen.runtime.runner import Runner
from kasen.runtime.store import Store
from kasen.settings import Settings, load_settings
from kasen.team import load
from kasen.testing.network import NetworkGuard
from kasen.testing.providers import serving
from runtime.web_scenes import host_of

NEAR = Access(ollama_base_url="http://192.168.0.9:11434", compatible_base_url="http://studio.local:8000/v1")
FAR = Access(ollama_base_url="https://ollama.example.com", compatible_base_url="https://api.example.com/v1")


@pytest.mark.parametrize(
    ("name", "near", "far"),
    [
        ("local:default", True, True),
        ("manual:hand", True, True),
        ("ollama:llama3:8b", True, False),
        ("ollama:gpt-oss:120b-cloud", False, False),
        ("ollama:glm-4.6:cloud", False, False),
        ("compatible:any", True, False),
        ("openai:gpt-6", False, False),
        ("gemini:flash", False, False),
        ("anthropic:claude", False, False),
    ],
)
def test_a_model_is_local_where_what_it_is_asked_stays_here(name: str, near: bool, far: bool) -> None:
    assert (is_local(name, NEAR), is_local(name, FAR)) == (near, far)


def test_an_embedding_model_is_local_likewise_and_a_name_that_is_downloaded_is_not(tmp_path: Path) -> None:
    local = [f"sentence-transformers:{tmp_path}", "ollama:nomic-embed", "compatible:e"]
    assert [embeds_locally(name, NEAR) for name in local] == [True, True, True]
    assert [embeds_locally(name, FAR) for name in local] == [True, False, False]
    assert not embeds_locally("sentence-transformers:all-MiniLM-L6-v2", NEAR)
    assert not embeds_locally("openai:text-embedding-3-small", NEAR)
    own = Access(compatible_base_url="http://127.0.0.1:1", embeddings_base_url="https://api.example.com")
    assert not embeds_locally("compatible:e", own)


def test_only_what_is_here_is_left_to_choose_from() -> None:
    held = Access(
        google_api_key="test-key",
        vertex_project_id="p",
        openai_api_key="test-key",
        anthropic_api_key="test-key",
        ollama_base_url=FAR.ollama_base_url,
    )
    left = local_access(held)
    assert left == Access(ollama_base_url="")
    assert local_access(NEAR) == NEAR


@pytest.mark.parametrize("preset", ["none", "manual", "local", "ollama", "ollama:x,local:y", "compatible:m"])
def test_presets_of_this_machine_may_answer(preset: str) -> None:
    require_local(load("research"), Options(preset=preset), NEAR)


@pytest.mark.parametrize(
    ("options", "named"),
    [
        ({"preset": "hybrid"}, "preset `hybrid`"),
        ({"preset": "ollama:x,openai:gpt-6"}, "`openai:gpt-6` would answer `planner`"),
        ({"preset": "none", "models": {"synthesizer": ["anthropic:claude"]}}, "`anthropic:claude` would answer `synth"),
        ({"preset": "none", "models": {"reasoning": ["google:gemini"]}}, "`google:gemini`"),
    ],
)
def test_a_model_elsewhere_is_refused_by_name(options: dict[str, Any], named: str) -> None:
    with pytest.raises(ConfigurationError, match="local only") as refused:
        require_local(load("research"), Options(**options), NEAR)
    assert named in str(refused.value)
    assert refused.value.exit_code == 3


async def local_run(settings: Settings, folder: Path, **more: Any) -> tuple[RunRow, list[Any]]:
    folder.mkdir(exist_ok=True)
    (folder / "uji.md").write_text("# Uji\n\nUji lies south of Kyoto. It is known for tea.\n", encoding="utf-8")
    async with open_runner(settings) as runner:
        options = options_of(settings, load("research"), yes=True, local_only=True, **more)
        request = {"question": "Where does Uji lie?", "docs": [str(folder)]}
        row = await runner.wait(await runner.start("research", request, options=options))
        return row, [event async for event in runner.events(row.id, follow=False)]


KEYS = {
    "tavily_api_key": "tvly-test-0123456789",
    "openai_api_key": "sk-test-0123456789",
    "google_api_key": "test-key-0123456789",
    "langchain_api_key": "lsv2-test-0123456789",
}


async def test_a_whole_run_opens_no_connection_whatever_keys_there_are(tmp_path: Path, network: NetworkGuard) -> None:
    settings = load_settings(home=tmp_path / "home", search="tavily,ddgs", langchain_tracing_v2=True, **KEYS)
    row, events = await local_run(settings, tmp_path / "docs")
    assert (row.status, row.options.preset, row.options.local_only) == ("done", "none", True)
    assert row.result is not None
    assert "Uji lies south of Kyoto" in row.result["report"]
    assert [event.where for event in events if event.type == "search"] == ["documents"]
    assert network.blocked == []
    assert {seen.partition(" ")[2] for seen in network.allowed} == {"127.0.0.1"}, "Ollama was looked for here"


async def test_documents_are_not_embedded_elsewhere_and_that_is_said(tmp_path: Path) -> None:
    async with serving() as fake:
        elsewhere = {"openai_base_url": fake.access().openai_base_url, "embeddings": "openai:text-embedding-3-small"}
        settings = load_settings(home=tmp_path / "home", **elsewhere, **KEYS)
        row, events = await local_run(settings, tmp_path / "docs")
        assert fake.calls == []
    assert row.status == "done"
    said = [event.text for event in events if event.type == "warning"]
    assert len([text for text in said if "`openai:text-embedding-3-small`" in text]) == 1
    assert "Uji lies south of Kyoto" in json.dumps(row.result)


@pytest.mark.parametrize("options", [{"local_only": True}, {"replay_of": "itself"}, {}])
async def test_nobody_is_told_of_a_run_that_may_send_nothing(store: Store, options: dict[str, Any]) -> None:
    runner = Runner(store, host_of(store.home))
    if "replay_of" in options:
        first = await runner.wait(await runner.start("browser", {"text": "traced ?"}))
        options = {"replay_of": first.id}
    with tracing_context(enabled="local"):  # as if switched on; traces stay in this process
        run_id = await runner.start("browser", {"text": "traced ?"}, options=Options(**options))
        row = await runner.wait(run_id)
    assert row.result is not None
    assert json.loads(row.result["text"]) == ["False" if options else "local"]
    await runner.close(grace_s=0)


async def test_a_chosen_model_elsewhere_begins_no_run(tmp_path: Path) -> None:
    settings = load_settings(home=tmp_path / "home", preset="openai", **KEYS)
    with pytest.raises(ConfigurationError, match="preset `openai`"):
        await local_run(settings, tmp_path / "docs")
    async with open_runner(settings) as runner:
        assert await runner.store.runs() == []
    with pytest.raises(ConfigurationError, match="`google:gemini-9`"):
        await local_run(
            settings.model_copy(update={"preset": ""}), tmp_path / "docs", models=["planner=google:gemini-9"]
        )


async def test_a_local_run_cannot_be_continued_with_a_model_elsewhere(tmp_path: Path) -> None:
    settings = load_settings(home=tmp_path / "home", **KEYS)
    async with open_runner(settings) as runner:
        options = options_of(settings, load("echo"), yes=False, local_only=True)
        run_id = await runner.start("echo", {"text": "a b", "ask_first": True}, options=options)
        assert (await runner.wait(run_id)).status == "paused"
        with pytest.raises(ConfigurationError, match="`openai:gpt-6`"):
            await runner.continue_(run_id, options=options.model_copy(update={"preset": "openai:gpt-6"}))
        await runner.continue_(run_id, options=options.model_copy(update={"yes": True}))
        assert (await runner.wait(run_id)).status == "done"


async def test_what_follows_a_run_that_sent_nothing_sends_nothing_either(tmp_path: Path, network: NetworkGuard) -> None:
    settings = load_settings(home=tmp_path / "home", **KEYS)
    first, _ = await local_run(settings, tmp_path / "docs")
    async with open_runner(settings) as runner:
        follow = options_of(settings, load("research"), yes=True, mode="quick", continues=first.id)
        request = {"question": "What is Uji known for?"}
        with pytest.raises(ConfigurationError, match="local only"):
            await runner.start("research", request, options=follow.model_copy(update={"preset": "openai"}))
        by_rule = follow.model_copy(update={"preset": "none", "models": {}})
        row = await runner.wait(await runner.start("research", request, options=by_rule))
    assert (row.status, row.options.local_only) == ("done", True)
    assert network.blocked == []


def test_on_the_command_line_a_follow_up_of_a_local_run_chooses_among_models_of_this_machine(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-test-0123456789")
    assert CliRunner().invoke(app, ["echo", "one two", "--local-only"]).exit_code == 0
    first = json.loads(CliRunner().invoke(app, ["runs", "list", "--json"]).stdout)["id"]
    shown = CliRunner().invoke(app, ["echo", "three", "--continue", first])
    assert shown.exit_code == 0, shown.stderr


@pytest.mark.parametrize("line", [["--preset", "openai"], ["--model", "planner=google:gemini-9"]])
def test_on_the_command_line_a_model_elsewhere_ends_with_code_3_and_its_name(line: list[str]) -> None:
    shown = CliRunner().invoke(app, ["echo", "one two", "--local-only", *line])
    assert shown.exit_code == 3
    assert "local only" in shown.stderr
    assert line[1].rpartition("=")[2].partition(":")[0] in shown.stderr
    assert CliRunner().invoke(app, ["echo", "one two", "--local-only"]).exit_code == 0


def test_the_library_has_the_same_word_for_it() -> None:
    assert kasen.run("echo", {"text": "one two"}, local_only=True).text == "one two"
    with pytest.raises(ConfigurationError, match="`openai:gpt-6`"):
        kasen.run("echo", {"text": "one two"}, local_only=True, preset="openai:gpt-6")

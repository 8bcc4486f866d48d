from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import psycopg
import pytest
from pydantic import SecretStr

from kasen.errors import ConfigurationError, HomeUnusable
from kasen.models.access import Access, access_of
from kasen.models.images import Image, ImageRequest
from kasen.runtime.engines.embedded.recovery import Recovery
from kasen.runtime.local import accounts_of, local_host, open_runner, opener, options_of, sandbox
from kasen.runtime.owners import SessionOwners
from kasen.runtime.rows import Options, RunRow
from kasen.runtime.web_local import LocalWeb
from kasen.settings import Settings, load_settings
from kasen.team import load
from kasen.testing.object_store import gcs_server
from kasen.testing.providers import Fake, Fault, serving
from kasen.tools.python.sandbox import available
from runtime.web_scenes import deps_of


async def test_with_nothing_set_a_run_is_driven_by_rules_and_kept(tmp_path: Path) -> None:
    settings = Settings(home=tmp_path / "home", preset="none")
    async with open_runner(settings) as runner:
        options = options_of(settings, load("echo"), yes=True)
        run_id = await runner.start("echo", {"text": "hello world", "ask_first": True}, options=options)
        assert (await runner.wait(run_id)).status == "done"
    async with open_runner(settings) as runner:
        row = await runner.store.run(run_id)
        assert row.result is not None
        assert row.result["text"] == "hello world"


async def test_a_home_that_cannot_be_used_is_one_typed_error(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    with pytest.raises(HomeUnusable):
        async with open_runner(Settings(home=tmp_path / "file" / "home")):
            pass


def test_without_a_sandbox_on_this_machine_nothing_is_there_to_run_code(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    assert (sandbox() is None) == bool(available())
    monkeypatch.setenv("PATH", str(tmp_path))
    assert sandbox() is None


def test_settings_come_before_the_limits_of_the_team() -> None:
    echo = load("echo")
    plain = options_of(Settings(preset="none"), echo, yes=False)
    assert (plain.steps, plain.calls, plain.usd) == (echo.limits.steps, None, None)
    capped = options_of(Settings(preset="none", budget_usd=0.0, budget_calls=3), echo, yes=True)
    assert (capped.usd, capped.calls, capped.yes) == (0.0, 3, True)


def test_only_a_run_with_hosted_models_is_held_to_the_times_of_its_team() -> None:
    research = load("research")
    hosted = options_of(Settings(preset="openai:x", openai_api_key=SecretStr("test-key")), research, yes=False)
    assert (hosted.target_s, hosted.seconds) == (120, 300)
    longer = options_of(
        Settings(preset="openai:x", openai_api_key=SecretStr("test-key"), budget_seconds=900), research, yes=False
    )
    assert (longer.target_s, longer.seconds) == (120, 900)
    for preset in ("none", "manual", "ollama:llama3:8b"):
        patient = options_of(Settings(preset=preset), research, yes=False)
        assert (patient.target_s, patient.seconds) == (None, None)


@asynccontextmanager
async def faked(home: Path, **more: Any) -> AsyncIterator[tuple[Fake, Settings]]:
    """Every provider on loopback, and settings that lead to them with keys of three vendors."""
    async with serving() as fake:
        access = fake.access()
        addresses = {name: getattr(access, name) for name in ("google_base_url", "openai_base_url")}
        yield (
            fake,
            load_settings(
                home=home,
                anthropic_base_url=access.anthropic_base_url,
                **addresses,
                **{f"{vendor}_api_key": "sk-test-never-shown" for vendor in ("google", "openai", "anthropic")},
                **more,
            ),
        )


async def researched(settings: Settings, folder: Path, question: str = "Where does Uji lie?") -> RunRow:
    folder.mkdir(exist_ok=True)
    (folder / "uji.md").write_text("# Uji\n\nUji lies south of Kyoto. It is known for tea.\n", encoding="utf-8")
    async with open_runner(settings) as runner:
        options = options_of(settings, load("research"), yes=True)
        run_id = await runner.start("research", {"question": question, "docs": [str(folder)]}, options=options)
        return await runner.wait(run_id)


def document(row: RunRow) -> dict[str, Any]:
    assert row.result is not None
    found: dict[str, Any] = row.result["document"]
    return found


async def test_with_two_providers_refusing_the_run_ends_on_the_third_and_says_so(tmp_path: Path) -> None:
    async with faked(tmp_path / "home") as (fake, settings):
        for provider in ("google", "openai"):
            fake.fault(Fault(kind="status", status=401), provider, times=None)
        row = await researched(settings, tmp_path / "docs")
        async with open_runner(settings) as runner:
            events = [event async for event in runner.events(row.id, follow=False)]
    assert (row.status, row.options.preset) == ("done", "hybrid")
    made = document(row)["how_made"]
    assert {role["by"].partition(":")[0] for role in made["roles"]} == {"anthropic"}
    warnings = [event.text for event in events if event.type == "warning"]
    assert len(warnings) == 2
    assert all("401" in text and "Went on with `anthropic:" in text for text in warnings)


@pytest.mark.parametrize(
    ("question", "said"),
    [("Where does Uji lie?", "All models failed ("), ("宇治はどこにあるか", "どのモデルからも回答を得られず")],
)
async def test_with_all_providers_refusing_it_ends_on_rules_and_says_so_on_its_first_page(
    tmp_path: Path, question: str, said: str
) -> None:
    async with faked(tmp_path / "home") as (fake, settings):
        fake.fault(Fault(kind="status", status=401), times=None)
        row = await researched(settings, tmp_path / "docs", question)
    assert row.status == "done"
    found = document(row)
    assert found["banner"][0].startswith(said)
    assert "401" in found["banner"][0]
    assert {role["by"] for role in found["how_made"]["roles"]} == {"rule"}
    assert row.result is not None
    report = str(row.result["report"])
    assert found["banner"][0][:20] in report.split("##")[0]
    assert "never-shown" not in report


async def test_the_cost_table_adds_up_to_what_the_run_has_cost(tmp_path: Path) -> None:
    async with faked(tmp_path / "home") as (_, settings):
        row = await researched(settings, tmp_path / "docs")
        async with open_runner(settings) as runner:
            finished: Any = [event async for event in runner.events(row.id, follow=False)][-1]
    made = document(row)["how_made"]
    assert made["usd"] > 0
    assert sum(cost["usd"] for cost in made["costs"]) == pytest.approx(made["usd"]) == pytest.approx(finished.usd)
    assert sum(cost["calls"] for cost in made["costs"]) == made["calls"] == finished.calls
    assert "| **Total** |" in str((row.result or {})["report"])


async def test_documents_are_embedded_where_a_model_is_set_and_that_is_in_the_cost_table(tmp_path: Path) -> None:
    async with faked(tmp_path / "home", preset="anthropic", embeddings="openai:text-embedding-3-small") as (
        fake,
        settings,
    ):
        row = await researched(settings, tmp_path / "docs")
        sent = len([call for call in fake.calls if call.operation == "embeddings"])
        again = await researched(settings, tmp_path / "docs")
        assert len([call for call in fake.calls if call.operation == "embeddings"]) == sent, "nothing is embedded twice"
    costs = {cost["role"]: cost for cost in document(row)["how_made"]["costs"]}
    assert costs["embeddings"]["by"] == "openai:text-embedding-3-small"
    assert costs["embeddings"]["usd"] > 0
    assert "embeddings" not in {cost["role"] for cost in document(again)["how_made"]["costs"]}


async def test_a_missing_key_is_told_once_with_the_model_that_answers_instead(tmp_path: Path) -> None:
    async with faked(tmp_path / "home", preset="hybrid") as (fake, settings):
        less = settings.model_copy(update={"google_api_key": None})
        row = await researched(less, tmp_path / "docs")
        async with open_runner(less) as runner:
            events = [event async for event in runner.events(row.id, follow=False)]
        assert "google" not in {call.provider for call in fake.calls}
    warnings = [event.text for event in events if event.type == "warning"]
    assert len(warnings) == 1
    assert "cannot be used: GOOGLE_API_KEY is not set. Went on with `openai:" in warnings[0]


async def test_a_chosen_vendor_without_a_key_leaves_the_work_to_rules_and_the_report_says_why(tmp_path: Path) -> None:
    settings = Settings(home=tmp_path / "home", preset="gemini", search="none")
    row = await researched(settings, tmp_path / "docs")
    assert row.status == "done"
    assert document(row)["banner"][0].startswith("All models failed (google:")
    assert "GOOGLE_API_KEY" in document(row)["banner"][0]


async def test_models_set_for_a_role_are_kept_with_the_run(tmp_path: Path) -> None:
    async with faked(tmp_path / "home") as (fake, settings):
        (tmp_path / "docs").mkdir()
        team = load("research")
        options = options_of(settings, team, yes=True, models=["planner=anthropic:claude-haiku-5-5"])
        assert options.models == {"planner": ["anthropic:claude-haiku-5-5"]}
        row = await researched(settings.model_copy(update={"models": options.models}), tmp_path / "docs")
        assert fake.calls[0].provider == "anthropic"
    assert row.options.models == options.models


def test_limits_of_accounts_come_from_the_settings() -> None:
    rates = {"openai": 60, "ollama": 5, "ollama@192.168.0.9:11434": 7}
    accounts = accounts_of(Settings(concurrency=3, requests_per_minute=rates))
    assert (accounts("google").limits.concurrency, accounts("google").limits.per_minute) == (3, None)
    assert (accounts("openai").limits.concurrency, accounts("openai").limits.per_minute) == (3, 60)
    assert (accounts("ollama@127.0.0.1:11434").limits.concurrency, accounts("ollama").limits.per_minute) == (2, 5)
    other = accounts("ollama@192.168.0.9:11434").limits
    assert (other.concurrency, other.per_minute) == (2, 7)


async def test_accounts_are_shared_where_the_database_is(tmp_path: Path, database: str) -> None:
    async with faked(tmp_path / "home", database=database, preset="gemini", requests_per_minute={"google": 1000}) as (
        fake,
        settings,
    ):
        row = await researched(settings, tmp_path / "docs")
    assert row.status == "done"
    with psycopg.connect(database) as connection:
        accounts = connection.execute("SELECT name, started FROM accounts").fetchall()
        holders = connection.execute("SELECT * FROM account_holders").fetchall()
    assert accounts == [("google", len(fake.calls))], "each call took its start of the minute of all"
    assert holders == [], "who ends gives everything back"


async def test_a_run_whose_process_is_stuck_is_carried_on_from_the_same_home(tmp_path: Path, database: str) -> None:
    """The database ends the session of one that is silent; the file stays locked for as long as it is there."""
    stuck = SessionOwners(database, tmp_path / "runs", beat_s=3600, silent_s=0.5)
    told: list[str] = []
    async with open_runner(Settings(home=tmp_path, database=SecretStr(database)), serves=True) as runner:
        made: dict[str, Any] = {"mode": "echo", "title": "t", "lang": "en", "options": Options()}
        row = await runner.store.create(team="echo", request={"text": "hello world"}, **made)
        release = await stuck.take(row.id)
        await runner.store.claim(row.id)
        recovery = Recovery(runner, tell=told.append)
        await recovery.once()
        assert not runner.driven
        async with asyncio.timeout(30):
            while not told:
                await asyncio.sleep(0.1)
                await recovery.once()
        assert (await runner.wait(row.id)).status == "done"
        assert told == [f"1 carried on: {row.id}"]
        release()
    await stuck.close()


def test_calls_are_traced_only_where_tracing_is_on_and_has_a_key() -> None:
    traced = Settings(langchain_tracing_v2=True, langchain_api_key=SecretStr("test-key"), redis_host="")
    for settings, name in ((Settings(langchain_tracing_v2=True), "ManualModel"), (traced, "_Traced")):
        model = opener(settings, Access())("manual:hand")
        inner = getattr(model, "_model", model)
        assert name in {type(model).__name__, type(inner).__name__}


async def test_pictures_are_made_with_the_keys_and_addresses_of_the_settings(tmp_path: Path) -> None:
    async with faked(tmp_path / "home", preset="gemini") as (fake, settings), open_runner(settings) as runner:
        host = local_host(settings, LocalWeb(settings, access_of(settings)))
        deps = await deps_of(runner.store, host, preset="gemini")
        without = await deps_of(runner.store, host, preset="openai")
        assert deps.draw is not None
        outcome = await deps.draw(ImageRequest(prompt="tea, sk-test-never-shown"), role="illustrator")
    assert isinstance(outcome, Image)
    assert without.draw is None
    assert [call.key for call in fake.calls] == ["sk-test-never-shown"]
    assert "never-shown" not in fake.calls[0].prompt


async def test_slides_are_rendered_by_the_office_of_this_machine_or_by_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = Settings(home=tmp_path / "home", preset="none")
    for present in (True, False):
        if present:
            (tmp_path / "soffice").write_text("#!/bin/sh\n", encoding="utf-8")
            (tmp_path / "soffice").chmod(0o755)
        monkeypatch.setenv("PATH", str(tmp_path) if present else "/nowhere")
        async with open_runner(settings) as runner:
            deps = await deps_of(runner.store, local_host(settings, LocalWeb(settings, access_of(settings))))
        assert (deps.office is not None) is present


async def test_artifacts_are_kept_where_the_settings_say_and_those_of_a_local_run_here(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with gcs_server() as server:
        at: dict[str, Any] = {"artifacts": "gs://bucket/runs", "artifacts_endpoint": server.url}
        settings = Settings(home=tmp_path / "home", preset="none", **at)
        async with open_runner(settings) as runner:
            far = await runner.start("echo", {"text": "far"})
            near = await runner.start("echo", {"text": "near"}, options=Options(local_only=True))
            for run_id in (far, near):
                await runner.wait(run_id)
            assert set(server.files) == {f"bucket/runs/{far}/1/echo.md"}
            assert server.types == {f"bucket/runs/{far}/1/echo.md": "text/markdown"}
            assert (runner.store.folder(near) / "artifacts" / "echo.md").exists()
            monkeypatch.setattr("importlib.util.find_spec", lambda _name: None)
            with pytest.raises(ConfigurationError, match="needs the package `gcsfs`"):
                await runner.start("echo", {"text": "far"})
            await runner.wait(await runner.start("echo", {"text": "near"}, options=Options(local_only=True)))

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from kasen.models.prices import per_million, price, table
from kasen.models.role import Usage

CALL = Usage(input_tokens=10_000, output_tokens=1_000)


def test_a_call_costs_what_its_tokens_cost() -> None:
    row = per_million("openai:gpt-6.1-sol")
    assert row is not None
    assert row.output > row.input > 0
    assert price("openai:gpt-6.1-sol", CALL) == pytest.approx((10_000 * row.input + 1_000 * row.output) / 1e6)


def test_tokens_from_the_cache_cost_less_and_those_written_to_it_more() -> None:
    plain = price("anthropic:claude-sonnet-5-5", CALL)
    cached = price("anthropic:claude-sonnet-5-5", Usage(input_tokens=10_000, cached_tokens=9_000, output_tokens=1_000))
    written = price(
        "anthropic:claude-sonnet-5-5", Usage(input_tokens=10_000, cache_write_tokens=9_000, output_tokens=1_000)
    )
    assert cached is not None
    assert plain is not None
    assert written is not None
    assert cached < plain < written


def test_the_other_name_of_a_provider_has_the_same_prices() -> None:
    assert per_million("gemini:gemini-3.8-flash") == per_million("google:gemini-3.8-flash") is not None


def test_a_dated_id_has_the_price_of_its_model() -> None:
    assert per_million("anthropic:claude-sonnet-4-5-20250929") == per_million("anthropic:claude-sonnet-4-5")


@pytest.mark.parametrize("name", ["google:gemini-3.0-flash", "openai:gpt-99", "openai:ft:gpt-4o:team::id"])
def test_what_the_table_does_not_know_is_unknown_and_never_nothing(name: str) -> None:
    assert price(name, CALL) is None
    assert price(name, Usage()) is None
    assert per_million(name) is None


@pytest.mark.parametrize("name", ["ollama:llama3:8b", "local:a.gguf", "manual:hand", "scripted:x"])
def test_what_runs_on_the_users_own_machine_costs_nothing(name: str) -> None:
    assert price(name, CALL) == 0.0
    assert per_million(name) == (0.0, 0.0)


def test_a_compatible_server_has_prices_only_at_an_address_that_the_table_knows() -> None:
    name = "compatible:llama-3.3-70b-versatile"
    known = per_million(name, address="https://api.groq.com/openai/v1")
    assert known is not None
    assert known.input > 0
    assert per_million(name, address="http://127.0.0.1:8000/v1") is None
    assert per_million(name) is None
    assert per_million("compatible:gpt-6.1-sol") is None


def test_counts_that_contradict_each_other_have_no_price_and_do_no_harm() -> None:
    assert price("openai:gpt-6.1-sol", Usage(input_tokens=10, cached_tokens=50)) is None


def test_the_table_says_its_version_and_how_recent_it_is() -> None:
    assert table().newest <= datetime.now(UTC).date()
    assert str(table()) == f"genai-prices {table().version} (newest price {table().newest})"

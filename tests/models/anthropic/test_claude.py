from __future__ import annotations

from itertools import product
from typing import get_args

import pytest
from anthropic.types import Model

from kasen.models.anthropic.claude import FAMILIES, family_of, manner
from kasen.models.role import Tier

NAMES = [name for part in get_args(Model) for name in get_args(part)]


def test_each_name_that_the_client_library_knows_has_a_row_of_its_own() -> None:
    assert len(NAMES) > 10
    general = FAMILIES[-2:]
    assert [name for name in NAMES if family_of(name) in general] == []


@pytest.mark.parametrize(
    ("name", "prefix"),
    [
        ("claude-3.7-sonnet", "claude-3-7"),
        ("Claude-Opus-4-20250514", "claude-opus-4"),
        ("claude-opus-4-1-20250805", "claude-opus-4-1"),
        ("claude-sonnet-4-20250514", "claude-sonnet-4"),
        ("claude-opus-5", "claude-opus-5"),
        ("claude-opus-5-5-20260922", "claude-opus-5-5"),
        ("claude-zenith-7", "claude"),
        ("glm-5", ""),
        ("", ""),
    ],
)
def test_a_name_finds_its_row(name: str, prefix: str) -> None:
    assert prefix in family_of(name).prefixes


def test_no_row_hides_a_later_one() -> None:
    for index, row in enumerate(FAMILIES):
        assert all(family_of(prefix) == row for prefix in row.prefixes), f"row {index} is never found"


def test_there_is_room_for_answer_and_thinking_within_each_limit() -> None:
    for row, tier, tokens in product(FAMILIES, get_args(Tier), (1, 600, 20_000)):
        how = manner(row, tier, tokens)
        budget = (how.thinking or {}).get("budget_tokens", 0)
        assert 0 < how.max_tokens <= row.output
        assert how.max_tokens - budget >= min(2 * tokens, row.output - budget) > 0
        assert not how.effort or row.effort
        assert not budget or (budget >= 1024 and row.thinks == "budget")

"""One small call per vendor whose key is found, and one theme per team. It costs money: caps are below."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from pydantic import BaseModel

from kasen.models.access import access_of
from kasen.models.asker import Asker
from kasen.models.found import standings
from kasen.models.presets import presets
from kasen.models.ready import lacking, lacks
from kasen.models.role import RULE, Role
from kasen.models.served import served
from kasen.runtime.local import accounts_of, open_runner, opener, options_of
from kasen.settings import Settings
from kasen.team import load, names
from kasen.testing.ledger import MemoryLedger

pytestmark = pytest.mark.live
CAP_USD = 0.10
"""Most that the theme of one team may cost; a small call costs less than a hundredth of it."""
VENDORS = ("google", "openai", "anthropic", "ollama", "compatible", "local")
DOCS = Path(__file__).parents[2] / "examples" / "corpus"
THEMES: dict[str, dict[str, Any]] = {
    "research": {"question": "なぜ宇治は日本茶の中心になったのか", "docs": [str(DOCS)]}
}
"""Team to its request; a team without one fails the test that walks all teams."""


class City(BaseModel):
    name: str
    inhabitants: int


def capital(country: str) -> City:
    return City(name="rule", inhabitants=0)


def model_of(vendor: str, settings: Settings) -> str:
    """The small model of a vendor, or the first that its server has."""
    small = [name for name in presets()["cheap"].default if name.startswith(f"{vendor}:")]
    found = small or list(served(vendor, access_of(settings))) if vendor in ("ollama", "compatible") or small else []
    return found[0] if found else f"{vendor}:default"


@pytest.mark.parametrize("vendor", VENDORS)
async def test_a_small_call_is_answered_counted_and_priced(
    vendor: str, settings: Settings, package_of: Callable[..., str]
) -> None:
    access = access_of(settings)
    reason = lacks(standings(access)[vendor], access)
    if reason:
        pytest.skip(reason)
    name = model_of(vendor, settings)
    package = package_of(city='What is the capital of {{ country }}? Answer as JSON: {"name": …, "inhabitants": …}.')
    role = Role(name="city", package=package, reply=City, rule=capital, answer_tokens=40)
    ask = Asker(
        models_of=lambda _role: [name],
        open_model=opener(settings, access),
        ledger=MemoryLedger(),
        node_path=lambda: "city:1",
        accounts=accounts_of(settings),
    )
    answer = await ask(role, country="Japan")
    assert answer.by == name, answer.why
    assert answer.usage.input_tokens > 0
    assert answer.usage.output_tokens > 0
    assert answer.value.inhabitants > 0
    assert answer.usd is None or answer.usd < CAP_USD / 10
    if vendor not in ("local",):
        assert answer.value.name.casefold() in ("tokyo", "tōkyō", "東京")


@pytest.mark.parametrize("team", [name for name in names() if not load(name).internal])
async def test_a_theme_ends_in_a_result_that_models_gave(team: str, settings: Settings) -> None:
    preset = next((name for name in ("cheap", "ollama", "local") if not lacking(name, access_of(settings))), "")
    if not preset:
        pytest.skip(lacking("cheap", access_of(settings)))
    chosen = settings.model_copy(update={"preset": preset, "budget_usd": CAP_USD})
    async with open_runner(chosen) as runner:
        run_id = await runner.start(team, THEMES[team], options=options_of(chosen, load(team), yes=True))
        row = await runner.wait(run_id)
        finished: Any = [event async for event in runner.events(run_id, follow=False)][-1]
    assert (row.status, row.error) == ("done", None)
    assert row.result is not None
    by = [role["by"] for role in row.result["document"]["how_made"]["roles"]]
    assert any(name != RULE for name in by), by
    assert finished.usd is None or finished.usd <= CAP_USD

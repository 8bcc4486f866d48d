"""Each fault × each provider × one ask: a value that says who gave it, in time, and no secret in anything written."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from dataclasses import dataclass, field

import httpx
import pytest
from pydantic import BaseModel

from kasen.models.access import Access
from kasen.models.account import Accounts
from kasen.models.asker import Asker
from kasen.models.deadline import Deadlines
from kasen.models.provider import ModelContext
from kasen.models.redacted import redacted
from kasen.models.registry import Models
from kasen.models.role import RULE, Answer, Role
from kasen.settings import Redactor
from kasen.testing.clock import FakeClock
from kasen.testing.ledger import MemoryLedger
from kasen.testing.providers import FAULTS, Fake, serving

MODELS = {
    "openai": "openai:gpt-6.1-terra",
    "anthropic": "anthropic:claude-sonnet-5-5",
    "google": "google:gemini-3.8-flash",
    "ollama": "ollama:qwen3:8b",
    "compatible": "compatible:some-model",
}
QUICK = frozenset({"slow_first_byte", "stall", "endless"})
"""Faults that only a deadline ends: those of these cells are short."""
PASSES = frozenset({"think"})
"""Faults that a model's answer survives."""
PASSING = (
    *("429", "429_retry_after", "500", "503", "529", "529_in_stream", "slow_first_byte", "stall", "dropped"),
    *("dropped_midstream", "ends_early", "truncated_body", "truncated_json", "empty", "wrong_schema"),
)
"""Faults that are over when the same model is asked again."""
LONGEST_S = 20.0
"""A cell that takes longer hangs; the longest deadlines in it are 0.3 s, three times."""


class Plan(BaseModel):
    title: str
    steps: list[str]


@dataclass
class Bench:
    """One ask over a fake provider, with everything that it writes."""

    fake: Fake
    quick: bool
    endless: bool = False
    keys: list[str] = field(default_factory=list)
    warned: list[str] = field(default_factory=list)
    ledger: MemoryLedger = field(default_factory=MemoryLedger)

    async def ask(self, role: Role[Plan], *models: str) -> Answer[Plan]:
        """What the role says, asked of these models."""
        access = self.fake.access()
        self.keys = keys_of(access)
        clock = FakeClock()
        open_model = redacted(Models(ModelContext(access=access)), Redactor(self.keys))
        patience = open_model(models[0]).patience
        asker = Asker(
            models_of=lambda _role: models,
            open_model=open_model,
            ledger=self.ledger,
            node_path=lambda: "planner:1",
            warn=self.warn,
            accounts=Accounts(clock=clock, sleep=clock.sleep),
            deadlines=Deadlines(first_s=0.3 / patience, stall_s=0.3 / patience) if self.quick else Deadlines(),
            sleep=clock.sleep,
            clock=clock,
            timeout_s=0.5 / patience if self.endless else 60.0,
        )
        async with asyncio.timeout(LONGEST_S):
            return await asker(role, topic="日本茶の輸出")

    async def warn(self, about: str, text: str) -> None:
        self.warned.append(f"{about}: {text}")

    def written(self, log: str) -> str:
        """Everything that the ask left behind."""
        return "\n".join([log, *self.warned, *(str(receipt) for receipt in self.ledger.receipts.values())])


def keys_of(access: Access) -> list[str]:
    """The dummy keys that the fake providers are reached with."""
    found = [value for name, value in vars(access).items() if name.endswith("_api_key") and value]
    assert len(found) >= 4
    return found


@pytest.fixture
def planner(package_of: Callable[..., str]) -> Role[Plan]:
    def rule(topic: str) -> Plan:
        return Plan(title=f"rule: {topic}", steps=[topic])

    return Role(name="planner", package=package_of(planner="Plan 「{{ topic }}」."), reply=Plan, rule=rule)


def test_the_matrix_holds_every_fault_and_every_provider_of_the_fakes() -> None:
    assert len(FAULTS) >= 20
    assert set(PASSING) | QUICK | PASSES <= FAULTS.keys()
    assert {name.partition(":")[0] for name in MODELS.values()} == set(MODELS)


async def test_the_fakes_do_echo_the_key_that_nothing_written_may_hold() -> None:
    async with serving() as fake, httpx.AsyncClient() as client:
        fake.fault(FAULTS["401"], provider="openai")
        key = fake.access().openai_api_key
        url = f"{fake.access().openai_base_url}/chat/completions"
        answer = await client.post(url, json={"model": "m"}, headers={"authorization": f"Bearer {key}"})
    assert (answer.status_code, key in answer.text) == (401, True)


@pytest.mark.parametrize("provider", MODELS)
@pytest.mark.parametrize("fault", FAULTS)
async def test_an_ask_ends_in_a_labelled_value_whatever_its_provider_does(
    fault: str, provider: str, planner: Role[Plan], caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    name = MODELS[provider]
    async with serving() as fake:
        bench = Bench(fake, quick=fault in QUICK, endless=fault == "endless")
        fake.fault(FAULTS[fault], provider=provider, times=None)
        answer = await bench.ask(planner, name)
        await fake.settled()
        assert fake.calls, "nothing was asked"
        assert {call.key for call in fake.calls} <= {*bench.keys, ""}
    if fault in PASSES:
        assert (answer.by, answer.why) == (name, "")
    else:
        assert (answer.by, answer.value) == (RULE, Plan(title="rule: 日本茶の輸出", steps=["日本茶の輸出"]))
        assert answer.why.startswith(f"{name}: ")
        assert bench.warned, "the user is not told"
    written = bench.written(caplog.text)
    assert [key for key in bench.keys if key in written] == []


@pytest.mark.parametrize("provider", MODELS)
@pytest.mark.parametrize("fault", PASSING)
async def test_a_fault_that_passes_is_outlived_by_the_same_model(
    fault: str, provider: str, planner: Role[Plan]
) -> None:
    name = MODELS[provider]
    async with serving() as fake:
        bench = Bench(fake, quick=fault in QUICK)
        fake.fault(FAULTS[fault], provider=provider, times=1)
        fake.answer({"title": "計画", "steps": ["一", "二"]}, provider=provider, times=None)
        answer = await bench.ask(planner, name)
    assert (answer.by, answer.value) == (name, Plan(title="計画", steps=["一", "二"]))
    assert answer.attempts >= 2
    assert bench.warned == []


@pytest.mark.parametrize("provider", MODELS)
async def test_where_one_provider_is_down_the_next_one_answers_and_the_user_is_told_once(
    provider: str, planner: Role[Plan]
) -> None:
    other = next(name for key, name in MODELS.items() if key != provider)
    async with serving() as fake:
        bench = Bench(fake, quick=False)
        fake.fault(FAULTS["503"], provider=provider, times=None)
        answer = await bench.ask(planner, MODELS[provider], other)
    assert answer.by == other
    assert len(bench.warned) == 1
    assert MODELS[provider] in bench.warned[0]
    assert other in bench.warned[0]

from __future__ import annotations

import json

import pytest

from kasen.testing.providers import FAULTS, Fault, Reply, serving
from testing.providers.clients import ASKERS, KEY, Outcome, Patience, openai_chat, outcome

GOOD = '{"title": "' + "宇治茶の歴史と味わい" * 4 + '"}'
STATUS = {"400": 400, "401": 401, "403": 403, "404": 404, "413": 413, "429": 429, "429_retry_after": 429,
          "500": 500, "503": 503, "529": 529}  # fmt: skip
NO_ANSWER = {"dropped", "dropped_midstream", "529_in_stream", "html"}
NEVER = {"slow_first_byte", "stall", "endless"}
SHORT = {"ends_early", "truncated_body", "truncated_json"}


@pytest.mark.parametrize("name", ASKERS)
async def test_every_fault_reaches_the_real_client_as_what_it_is(name: str) -> None:
    patience, seen = Patience(), dict[str, Outcome]()
    async with serving(sleep=patience.sleep) as fake:
        async with ASKERS[name](fake) as ask:
            for fault in FAULTS:
                fake.clear()
                fake.answer(GOOD)
                fake.fault(FAULTS[fault])
                if fault in NEVER:
                    await patience.given_up(ask, "宇治茶")
                else:
                    seen[fault] = await outcome(ask, "宇治茶")
        await fake.settled()
        assert [call.fault for call in fake.calls] == list(FAULTS.values())
        assert fake.cancelled >= len(NEVER)
    assert {fault: seen[fault].status for fault in STATUS} == STATUS
    assert [fault for fault in NO_ANSWER if seen[fault].error is None and json_of(seen[fault])] == []
    assert not seen["wrong_schema"].error
    assert "not_what_was_asked" in seen["wrong_schema"].text
    if name == "tavily":
        return
    assert [fault for fault in SHORT if json_of(seen[fault])] == []
    assert all(GOOD.startswith(seen[fault].text) for fault in SHORT)
    assert (seen["empty"].text, seen["empty"].error) == ("", None)
    assert seen["think"].text.startswith("<think>")
    assert GOOD in seen["think"].text
    assert not json_of(seen["refusal"])


def json_of(seen: Outcome) -> object:
    try:
        return json.loads(seen.text)
    except ValueError:
        return None


@pytest.mark.parametrize(("name", "quota"), [
    ("openai chat", (429, "insufficient_quota")),
    ("anthropic", (400, "credit balance is too low")),
    ("google", (429, "PerDay")),
    ("ollama", (429, "usage limit")),
])  # fmt: skip
async def test_a_spent_quota_and_a_long_prompt_are_said_in_the_providers_words(
    name: str, quota: tuple[int, str]
) -> None:
    async with serving() as fake, ASKERS[name](fake) as ask:
        fake.fault(FAULTS["quota_spent"])
        spent = await outcome(ask, "茶")
        fake.fault(FAULTS["context_too_long"])
        long = await outcome(ask, "茶")
    assert (spent.status, quota[1] in spent.said) == (quota[0], True)
    assert long.status == 400
    assert any(word in long.said for word in ("too long", "context", "exceeds"))


@pytest.mark.parametrize("name", ASKERS)
async def test_errors_repeat_the_key_that_came(name: str) -> None:
    async with serving() as fake, ASKERS[name](fake) as ask:
        for fault in ("400", "401", "429_retry_after", "quota_spent", "500"):
            fake.fault(FAULTS[fault])
            assert KEY in (await outcome(ask, "茶")).said, fault


async def test_clients_that_go_away_are_counted_and_nothing_goes_on_for_them() -> None:
    patience = Patience()
    async with serving(sleep=patience.sleep) as fake:
        async with openai_chat(fake) as ask:
            for name in NEVER:
                fake.fault(FAULTS[name])
                await patience.given_up(ask, "茶")
            await fake.settled()
            assert fake.cancelled == len(NEVER)
            assert await outcome(ask, "茶") == Outcome(text='{"title": "' + "例" * 30 + '"}')
            await fake.settled()
            assert fake.cancelled == len(NEVER)
        assert (fake.max_at_once["openai"], fake.at_once["openai"]) == (1, 0)


async def test_an_answer_that_stalled_goes_on() -> None:
    waited = []

    async def sleep(seconds: float) -> None:
        waited.append(seconds)

    async with serving(sleep=sleep) as fake:
        for name in ASKERS:
            fake.answer(GOOD)
            fake.fault(Fault(kind="stall", seconds=30))
            fake.fault(Fault(kind="slow_first_byte", seconds=20, keep_alive_s=5))
            async with ASKERS[name](fake) as ask:
                first, second = await outcome(ask, "茶"), await outcome(ask, "茶")
            assert (first.error, second.error) == (None, None), name
            assert name == "tavily" or first.text == GOOD
            fake.clear()
    assert waited.count(30) == len(ASKERS)
    assert waited.count(5) == 4 * 4, "only the clients of OpenAI's and Anthropic's formats take keep-alives"


async def test_an_endless_answer_that_is_not_streamed_never_comes() -> None:
    waited = []

    async def sleep(seconds: float) -> None:
        waited.append(seconds)

    import httpx

    async with serving(sleep=sleep) as fake, httpx.AsyncClient() as http:
        fake.fault(FAULTS["endless"])
        await http.post(f"{fake.url}/v1/chat/completions", json={"model": "m", "messages": []})
    assert max(waited) >= 600


def test_a_fault_changes_only_what_it_is_about() -> None:
    reply = Reply(text=GOOD, reasoning="考える")
    assert FAULTS["429"].change(reply) is reply
    assert FAULTS["truncated_json"].change(reply).text == GOOD[: len(GOOD) // 2]
    assert FAULTS["endless"].change(reply).endless
    assert FAULTS["blocked"].change(reply).blocked
    assert Fault(kind="empty").change(reply) == Reply()

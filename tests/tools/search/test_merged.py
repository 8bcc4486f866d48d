from __future__ import annotations

import asyncio
from datetime import date

import pytest

from kasen.errors import ConfigurationError, InputError, ProviderError, Refused, Retryable
from kasen.evidence.types import Hit
from kasen.testing.clock import FakeClock, timeless
from kasen.testing.search import FakeSearch, web_hit
from kasen.tools.search import Outcome, Results, WebSearch, copies_of, outcomes_of
from kasen.tools.search.merged import MergedSearch
from kasen.tools.search.steady import Steady
from tools.search.site import Scripted

A = [web_hit(f"a {n}", url=f"https://a{n}.example/", title=f"A {n}") for n in range(4)]
B = [web_hit(f"b {n}", url=f"https://b{n}.example/", title=f"B {n}") for n in range(4)]


class Waiting(FakeSearch):
    """Answers after some seconds of the event loop's clock."""

    def __init__(self, hits: list[Hit] | Exception, seconds: float, name: str = "slow") -> None:
        super().__init__({"tea": hits}, name=name)
        self.seconds = seconds
        self.cancelled = False

    async def __call__(self, query: str, **conditions: object) -> list[Hit]:
        try:
            await asyncio.sleep(self.seconds)
        except asyncio.CancelledError:
            self.cancelled = True
            raise
        return await super().__call__(query, **conditions)  # type: ignore[arg-type]


async def test_all_are_asked_the_same_and_their_results_merged() -> None:
    one, other = FakeSearch(A, name="one"), FakeSearch([B[0], A[0]], name="other")
    search: WebSearch = MergedSearch([one, other])
    found = await search("宇治茶", max_results=3, since=date(2020, 1, 1), exclude_domains=["b9.example"], lang="ja")
    assert [hit.source.title for hit in found] == ["A 0", "B 0", "A 1"]
    assert one.asked == other.asked
    assert (one.asked[0].since, one.asked[0].lang, one.asked[0].max_results) == (date(2020, 1, 1), "ja", 3)
    assert [(o.provider, o.found, o.undated) for o in outcomes_of(found)] == [("one", 3, 3), ("other", 2, 2)]
    assert search.name == "one+other"


async def test_one_that_fails_takes_nothing_from_the_others_and_is_named() -> None:
    failing = FakeSearch({"tea": Refused("no such key", hint="Set it.")}, name="failing")
    found = await MergedSearch([failing, FakeSearch(A, name="one")])("tea")
    assert {hit.source.title for hit in found} == {"A 0", "A 1", "A 2", "A 3"}
    assert outcomes_of(found)[0] == Outcome(provider="failing", error="no such key", hint="Set it.")
    assert outcomes_of(found)[1].error == ""


async def test_one_that_is_not_set_up_rightly_fails_like_others() -> None:
    failing = FakeSearch({"tea": ConfigurationError("no certificates")}, name="failing")
    found = await MergedSearch([failing, FakeSearch(A)])("tea")
    assert outcomes_of(found)[0].error == "no certificates"


async def test_when_all_fail_all_are_named() -> None:
    searches = [FakeSearch({"tea": Retryable("one is down", hint="Wait.")}, name="a")]
    with pytest.raises(Retryable, match=r"^one is down$"):
        await MergedSearch(searches)("tea")
    searches.append(FakeSearch({"tea": Refused("two knows us not", hint="Ask.")}, name="b"))
    with pytest.raises(ProviderError, match="no search answered: one is down; two knows us not") as caught:
        await MergedSearch(searches)("tea")
    assert caught.value.hint == "Wait. Ask."


async def test_nothing_found_is_no_failure_even_where_another_failed() -> None:
    found = await MergedSearch([FakeSearch([]), FakeSearch({"tea": Retryable("down")}, name="down")])("tea")
    assert found == []
    assert [outcome.error for outcome in outcomes_of(found)] == ["", "down"]


async def test_one_result_is_enough() -> None:
    assert await MergedSearch([FakeSearch(A[:1]), FakeSearch([])])("tea") == A[:1]


async def test_what_cannot_be_searched_is_sent_to_nobody() -> None:
    one = FakeSearch(A)
    with pytest.raises(InputError):
        await MergedSearch([one])("  ")
    with pytest.raises(InputError):
        await MergedSearch([one])("tea", max_results=21)
    assert one.queries == []


class Careless:
    """A search of another's making, which keeps to no condition."""

    name = "careless"

    async def __call__(self, query: str, **_: object) -> list[Hit]:
        return [web_hit("old", url="https://old.example/", published="2001-01-01"), *A]


async def test_conditions_are_kept_also_where_a_search_does_not() -> None:
    found = await MergedSearch([Careless()])("tea", since=date(2020, 1, 1), max_results=1)
    assert found == A[:1]
    assert [(o.provider, o.left_out) for o in outcomes_of(found)] == [("careless", 1)]


async def test_outcomes_of_a_merge_inside_a_merge_stay_those_of_the_providers() -> None:
    inner = MergedSearch([FakeSearch(A, name="a"), FakeSearch({"tea": Retryable("down")}, name="b")])
    found = await MergedSearch([inner, FakeSearch(B, name="c")])("tea")
    assert [outcome.provider for outcome in outcomes_of(found)] == ["a", "b", "c"]


async def test_copies_elsewhere_are_told() -> None:
    text = "The tea harvest of Uji fell to 2,410 tonnes in 2025, the city said on Monday."
    same = [web_hit(text, url=f"https://{site}.example/", title="Uji tea harvest falls") for site in "xy"]
    found = await MergedSearch([FakeSearch(same)])("tea")
    assert copies_of(found) == {"https://x.example/": ("https://y.example/",)}
    assert copies_of([]) == {}
    assert outcomes_of([]) == ()


def test_one_that_dawdles_is_waited_for_only_as_long_again_as_a_call_may_take() -> None:
    async def go() -> None:
        slow, slower = Waiting(B, 9.0), Waiting(B, 500.0, "slower")
        found = await MergedSearch([Waiting(A, 1.0, "quick"), slow, slower])("tea")
        assert asyncio.get_running_loop().time() == pytest.approx(11.0)
        assert {hit.source.title[0] for hit in found} == {"A", "B"}
        assert slower.cancelled
        assert "10 s longer" in outcomes_of(found)[2].error

    timeless(go())


def test_while_none_has_results_all_are_waited_for() -> None:
    async def go() -> None:
        searches = [Waiting(Retryable("down"), 1.0), Waiting([], 2.0), Waiting(A, 90.0)]
        assert await MergedSearch(searches)("tea")
        assert asyncio.get_running_loop().time() == pytest.approx(90.0)

    timeless(go())


def test_cancelling_cancels_all() -> None:
    async def go() -> None:
        searches = [Waiting(A, 50.0), Waiting(B, 60.0)]
        asking = asyncio.create_task(MergedSearch(searches)("tea"))
        await asyncio.sleep(1)
        asking.cancel()
        with pytest.raises(asyncio.CancelledError):
            await asking
        assert [search.cancelled for search in searches] == [True, True]

    timeless(go())


def test_a_bug_is_no_failure_of_a_provider_and_leaves_nothing_running() -> None:
    async def go() -> None:
        slow = Waiting(B, 60.0)
        with pytest.raises(ZeroDivisionError):
            await MergedSearch([slow, FakeSearch(lambda _: 1 / 0)])("tea")  # type: ignore[arg-type,return-value]
        assert slow.cancelled

    timeless(go())


async def test_providers_that_fail_always_end_in_one_sentence() -> None:
    clock = FakeClock()
    providers = [Scripted([Retryable(f"{name} is down")], name=name, account=name) for name in ("tavily", "ddgs")]
    search = MergedSearch([Steady(provider, sleep=clock.sleep, clock=clock) for provider in providers])
    with pytest.raises(ProviderError, match="tavily is down; ddgs is down"):
        await search("宇治茶")
    assert [len(provider.asked) for provider in providers] == [3, 3]


def test_results_are_a_list() -> None:
    assert Results(A) == A
    assert Results(A).outcomes == ()
    with pytest.raises(ValueError, match="no search"):
        MergedSearch([])

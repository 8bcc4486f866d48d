from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kasen.models.anthropic.prefixes import KEPT_S, Prefixes

HEAD = "前置き。\n" * 100


class Clock:
    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


def ask(prefixes: Prefixes, prompt: str, kind: str = "k") -> str:
    with prefixes.split(prompt, kind) as split:
        assert split.kept + split.rest == prompt
        return split.kept


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def prefixes(clock: Clock) -> Prefixes:
    return Prefixes(least_tokens=100, clock=clock)


def test_a_beginning_is_marked_from_the_second_time_on(prefixes: Prefixes) -> None:
    assert [ask(prefixes, f"{HEAD}問{n}\n") for n in range(4)] == ["", HEAD, HEAD, HEAD]


def test_the_same_prompt_again_is_marked_as_a_whole(prefixes: Prefixes) -> None:
    assert [ask(prefixes, HEAD + "終") for _ in range(3)] == ["", HEAD + "終", HEAD + "終"]


def test_what_is_short_is_never_marked(prefixes: Prefixes) -> None:
    assert [ask(prefixes, f"短い。\n問{n}") for n in range(4)] == [""] * 4


def test_a_prompt_and_more_is_a_repair_and_not_marked(prefixes: Prefixes) -> None:
    assert [ask(prefixes, HEAD), ask(prefixes, HEAD + "もう一度。\n")] == ["", ""]


def test_kinds_do_not_share(prefixes: Prefixes) -> None:
    assert [ask(prefixes, f"{HEAD}{kind}", kind) for kind in "abcd"] == [""] * 4


def test_a_beginning_is_written_by_one_call_at_a_time(prefixes: Prefixes) -> None:
    ask(prefixes, HEAD + "一\n")
    with prefixes.split(HEAD + "二\n", "k") as writing:
        assert writing.kept == HEAD
        assert [ask(prefixes, f"{HEAD}{n}\n") for n in "三四"] == ["", ""]
    assert ask(prefixes, HEAD + "五\n") == HEAD


def test_a_call_that_failed_has_written_nothing(prefixes: Prefixes) -> None:
    ask(prefixes, HEAD + "一\n")
    with pytest.raises(RuntimeError), prefixes.split(HEAD + "二\n", "k"):
        raise RuntimeError
    with prefixes.split(HEAD + "三\n", "k") as writing:
        assert writing.kept == HEAD
        assert ask(prefixes, HEAD + "四\n") == ""


def test_after_five_minutes_it_is_as_if_never_seen(prefixes: Prefixes, clock: Clock) -> None:
    ask(prefixes, HEAD + "一\n")
    ask(prefixes, HEAD + "二\n")
    clock.now += KEPT_S + 1
    assert [ask(prefixes, f"{HEAD}{n}\n") for n in "三四五"] == ["", HEAD, HEAD]


def test_reading_keeps_it_alive(prefixes: Prefixes, clock: Clock) -> None:
    ask(prefixes, HEAD + "一\n")
    for number in range(5):
        assert ask(prefixes, f"{HEAD}{number}\n") == HEAD
        clock.now += KEPT_S - 1


def test_a_much_longer_beginning_takes_the_place_of_a_short_one(prefixes: Prefixes) -> None:
    long = HEAD + "資料。\n" * 400
    prompts = [f"{HEAD}甲\n", f"{HEAD}乙\n", f"{long}甲\n", f"{long}乙\n", f"{long}丙\n"]
    assert [len(ask(prefixes, prompt)) for prompt in prompts] == [0, len(HEAD), len(HEAD), len(long), len(long)]


def test_memory_stays_small(prefixes: Prefixes) -> None:
    for number in range(200):
        for question in "一二":
            ask(prefixes, f"{number}\n{HEAD}{question}\n")
    assert len(prefixes._beginnings) <= 16


@settings(max_examples=60, deadline=None)
@given(st.lists(st.text("あa\n", max_size=40), max_size=12))
def test_a_prompt_always_comes_out_whole(prompts: list[str]) -> None:
    prefixes = Prefixes(least_tokens=2)
    for prompt in prompts:
        ask(prefixes, prompt)

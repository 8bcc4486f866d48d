from __future__ import annotations

import re
from string import Formatter

import pytest

from kasen.teams.code.taking.wording import _WORDS, SHOWN, in_words, refused


@pytest.mark.parametrize("why", _WORDS)
def test_both_languages_say_the_same_facts_and_the_same_commands(why: str) -> None:
    english, hint, japanese, its = _WORDS[why]
    named = [{field for _, field, _, _ in Formatter().parse(one) if field} for one in (english + hint, japanese + its)]
    assert named[0] == named[1]
    commands = r"(?:git|kasen) [a-z]+[^：。:.]*"
    assert len(re.findall(commands, hint)) == len(re.findall(commands, its))
    facts = dict.fromkeys(named[0], "x")
    assert str(refused("ja", why, **facts)) != str(refused("en", why, **facts))
    assert not re.search(r"[ぁ-ん]", str(refused("en", why, **facts)))


def test_long_lists_are_counted() -> None:
    names = [f"f{number}" for number in range(SHOWN + 2)]
    assert in_words("en", names).endswith("`f7` and 2 more")
    assert in_words("ja", names).endswith("`f7` ほか 2 件")
    assert in_words("ja", names[:1], mark="") == "f0"

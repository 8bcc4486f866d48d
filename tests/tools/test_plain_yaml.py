from __future__ import annotations

import datetime

import pytest
import yaml

from kasen.tools.plain_yaml import plain_yaml


def test_plain_values_are_read() -> None:
    text = "title: 歌仙\nyears: [2019, 2.5]\nsince: 2019-04-01\nnone:\n"
    since = datetime.date(2019, 4, 1)
    assert plain_yaml(text) == {"title": "歌仙", "years": [2019, 2.5], "since": since, "none": None}
    assert plain_yaml("") is None


@pytest.mark.parametrize(
    "text",
    [
        "a: [",
        "a: &x [1]\nb: *x",
        "a: &x {k: v}\nb: {<<: [*x, *x]}",
        "!!python/object/apply:os.getcwd []",
        "- 2020-13-45",
        "[" * 5000,
        "1" * 5000,
        "a\x00b",
    ],
    ids=["broken", "alias", "merged alias", "object", "no such day", "deep", "long number", "control"],
)
@pytest.mark.usefixtures("deep_stack")
def test_what_cannot_be_read_is_one_kind_of_error(text: str) -> None:
    with pytest.raises(yaml.YAMLError):
        plain_yaml(text)


def test_a_bomb_is_refused_before_it_is_unpacked() -> None:
    lines = ["a0: &a0 {k: v}", *(f"a{n}: &a{n} {{<<: [{', '.join([f'*a{n - 1}'] * 9)}]}}" for n in range(1, 30))]
    with pytest.raises(yaml.YAMLError, match="aliases are not read"):
        plain_yaml("\n".join(lines))

from __future__ import annotations

import pytest
import yaml

from kasen.teams.resume.not_yaml import why_not_yaml
from kasen.tools.plain_yaml import plain_yaml


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("- one\n- [two\n", "line 3: expected ',' or ']', but got '<stream end>'"),
        ("a: b: c\n", "line 1: mapping values are not allowed here"),
        ("- &a x\n- *a\n", "aliases are not read; write it out"),
    ],
)
def test_a_place_and_a_problem_are_said_and_nothing_of_the_reader_that_found_it(text: str, said: str) -> None:
    with pytest.raises(yaml.YAMLError) as error:
        plain_yaml(text)
    assert why_not_yaml(error.value) == said


def test_a_file_of_another_encoding_is_said_so() -> None:
    with pytest.raises(UnicodeDecodeError) as error:
        "事実".encode("cp932").decode("utf-8")
    assert why_not_yaml(error.value) == "it is not written in UTF-8"

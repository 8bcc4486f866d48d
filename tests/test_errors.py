from __future__ import annotations

import inspect
import re

import pytest

from kasen import errors
from kasen.errors import KasenError

CLASSES = [kind for _, kind in inspect.getmembers(errors, inspect.isclass) if issubclass(kind, KasenError)]


def test_the_tree_in_the_documentation_is_the_tree_of_the_classes() -> None:
    drawn = re.findall(r"^[ │├└─]*([A-Z]\w+)(?:\s|$)", (errors.__doc__ or "").split("\n\n")[1], re.MULTILINE)
    assert len(drawn) >= 15
    assert sorted(drawn) == sorted(kind.__name__ for kind in CLASSES)


@pytest.mark.parametrize("kind", CLASSES, ids=lambda kind: kind.__name__)
def test_an_error_is_one_sentence_with_a_hint(kind: type[KasenError]) -> None:
    error = kind("`a.pdf` is broken", hint="Mend it.")
    assert (str(error), error.hint) == ("`a.pdf` is broken", "Mend it.")
    assert kind("x").hint == ""
    assert kind.__doc__


def test_the_exit_code_in_the_drawing_is_that_of_the_class() -> None:
    drawn = dict(re.findall(r"(\w+)\s+exit (\d+)", errors.__doc__ or ""))
    assert len(drawn) == 10
    assert {name: getattr(errors, name).exit_code for name in drawn} == {
        name: int(code) for name, code in drawn.items()
    }


def test_a_child_has_the_exit_code_of_its_parent() -> None:
    families = [kind for kind in CLASSES if kind.__base__ not in (KasenError, Exception)]
    assert len(families) >= 5
    assert all(kind.exit_code == kind.__base__.exit_code for kind in families)  # type: ignore[union-attr]


def test_a_provider_may_say_when_to_come_back() -> None:
    assert errors.Retryable("busy", retry_after=2.5).retry_after == 2.5
    assert errors.Retryable("busy").retry_after is None

"""What research looks for before a run is recorded."""

from __future__ import annotations

from pathlib import Path

import pytest

from kasen.errors import InputError
from kasen.runtime.recording import record
from kasen.runtime.rows import Options
from kasen.runtime.store import Store
from kasen.team import load
from kasen.teams.research.schemas import Request


def test_documents_that_are_not_there_are_named(tmp_path: Path) -> None:
    Request(question="Tea?", docs=[tmp_path]).at_the_door()
    with pytest.raises(InputError, match="there is no file or folder"):
        Request(question="Tea?", docs=[tmp_path, tmp_path / "nope"]).at_the_door()
    with pytest.raises(InputError, match="cannot be read"):
        Request(question="Tea?", docs=[tmp_path / ("x" * 300)]).at_the_door()


@pytest.mark.parametrize(
    ("question", "items", "by_rules", "passes"),
    [
        ("Alpha vs Beta", [], True, True),
        ("Which is better?", ["Alpha", "Beta"], True, True),
        ("Which tea is better?", [], True, False),
        ("Which tea is better?", [], False, True),
        ("Alpha vs Beta", ["Alpha"], False, False),
    ],
)
def test_a_comparison_needs_two_things(question: str, items: list[str], by_rules: bool, passes: bool) -> None:
    request = Request(question=question, items=items)
    request.suits("quick", by_rules=by_rules)
    if passes:
        request.suits("compare", by_rules=by_rules)
        return
    with pytest.raises(InputError, match="two things at least") as refused:
        request.suits("compare", by_rules=by_rules)
    assert "--items" in refused.value.hint


async def test_what_is_refused_leaves_no_run(tmp_path: Path) -> None:
    team = load("research")
    async with Store(tmp_path / "home") as store:
        for asked, mode in (({"docs": [str(tmp_path / "nope")]}, None), ({}, "compare")):
            with pytest.raises(InputError):
                await record(store, team, {"question": "Which tea?", **asked}, mode=mode, options=Options(), owner="")
        assert await store.runs() == []

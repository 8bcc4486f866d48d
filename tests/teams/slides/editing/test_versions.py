from __future__ import annotations

import pytest

from kasen.errors import UnknownName
from kasen.teams.slides.editing.versions import answered, taken_over, version_of
from kasen.teams.slides.schemas.result import Result
from kasen.testing.deps import fake_deps
from kasen.testing.stores import MemoryArtifacts


async def test_all_versions_are_taken_over_once_each_under_its_number() -> None:
    kept, into = MemoryArtifacts(), MemoryArtifacts()
    for data in (b"1", b"2", b"1"):
        await kept.write("deck.pptx", data, "x")
    await into.write("deck.pptx", b"1", "x")  # as a node that was killed leaves it
    for _ in range(2):
        await taken_over(into, kept, "deck.pptx", 3, "x")
    assert into.versions == kept.versions
    with pytest.raises(UnknownName):
        await taken_over(into, kept, "deck.pptx", 4, "x")


async def test_where_nothing_changed_the_reason_is_the_reply_and_the_rest_warns() -> None:
    deps = fake_deps()
    result = await answered(deps, Result(outcome="deck", lang="en"), "", ["No such slide.", "No chart."])
    assert (result.outcome, result.reply) == ("answered", "No such slide.")
    assert [one.text for one in deps.events.of("warning")] == ["No chart."]


def test_a_version_says_what_was_wished_on_one_line() -> None:
    made = version_of(fake_deps(), 3, "slide 2:\n shorter", ("s-02",))
    assert (made.number, made.what, made.changed, made.run_id) == (3, "slide 2: shorter", ("s-02",), "run_test")

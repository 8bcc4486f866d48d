from __future__ import annotations

import asyncio

import pytest

from kasen.errors import InputError
from kasen.testing.search import document_hit
from kasen.testing.teams import FakeTeam, research_answer


async def test_it_answers_by_the_request_and_keeps_what_it_was_asked() -> None:
    hit = document_hit("Tea came from China.")
    answer = research_answer(("Tea is Chinese.", "supported", [hit, hit]), report="# Tea")
    team = FakeTeam(lambda request: InputError("no") if request["question"] == "salt" else answer)
    assert await team("research", {"question": "tea"}, role="researcher", mode="quick") == answer
    with pytest.raises(InputError):
        await team("research", {"question": "salt"}, role="researcher")
    assert [one["mode"] for one in team.asked] == ["quick", None]
    assert answer.passage_ids == (hit.passage.id,)
    assert answer.result["findings"][0]["passage_ids"] == [hit.passage.id] * 2


async def test_it_knows_how_many_were_asked_at_once() -> None:
    team = FakeTeam(research_answer())
    await asyncio.gather(*(team("research", {}, role="r") for _ in range(3)))
    await team("research", {}, role="r")
    assert team.at_once == 3

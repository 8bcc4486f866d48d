"""The pause before claims are looked up."""

from __future__ import annotations

from typing import Any

import jsonschema
from langgraph.runtime import Runtime
from langgraph.types import Command

from kasen.team import Deps
from kasen.teams.research.nodes.approve_claims import CLAIMS, approve_claims
from kasen.teams.research.schemas import Request
from kasen.teams.research.schemas.fact_check import CheckedText, TextClaim
from kasen.testing.deps import fake_deps

CLAIM = TextClaim(text="Uji lies near Kyoto.", words="Uji lies near Kyoto.")


async def pause(answer: dict[str, Any] | None, approve: str = "plan", claims: list[TextClaim] | None = None) -> Any:
    deps = fake_deps(answers={"plan": answer} if answer else None)
    given = [CLAIM] if claims is None else claims
    state: Any = {
        "request": Request(question="q", approve=[approve]),
        "checked": CheckedText(text="Uji lies near Kyoto."),
        "claims": given,
    }
    runtime: Runtime[Deps] = Runtime(context=deps)
    command: Command[Any] = await approve_claims(state, runtime)
    for asked in deps.approve.asked:
        jsonschema.validate(asked["default"]["plan"], CLAIMS)
    return command


async def test_yes_and_no_pause_go_on_with_the_claims() -> None:
    for command in (await pause(None), await pause(None, "draft")):
        assert (command.goto, command.update) == ("evidence_searcher", {"claims": [CLAIM]})


async def test_an_edited_list_goes_on_as_edited() -> None:
    command = await pause({"go_on": True, "plan": {"claims": ["Tea is green."]}})
    assert [claim.text for claim in command.update["claims"]] == ["Tea is green."]


async def test_a_comment_has_the_text_split_again_and_a_no_ends() -> None:
    again = await pause({"go_on": True, "comment": "only the dates"})
    assert (again.goto, again.update) == ("claim_splitter", {"comment": "only the dates"})
    assert (await pause({"go_on": False})).goto == "publisher"


async def test_without_claims_nothing_is_searched() -> None:
    assert (await pause(None, claims=[])).goto == "publisher"

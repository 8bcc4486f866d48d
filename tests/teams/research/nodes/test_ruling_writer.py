"""The report of a fact-check from rulings that were made."""

from __future__ import annotations

from typing import Any

from langgraph.runtime import Runtime

from kasen.team import Deps
from kasen.teams.research.nodes.ruling_writer import MOST_FINDINGS, ruling_writer
from kasen.teams.research.schemas import Request, Result
from kasen.teams.research.schemas.fact_check import CheckedText, Ruled, TextClaim, Uncheckable, Weighed
from kasen.testing.deps import FakeDeps, fake_deps
from kasen.testing.search import document_hit
from kasen.tools.report.model import RulingKind

OPENED = "The bridge opened in 1998."


async def write(deps: FakeDeps, **more: Any) -> Result:
    state: Any = {
        "request": Request(question="q", docs=["/docs"]),
        "checked": CheckedText(text=OPENED),
        "claims": [],
        "beyond": [],
        "uncheckable": [],
        **more,
    }
    runtime: Runtime[Deps] = Runtime(context=deps)
    return (await ruling_writer(state, runtime))["result"]


async def ruled(*rulings: RulingKind, **more: Any) -> Result:
    deps = fake_deps()
    hits = [document_hit(f"The bridge number{n} opened in 1998.", path=f"/{n}.md") for n in range(len(rulings))]
    await deps.evidence.add(hits)
    return await write(
        deps,
        claims=[TextClaim(text=f"The bridge number{n} opened in 1998.", words=OPENED) for n in range(len(rulings))],
        rulings=[Ruled(claim=n, ruling=one, confidence=0.6, seen=1) for n, one in enumerate(rulings, start=1)],
        weighed=[
            Weighed(
                claim=n,
                passage_id=hit.passage.id,
                source_id=hit.source.id,
                start=0,
                end=len(hit.passage.text),
                stance="for",
                by="code",
            )
            for n, hit in enumerate(hits, start=1)
        ],
        **more,
    )


async def test_what_is_wrong_comes_first_and_there_is_an_end_of_findings() -> None:
    result = await ruled("supported", "disputed", "refuted", "not_enough")
    assert [finding.text.split("“")[1][:18] for finding in result.findings] == [
        *("The bridge number2", "The bridge number1", "The bridge number0")
    ]
    every: list[RulingKind] = ["supported"] * (MOST_FINDINGS + 4)
    many = await ruled(*every)
    assert len(many.findings) == MOST_FINDINGS
    assert len(many.rulings) == MOST_FINDINGS + 4


async def test_rulings_are_in_the_result_and_in_the_report_with_their_quotations() -> None:
    result = await ruled("supported", "not_enough")
    assert [(one.ruling, one.quotes[0].quote) for one in result.rulings] == [
        ("supported", "The bridge number0 opened in 1998."),
        ("not_enough", "The bridge number1 opened in 1998."),
    ]
    assert [point.ruling.ruling for point in result.document.analysis if point.ruling] == ["supported", "not_enough"]
    assert "In the text: “The bridge opened in 1998.”" in result.report
    assert result.document.unresolved() == []
    assert result.document.mode == "fact-check"


async def test_what_was_not_checked_is_said() -> None:
    result = await write(
        fake_deps(),
        checked=CheckedText(text=OPENED, title="Story", uri="https://a.example/", cut=True),
        beyond=["One claim more."],
        uncheckable=[Uncheckable(words="Tea is lovely.", kind="opinion")],
        copies=["Copy", "Copy"],
    )
    said = " ".join(result.not_covered)
    assert all(words in said for words in ("20,000", "One claim more.", "Tea is lovely.", "repeat it: Copy."))
    assert result.title == "Fact-check: Story https://a.example/"


async def test_a_refused_plan_is_a_report_that_rules_nothing() -> None:
    result = await write(fake_deps(), claims=[TextClaim(text=OPENED)], refused="plan")
    assert result.rulings == []
    assert result.document.analysis == ()


async def test_a_claim_deep_in_a_long_text_is_named_in_its_own_words() -> None:
    """Its figure stands in the text that was given, though not in the short name of that text."""
    claim = "In this year 124 towns paid for it."
    text = f"{OPENED} " * 40 + claim
    result = await write(fake_deps(), checked=CheckedText(text=text), claims=[TextClaim(text=claim, words=claim)])
    assert any(claim in one for one in result.not_covered)


async def test_a_check_that_decides_nothing_warns_and_says_what_to_give() -> None:
    none, open_claim = fake_deps(), fake_deps(lang="ja")
    await write(none)
    await write(open_claim, claims=[TextClaim(text=OPENED, words=OPENED)])
    (said,), (told,) = none.events.of("warning"), open_claim.events.of("warning")
    assert said.text.startswith("No claim that can be checked was found. Give sentences")
    assert told.text.startswith("主張 1 件のどれにも、")
    assert "--docs" in told.text

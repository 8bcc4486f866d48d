"""Every work is ranked once; a rank rests on words that stand in the work and in role or posting."""

from __future__ import annotations

import json
from typing import Any

import pytest
from langgraph.runtime import Runtime

from kasen.errors import Refused
from kasen.team import Deps
from kasen.teams.resume.nodes.portfolio_ranker import MOST_SHOWN, portfolio_ranker, ranked
from kasen.teams.resume.schemas.portfolio import PortfolioItem, RankedItem
from kasen.testing.deps import FakeDeps, fake_deps
from kasen.testing.scripted import ScriptedModel

POSTING = "必須:\n・Goの経験\n・決済の経験\n歓迎:\n・Terraform\n"
ITEMS = [
    PortfolioItem(id="P1", title="robot", description="A robot that waters tomatoes."),
    PortfolioItem(id="P2", title="ecs", description="A Terraform module, kept running for 3 years."),
    PortfolioItem(id="P3", title="冪等キー", description="二重決済を防ぐGoの実装例", url="https://example.com/i"),
    PortfolioItem(id="P4", title="garden", description="Tomatoes."),
]


def said(*works: dict[str, Any]) -> dict[str, Any]:
    return {"items": [{"evidence": [], "meets": [], "why": "", **one} for one in works]}


async def answered(answer: Any) -> tuple[list[RankedItem], FakeDeps]:
    deps = fake_deps(model=ScriptedModel(lambda _: answer), lang="ja")
    return await ranked(deps, items=ITEMS, role="バックエンドエンジニア", posting=POSTING), deps


def ids(found: list[RankedItem]) -> list[str]:
    return [one.id for one in found]


async def test_a_good_answer_keeps_its_order_and_its_quotations() -> None:
    found, deps = await answered(
        said(
            {"item": "P2", "evidence": ["kept running for 3 years"], "meets": ["Terraform"], "why": "運用"},
            {"item": "P3", "evidence": ["二重決済を防ぐ", "Go"], "meets": ["決済の経験", "Goの経験"]},
            {"item": "P1"},
            {"item": "P4"},
        )
    )
    assert ids(found) == ["P2", "P3", "P1", "P4"]
    assert [one.rank for one in found] == [1, 2, 3, 4]
    assert (found[0].evidence, found[0].meets, found[0].why) == (("kept running for 3 years",), ("Terraform",), "運用")
    assert (found[1].evidence, found[1].meets) == (("二重決済を防ぐ", "Go"), ("決済の経験", "Goの経験"))
    assert found[1].url == "https://example.com/i"
    assert [one.by for one in found] == ["scripted:model", "scripted:model", "rule", "rule"]
    assert deps.events.of("warning") == []


async def test_a_rank_without_words_that_stand_on_both_sides_falls_below_all_with_them() -> None:
    found, deps = await answered(
        said(
            {"item": "P1", "evidence": ["a payment system in Go"], "meets": ["決済の経験"], "why": "best"},
            {"item": "P4", "evidence": ["Tomatoes."], "meets": ["トマトの経験"]},
            {"item": "P2", "evidence": ["A Terraform module"], "meets": ["Terraform"]},
        )
    )
    assert ids(found) == ["P2", "P3", "P1", "P4"]
    assert (found[1].by, found[1].evidence) == ("rule", ("二重決済を防ぐGoの実装例", "二重決済を防ぐGoの実装例"))
    assert (found[2].evidence, found[2].why, found[2].by) == ((), "", "rule")
    (warning,) = deps.events.of("warning")
    assert warning.text == "順位の根拠 2 件は作品か求人に書かれていないため使わなかった。"


async def test_wrong_ids_and_works_named_twice_do_not_count() -> None:
    pair = {"evidence": ["A Terraform module"], "meets": ["Terraform"]}
    found, _ = await answered(
        said(
            {"item": "P9", **pair},
            {"item": "ecs", **pair},
            {"item": "[p2]", **pair},
            {"item": "P2", "evidence": ["kept running"], "meets": ["Go"]},
        )
    )
    assert sorted(ids(found)) == ["P1", "P2", "P3", "P4"]
    assert (found[0].id, found[0].evidence) == ("P2", ("A Terraform module",))


async def test_pairs_belong_together_one_to_one() -> None:
    found, _ = await answered(
        said({"item": "P3", "evidence": ["二重決済を防ぐ", "Go", "実装例"], "meets": ["決済の経験"]}, {"item": "P2"})
    )
    assert (found[0].evidence, found[0].meets) == (("二重決済を防ぐ",), ("決済の経験",))


@pytest.mark.parametrize(
    "answer",
    [
        {},
        {"items": []},
        said({"item": "P1", "evidence": ["の"], "meets": ["の"]}),
        "Here you are:\n```json\n" + json.dumps(said({"item": "P1", "why": "best"})) + "\n```",
        "I cannot rank people.",
        Refused("no"),
    ],
)
async def test_answers_without_anything_in_them_leave_the_order_of_the_rule(answer: Any) -> None:
    found, _ = await answered(answer)
    assert ids(found) == ["P3", "P2", "P1", "P4"]
    assert {one.by for one in found} == {"rule"}
    assert [bool(one.evidence) for one in found] == [True, True, False, False]


async def test_scores_are_counted_by_code() -> None:
    found, _ = await answered(
        said({"item": "P4", "evidence": ["Tomatoes."], "meets": ["Goの経験"], "score": 1.0}, {"item": "P3"})
    )
    assert (found[0].id, found[0].score) == ("P4", 0.0)
    assert all(0.0 <= one.score <= 1.0 for one in found)


async def test_of_many_works_those_with_most_in_common_are_shown_and_that_is_said() -> None:
    items = [PortfolioItem(id=f"P{n}", title=f"w{n}", description="Tomatoes.") for n in range(1, 60)]
    items.append(PortfolioItem(id="P60", title="last", description="決済をGoで"))
    model = ScriptedModel([said()])
    deps = fake_deps(model=model, lang="ja")
    found = await ranked(deps, items=items, role="", posting=POSTING)
    assert len(found) == len(set(ids(found))) == 60
    assert found[0].id == "P60"
    (request,) = model.requests
    assert request.prompt.count('kind="work"') == MOST_SHOWN
    assert 'id="P60"' in request.prompt
    assert len(deps.events.of("warning")) == 1


async def test_nobody_is_asked_about_one_work_or_where_there_is_nothing_to_hold_works_against() -> None:
    model = ScriptedModel([])
    deps = fake_deps(model=model)
    assert await ranked(deps, items=[], role="x", posting=POSTING) == []
    (one,) = await ranked(deps, items=ITEMS[2:3], role="", posting=POSTING)
    assert (one.rank, one.by, bool(one.evidence)) == (1, "rule", True)
    assert ids(await ranked(deps, items=ITEMS, role="", posting="")) == ["P1", "P2", "P3", "P4"]
    assert model.requests == []


async def test_the_node_ranks_in_the_first_round_only() -> None:
    deps = fake_deps(lang="en")
    runtime: Runtime[Deps] = Runtime(context=deps)
    given: Any = {
        "iteration": 1,
        "revised_content": "# 架空 太郎\n\n- Goで作った。\n",
        "lang": "ja",
        "hidden": [],
        "portfolio_items": ITEMS,
        "target_role": "",
        "job_posting_content": POSTING,
        "ranking": [],
    }
    found = (await portfolio_ranker(given, runtime))["ranking"]
    assert ids(found)[:2] == ["P3", "P2"]
    assert deps.notes == ["4 works, 2 with evidence"]
    later: Any = {**given, "iteration": 2, "ranking": found}
    assert (await portfolio_ranker(later, runtime))["ranking"] == found
    without: Any = {**given, "portfolio_items": []}
    assert (await portfolio_ranker(without, runtime))["ranking"] == []
    assert len(deps.ledger.receipts) == 1


async def test_the_name_of_the_resume_is_not_shown_with_the_works() -> None:
    model = ScriptedModel([said()])
    deps = fake_deps(model=model, lang="ja")
    runtime: Runtime[Deps] = Runtime(context=deps)
    given: Any = {
        "iteration": 1,
        "revised_content": "---\nauthor: 架空 太郎\n---\n\n# 職務経歴\n\n- Goで作った。\n",
        "lang": "ja",
        "hidden": [],
        "portfolio_items": [*ITEMS, PortfolioItem(id="P5", title="x", description="架空 太郎がGoで作った。")],
        "target_role": "",
        "job_posting_content": POSTING,
    }
    found = (await portfolio_ranker(given, runtime))["ranking"]
    (request,) = model.requests
    assert "太郎" not in request.prompt
    assert len(found) == 5

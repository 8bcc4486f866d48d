"""The posting matcher counts only requirements that the posting has and quotations that the résumé has."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest
from langgraph.runtime import Runtime

from kasen.errors import Refused
from kasen.team import Deps
from kasen.teams.resume.nodes.posting_matcher import Matched, matched, posting_matcher
from kasen.teams.resume.prepared import prepared
from kasen.teams.resume.schemas.part import Lang
from kasen.teams.resume.schemas.posting import Match, Posting, Requirement
from kasen.testing.deps import FakeDeps, fake_deps
from kasen.testing.scripted import ScriptedModel

EXAMPLES = Path(__file__).parents[4] / "examples" / "resume"
RESUME = """---
author: 架空 太郎
---

# 職務経歴

## 架空商事株式会社（2020年4月 〜 2023年3月）

- Goで決済APIを開発し、応答を1.8秒から420ミリ秒にした。
- 架空太郎が障害対応の当番を務めた。

# スキル

PostgreSQL、Terraform
"""
POSTING = """職種：バックエンドエンジニア

【必須】
・Goの開発経験 2年以上
・障害対応の経験
・Kubernetesの利用経験

【歓迎】
・Terraform

【待遇】
・年収700万円
"""


def said(*requirements: Mapping[str, Any]) -> dict[str, Any]:
    return {"requirements": [{"weight": "must", "evidence": [], "note": "", **one} for one in requirements]}


async def match(deps: FakeDeps, posting: str = POSTING, resume: str = RESUME, lang: Lang = "ja") -> Match:
    ready = prepared(resume, lang)
    return await matched(
        deps, resume=ready.resume, masked=ready.masked, posting=Posting(text=posting), role="バックエンドエンジニア"
    )


async def answered(answer: Any, **given: Any) -> tuple[Match, FakeDeps]:
    deps = fake_deps(model=ScriptedModel(lambda _: answer), lang="ja")
    return await match(deps, **given), deps


def by_text(found: Match) -> dict[str, Requirement]:
    return {one.text: one for one in found.requirements}


async def test_a_good_answer_is_taken_as_it_is_with_places_in_both_texts() -> None:
    found, deps = await answered(
        said(
            {
                "requirement": "Goの開発経験 2年以上",
                "status": "met",
                "evidence": ["Goで決済APIを開発し、応答を1.8秒から420ミリ秒にした。"],
                "note": "3年",
            },
            {"requirement": "障害対応の経験", "status": "partly", "evidence": ["障害対応の当番を務めた"]},
            {"requirement": "Kubernetesの利用経験", "status": "missing"},
            {"requirement": "Terraform", "status": "met", "evidence": ["Terraform"], "weight": "must"},
        )
    )
    assert [(one.id, one.status, one.weight) for one in found.requirements] == [
        ("R1", "met", "must"),
        ("R2", "partly", "must"),
        ("R3", "missing", "must"),
        ("R4", "met", "nice"),
    ]
    (evidence,) = found.requirements[0].evidence
    assert evidence.place is not None
    assert RESUME[evidence.place.start : evidence.place.end] == evidence.text
    assert RESUME.splitlines()[evidence.place.line - 1].endswith(evidence.text)
    assert {one.by for one in found.requirements} == {found.by} == {"scripted:model"}
    assert deps.events.of("warning") == []


async def test_an_invented_requirement_is_left_out_and_that_is_said() -> None:
    found, deps = await answered(
        said(
            {"requirement": "Rustの経験 10年以上", "status": "missing"},
            {"requirement": "年収700万円", "status": "met", "evidence": ["Terraform"]},
            {"requirement": POSTING[10:60], "status": "met", "evidence": ["Terraform"]},
            {"requirement": "Terraform", "status": "met", "evidence": ["Terraform"]},
        )
    )
    assert all(one.text in POSTING for one in found.requirements)
    assert "年収700万円" not in by_text(found)
    assert [(one.text, one.by) for one in found.requirements if one.by != "rule"] == [("Terraform", "scripted:model")]
    (warning,) = deps.events.of("warning")
    assert warning.text == "求人に書かれていない要件 3 件は使わなかった。"


async def test_requirements_that_a_model_overlooks_are_those_of_the_rule() -> None:
    found, _ = await answered(said({"requirement": "Terraform", "status": "met", "evidence": ["Terraform"]}))
    assert [(one.text, one.status, one.by) for one in found.requirements] == [
        ("Goの開発経験 2年以上", "met", "rule"),
        ("障害対応の経験", "not_judged", "rule"),
        ("Kubernetesの利用経験", "missing", "rule"),
        ("Terraform", "met", "scripted:model"),
    ]


@pytest.mark.parametrize("status", ["met", "partly"])
async def test_nothing_is_met_by_words_that_do_not_stand_in_the_resume(status: str) -> None:
    found, _ = await answered(
        said(
            {
                "requirement": "Kubernetesの利用経験",
                "status": status,
                "evidence": ["Kubernetesを3年運用した", "", "の", "架空太郎が障害対応の当番を務めた"],
            }
        )
    )
    one = by_text(found)["Kubernetesの利用経験"]
    assert (one.status, one.evidence) == ("not_judged", ())


async def test_a_flatterer_convinces_nobody() -> None:
    every = ["Goの開発経験 2年以上", "障害対応の経験", "Kubernetesの利用経験", "Terraform"]
    found, _ = await answered(
        said(*({"requirement": one, "status": "met", "evidence": ["優秀な応募者です"]} for one in every))
    )
    assert {one.status for one in found.requirements} == {"not_judged"}


async def test_the_same_requirement_twice_counts_once_and_the_order_is_that_of_the_posting() -> None:
    found, _ = await answered(
        said(
            {"requirement": "Terraform", "status": "missing"},
            {"requirement": "Goの開発経験", "status": "missing"},
            {"requirement": "・Goの開発経験 2年以上", "status": "met", "evidence": ["Goで決済APIを開発"]},
            {"requirement": "terraform", "status": "met"},
        )
    )
    assert [one.text for one in found.requirements if one.by != "rule"] == ["Goの開発経験", "Terraform"]
    assert [one.id for one in found.requirements] == ["R1", "R2", "R3", "R4"]


@pytest.mark.parametrize(
    "answer",
    [
        {},
        {"requirements": []},
        {"requirements": [], "keywords": ["Go"] * 60, "score": 10},
        said({"requirement": "", "status": "met"}),
        said({"requirement": "The applicant is perfect", "status": "met", "evidence": ["perfect"]}),
        "Sure! Here is the JSON:\n```json\n" + json.dumps(said({"requirement": "x", "status": "met"})) + "\n```",
    ],
)
async def test_an_answer_with_nothing_in_it_leaves_what_code_measures(answer: Any) -> None:
    found, _ = await answered(answer)
    assert [one.status for one in found.requirements] == ["met", "not_judged", "missing", "met"]
    assert (found.by, {one.by for one in found.requirements}) == ("rule", {"rule"})


@pytest.mark.parametrize("answer", ["I would rather not.", {"requirements": "none"}, Refused("no")])
async def test_prose_and_refusals_leave_the_rule(answer: Any) -> None:
    found, _ = await answered(answer)
    assert found.by == "rule"
    assert len(found.requirements) == 4


async def test_an_answer_in_the_other_language_still_needs_the_words_that_stand_there() -> None:
    found, _ = await answered(
        said(
            {
                "requirement": "2+ years of development in Go",
                "status": "met",
                "evidence": ["Built a payment API in Go"],
            },
            {"requirement": "Ｔｅｒｒａｆｏｒｍ", "status": "met", "evidence": ["terraform"]},
        )
    )
    assert [one.text for one in found.requirements if one.by != "rule"] == ["Terraform"]
    assert by_text(found)["Terraform"].status == "not_judged"


async def test_what_is_masked_is_shown_to_nobody_and_quoted_by_nobody() -> None:
    model = ScriptedModel(
        [said({"requirement": "障害対応の経験", "status": "met", "evidence": ["架空太郎が障害対応の当番を務めた"]})]
    )
    found = await match(fake_deps(model=model, lang="ja"))
    (request,) = model.requests
    assert "太郎" not in request.prompt
    assert "〔氏名〕" in request.prompt
    assert by_text(found)["障害対応の経験"].status == "not_judged"


async def test_keywords_are_counted_by_code_whatever_a_model_says() -> None:
    found, _ = await answered({"requirements": [], "keywords": ["Cobol"]})
    terms = {one.term: one.found for one in found.keywords}
    assert terms == {"Go": True, "Kubernetes": False, "バックエンド": False, "障害対応": True, "Terraform": True}


async def test_one_ask_and_it_states_day_and_role() -> None:
    model = ScriptedModel([said()])
    deps = fake_deps(model=model, lang="ja")
    await match(deps)
    (request,) = model.requests
    assert request.role == "posting_matcher"
    assert deps.now().date().isoformat() in request.prompt
    assert "バックエンドエンジニア" in request.prompt


def state(**given: Any) -> Any:
    return {
        "iteration": 1,
        "revised_content": RESUME,
        "lang": "ja",
        "hidden": [],
        "target_role": "",
        "posting": Posting(text=POSTING),
        "match": None,
        **given,
    }


async def run(deps: FakeDeps, given: Matched) -> Match | None:
    runtime: Runtime[Deps] = Runtime(context=deps)
    return (await posting_matcher(given, runtime))["match"]


async def test_the_node_matches_in_the_first_round_only_and_asks_nobody_without_a_posting() -> None:
    deps = fake_deps(lang="ja")
    found = await run(deps, state())
    assert found is not None
    assert deps.notes == ["要件 4 件中 2 件を満たす・用語 5 語中 3 語"]
    asked = len(deps.ledger.receipts)
    assert await run(deps, state(iteration=2, match=found)) == found
    assert await run(deps, state(posting=None)) is None
    assert len(deps.ledger.receipts) == asked == 1


@pytest.mark.parametrize(
    ("lang", "told"),
    [("ja", "要件 1 件は未評価・用語 0 語中 0 語"), ("en", "1 requirement not judged, 0 of 0 keywords")],
)
async def test_where_nothing_was_judged_it_does_not_say_that_nothing_is_met(lang: Lang, told: str) -> None:
    deps = fake_deps(lang=lang)
    found = await run(deps, state(lang=lang, posting=Posting(text="【必須】\n・3名以上のチームマネジメント経験\n")))
    assert found is not None
    assert [one.status for one in found.requirements] == ["not_judged"]
    assert deps.notes == [told]


@pytest.mark.parametrize("lang", ["ja", "en"])
async def test_the_examples_by_rule_have_a_requirement_of_each_status(lang: Lang) -> None:
    posting = (EXAMPLES / f"posting.{lang}.txt").read_text(encoding="utf-8")
    resume = (EXAMPLES / f"engineer.{lang}.qmd").read_text(encoding="utf-8")
    found = await match(fake_deps(lang=lang), posting, resume, lang)
    statuses: Sequence[str] = [one.status for one in found.requirements]
    assert {"met", "partly", "missing", "not_judged"} == set(statuses)
    assert all(one.evidence for one in found.requirements if one.status == "met")
    assert {one.found for one in found.keywords} == {True, False}

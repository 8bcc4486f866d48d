"""Answers to the roles of modes fact-check, compare, causal and of a follow-up, written by hand and played again.

`answers/<case>/<n>-<role>.json` is what a model said. Of roles that are asked several times each file names words of
its prompt (`asked`). Passages are named by their quotation and evidence by the words that it begins with, for ids
follow from what else was found; careless ids stand as they were written.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from inline_snapshot import external_file

from kasen.models.provider import ModelRequest
from kasen.prompts.loader import render
from kasen.teams.research.schemas import PassageView
from kasen.teams.research.schemas.causal import (
    CausalSentence,
    ConcludedView,
    Hypothesis,
    NodeView,
    RankedView,
    Symptom,
    Weighed,
)
from kasen.teams.research.schemas.compare import CellEvidence, MatrixView
from teams.research.test_by_hand import ANSWERS, Play, Played, knowledge, play, sentences, squeezed

__all__ = ["knowledge", "play"]  # Fixtures that are used here by name.

TEXT_JA = (
    "煎茶の製法は永谷宗円が1738年に完成させた。カフェインは1日500mgまで健康な成人に安全だとEFSAは言う。"
    "御茶壺道中は1633年に始まった。被覆栽培は葉のテアニンを減らす。"
)
TEXT_EN = (
    "Nagatani Sōen perfected sencha in 1738. The tea jar procession began in 1700. "
    "Shaded leaves keep less theanine. Tea is nice."
)
COMPARED_EN = "Compare sencha, gyokuro and matcha by shading, taste and origin."
COMPARED_JA = "煎茶、玉露、抹茶をカフェイン、覆い、価格で比べて"
WHY_JA = "なぜ宇治の茶は有名になったのか"
WHY_EN = "Why did Uji become the centre of Japanese tea?"
FENCE = re.compile(r'<outside kind="\w+" id="([pe]\d+)" seal="(\w+)">\n(.*?)\n</outside seal="\2">', re.DOTALL)
ID = re.compile(r"[ep]\d+")


class Said:
    """Says what the files of a case say: of a role the file whose `asked` words stand in the prompt."""

    def __init__(self, case: str) -> None:
        self._files = sorted((ANSWERS / case).iterdir(), key=lambda file: int(file.name.partition("-")[0]))

    def __call__(self, request: ModelRequest) -> dict[str, Any]:
        """The answer with the ids that its quotations have in this prompt."""
        said = [read(file) for file in self._files if file.stem.partition("-")[2] == request.role]
        fitting = [one for one in said if one.get("asked", "") in request.prompt]
        if request.role == "verifier":
            return judged(request.prompt, [one for part in fitting for one in part["answer"]["judgements"]])
        assert fitting, f"{request.role} is asked what nobody answered by hand:\n{request.prompt}"
        bodies = {id: squeezed(body) for id, _, body in FENCE.findall(request.prompt)}
        return dict(meant(fitting[0].get("answer", fitting[0]), bodies))


def read(file: Path) -> dict[str, Any]:
    return dict(json.loads(file.read_text(encoding="utf-8")))


def meant(said: Any, bodies: dict[str, str], item: int | None = None) -> Any:
    """The same with ids in the place of quotations."""
    if isinstance(said, list):
        return [meant(one, bodies, item) for one in said]
    if not isinstance(said, dict):
        return said
    item = said.get("item", item)
    found = {key: meant(value, bodies, item) for key, value in said.items()}
    if "quote" in said:
        holders = [id for id, body in bodies.items() if squeezed(said["quote"]) in body]
        found["passage"] = holders[0] if holders else said.get("passage", "p1")
    if isinstance(said.get("evidence"), list):
        found["evidence"] = [id for one in said["evidence"] for id in ids_of(one, bodies, item)]
    return found


def ids_of(named: str, bodies: dict[str, str], item: int | None) -> list[str]:
    """Ids of the evidence that has these words, of that item where one is spoken of."""
    if ID.fullmatch(named):
        return [named]
    held = [id for id, body in bodies.items() if squeezed(named) in body]
    own = [id for id in held if f"Foritem{item}," in bodies[id]]
    return own or held


def judged(prompt: str, said: list[dict[str, Any]]) -> dict[str, Any]:
    """What a verifier says: everything is supported but what the file names otherwise."""
    shown = re.findall(
        r'<outside kind="statement" id="(s\d+)" seal="(\w+)">\n(.*?)\n</outside seal="\2">', prompt, re.S
    )
    by_text = {one["said"]: one for one in said}
    judgements = []
    for id, _, body in shown:
        other = next((one for text, one in by_text.items() if text in body), {"support": "supported"})
        judgements.append({**other, "id": id})
    return {"judgements": [{key: value for key, value in one.items() if key != "said"} for one in judgements]}


def seen(played: Played) -> str:
    """The report without the passages that it shows and the searches that it lists."""
    return played.result.report.partition("## References")[0]


def assert_cited(played: Played, lang: str) -> None:
    """What a user may rely on, whatever a model said."""
    report = played.report
    assert report.unresolved() == []
    assert report.lang == lang
    assert all(sentence.citations for sentence in report.key_findings)


# --- fact-check -------------------------------------------------------------------------------------------------------


async def test_a_good_fact_check_rules_each_claim_as_its_sources_do(play: Play) -> None:
    played = await play(Said("fact-check-good-ja"), TEXT_JA, mode="fact-check")
    assert_cited(played, "ja")
    assert [one.ruling for one in played.result.rulings] == ["supported", "refuted", "disputed", "refuted"]
    assert played.report.summary[0].text == (
        "主張 4 件を確かめた：否定される 2 件、見解が分かれる 1 件、支持される 1 件。"
    )
    assert played.report.title == "事実確認：煎茶の製法は永谷宗円が1738年に完成させた。 …"
    assert played.report.disagreements == (), "both sides stand under their claim"
    assert played.report.not_covered == ()
    assert played.report.how_made.removed == 0


async def test_a_careless_fact_check_does_not_make_a_false_claim_true(play: Play) -> None:
    played = await play(Said("fact-check-careless-en"), TEXT_EN, mode="fact-check")
    assert_cited(played, "en")
    by_claim = {one.claim: one.ruling for one in played.result.rulings}
    assert by_claim["The tea jar procession began in 1700."] != "supported"
    assert [ruling for claim, ruling in by_claim.items() if "theanine" in claim] not in ([], ["supported"]), by_claim
    assert by_claim["Nagatani Sōen perfected sencha in 1738."] != "refuted"
    for lie in ("1838", "cancer", "Marco Polo", "everybody knows", "lose all", "(e1)", "Great question"):
        assert lie not in seen(played)


# --- compare ----------------------------------------------------------------------------------------------------------


async def test_a_good_comparison_is_kept_as_it_was_written(play: Play) -> None:
    played = await play(Said("compare-good-en"), COMPARED_EN, mode="compare")
    assert_cited(played, "en")
    draft = read(ANSWERS / "compare-good-en" / "8-comparison_synthesizer.json")
    assert [one.text for one in played.report.summary] == [one["text"] for one in draft["summary"]]
    assert [one.text for one in played.report.key_findings][:2] == [one["text"] for one in draft["findings"]][:2]
    assert [point.heading for point in played.report.analysis] == ["Comparison", "shading", "taste", "origin"]
    unknown = [line for line in played.report.not_covered if line.startswith("Unknown")]
    assert unknown == [
        "Unknown, for no source was found that says it: shading of sencha; taste of gyokuro; origin of matcha."
    ]
    assert not any("found nowhere" in line for line in played.report.not_covered)


async def test_findings_that_rest_on_one_origin_each_are_not_marked_one_by_one(play: Play) -> None:
    played = await play(Said("compare-good-en"), COMPARED_EN, mode="compare")
    assert not any("single_origin" in one.marks for one in played.report.key_findings)
    assert sum("rests on a single origin" in line for line in played.report.not_covered) == 1


async def test_a_careless_comparison_gives_no_item_what_is_said_of_another(play: Play) -> None:
    played = await play(Said("compare-careless-ja"), COMPARED_JA, mode="compare")
    assert_cited(played, "ja")
    for lie in ("900", "999", "百万", "万病", "八倍", "月で", "世界一", "[1]", "160mg", "玉露は20"):
        assert lie not in seen(played), lie
    for strange in ("紅茶は毒である。", "煎茶が圧倒的に優れる。"):
        marked = [one for one in sentences(played.report) if one.text == strange]
        assert all("partial" in one.marks for one in marked), "what code cannot compare across languages is marked"


# --- a follow-up ------------------------------------------------------------------------------------------------------


async def test_a_verifier_mends_one_sentence_and_leaves_the_others(play: Play) -> None:
    played = await play(Said("quick-follow-up-en"), "Who perfected sencha, and how is it made?")
    assert_cited(played, "en")
    texts = [
        sentence.text for point in played.report.analysis for block in point.blocks for sentence in block.sentences
    ]
    assert "Most of the tea that is drunk in Japan today is sencha that is steamed, rolled and dried." in texts
    assert "The leaves are steamed, rolled and dried." not in texts
    draft = read(ANSWERS / "quick-follow-up-en" / "3-synthesizer.json")["answer"]
    assert [one.text for one in played.report.key_findings] == [one["text"] for one in draft["findings"]]


async def test_a_follow_up_goes_on_from_the_report_before_and_is_kept_as_written(play: Play) -> None:
    said = Said("quick-follow-up-en")
    first = await play(said, "Who perfected sencha, and how is it made?")
    run_id = first.report.how_made.replay.split()[-1]
    played = await play(said, "How did that sencha come to Edo?", continues=run_id)
    assert_cited(played, "en")
    draft = read(ANSWERS / "quick-follow-up-en" / "7-synthesizer.json")["answer"]
    assert [one.text for one in played.report.summary] == [one["text"] for one in draft["summary"]]
    assert [one.text for one in played.report.key_findings] == [one["text"] for one in draft["findings"]]
    assert played.report.not_covered == ()


# --- causal -----------------------------------------------------------------------------------------------------------


async def test_a_good_inquiry_into_causes_keeps_every_cause_that_a_source_names(play: Play) -> None:
    played = await play(Said("causal-good-ja"), WHY_JA, mode="causal")
    assert_cited(played, "ja")
    graph = played.result.causal_graph
    linked = {node.text for node in graph.nodes for edge in graph.edges if edge.cause == node.id}
    assert {"都への近さ", "足利将軍家の保護", "覆下栽培", "茶の湯の広まり", "永谷宗円の煎茶"} <= linked
    draft = read(ANSWERS / "causal-good-ja" / "11-root_cause_synthesizer.json")
    assert [one.text for one in played.report.summary] == [one["text"] for one in draft["summary"]]
    assert [one.text for one in played.report.key_findings] == [one["text"] for one in draft["findings"]]
    bare = [line for line in played.report.not_covered if "図に入れていない仮説" in line]
    assert len(bare) == 1
    assert "川霧が霜を防ぐ土地" in bare[0]
    assert "反する記述だけが見つかった：" in seen(played), "what speaks against a hypothesis is shown"


async def test_a_careless_inquiry_into_causes_draws_no_link_that_no_source_names(play: Play) -> None:
    played = await play(Said("causal-careless-en"), WHY_EN, mode="causal")
    assert_cited(played, "en")
    graph = played.result.causal_graph
    causes = {node.text for node in graph.nodes for edge in graph.edges if edge.cause == node.id}
    assert causes <= {"closeness to Kyoto"}
    said = "\n".join(one.text for one in (*played.report.summary, *played.report.key_findings))
    for lie in ("stronaut", "99 %", "900 km", "1467", "Kyoto lies so close because", "did not lie"):
        assert lie not in said, lie
    for lie in ("900 km", "1467", "99 %", "proven", "came first", "Great question"):
        assert lie not in seen(played), lie


# --- what the roles are asked -----------------------------------------------------------------------------------------

PASSAGES = [PassageView(id="p1", title="Sencha", headings=("Sencha", "Origin"), text="Sōen perfected it in 1738.")]
ASKED: dict[str, dict[str, Any]] = {
    "claim_splitter": {"text": "Sencha was perfected in 1738. Is it good?", "most": 20, "comment": "Leave out tastes."},
    "adjudicator": {
        "claim": "Sencha was perfected in 1738.",
        "said": "It was perfected in 1738.",
        "passages": PASSAGES,
        "lang": "en",
    },
    "comparison_planner": {
        "question": "Sencha or gyokuro?",
        "items": ["sencha", "gyokuro"],
        "criteria": [],
        "vocabulary": ["shade"],
        "wishes": ["Add matcha."],
        "today": "2026-11-21",
        "lang": "en",
    },
    "comparer": {
        "question": "Sencha or gyokuro?",
        "criterion": "caffeine in a cup",
        "better": "less",
        "items": ["sencha", "gyokuro"],
        "evidence": [
            CellEvidence(id="e1", item=1, origin="Sencha", quote="A cup of sencha has 20 mg of caffeine."),
            CellEvidence(id="e2", item=2, origin="Gyokuro", quote="A cup of gyokuro has 160 mg of caffeine."),
        ],
        "scored": True,
        "lang": "en",
    },
    "comparison_synthesizer": {
        "question": "煎茶と玉露の違いは？",
        "criteria": ["覆い"],
        "matrix": [
            MatrixView(
                item="玉露",
                criterion="覆い",
                text="玉露は覆う。",
                evidence=["e1"],
                quotes=["玉露は覆う。"],
                score=4.0,
                disputed=True,
            )
        ],
        "unknown": ["煎茶の覆い"],
        "wishes": [],
        "length": "short",
        "audience": "",
        "lang": "ja",
    },
    "issue_analyzer": {"question": "Why did Uji become famous?", "wishes": [], "today": "2026-11-21", "lang": "en"},
    "brainstormer": {
        "question": "Why did Uji become famous?",
        "issue": "how Uji became famous",
        "symptoms": [Symptom(text="Uji became famous", also=["宇治が有名になる"])],
        "sentences": [CausalSentence(id="s1", origin="Uji", text="The court drank its tea because it was close.")],
        "wishes": ["Think of the river, too."],
        "lang": "en",
    },
    "evidence_planner": {
        "question": "Why did Uji become famous?",
        "symptoms": [Symptom(text="Uji became famous")],
        "hypotheses": [
            Hypothesis(
                text="closeness to Kyoto",
                also=["京都に近い"],
                supports="Letters of the court that order tea.",
                refutes="Towns that were as close and stayed unknown.",
            )
        ],
        "web": True,
        "today": "2026-11-21",
        "lang": "en",
    },
    "causal_checker": {
        "question": "Why did Uji become famous?",
        "hypothesis": NodeView(id="h1", text="closeness to Kyoto", also=[]),
        "mechanism": "The court drank it.",
        "supports": "A source says so.",
        "refutes": "",
        "others": [NodeView(id="s1", text="Uji became famous", also=[])],
        "passages": PASSAGES,
        "lang": "ja",
    },
    "hypothesis_validator": {
        "question": "Why did Uji become famous?",
        "hypothesis": "closeness to Kyoto",
        "refutes": "Other towns were as close.",
        "evidence": [
            Weighed(id="e1", stance="for", kind="cause", origin="Uji", quote="It is close."),
            Weighed(id="e2", stance="against", kind="none", origin="Tea", quote="Toganoo is closer."),
        ],
        "lang": "en",
    },
    "root_cause_synthesizer": {
        "question": "Why did Uji become famous?",
        "symptoms": ["Uji became famous"],
        "ranking": [
            RankedView(number=1, text="closeness to Kyoto", likelihood=0.39, status="contested", is_root=True),
            RankedView(number=3, text="shade", likelihood=0.55, status="supported", is_root=False),
        ],
        "links": [
            ConcludedView(
                cause="closeness to Kyoto",
                effect="Uji became famous",
                kind="cause",
                strength=0.39,
                evidence=["e1"],
                quotes=["It is close."],
                against=["e2"],
                quotes_against=["Toganoo is closer."],
            )
        ],
        "wishes": ["Name the century."],
        "length": "standard",
        "audience": "pupils",
        "lang": "en",
    },
}


@pytest.mark.parametrize("role", ASKED)
def test_a_prompt_reads_as_it_was_reviewed(role: str) -> None:
    """After a change of wording: `pytest --inline-snapshot=fix`, and read the difference."""
    text = render("kasen.teams.research", role, **ASKED[role])
    assert text == external_file(str(Path(__file__).parent / "asked" / f"{role}.md"), format=".txt")

"""Answers to the roles of modes deep and supervised, written by hand, well and badly, played again over the documents.

`answers/<mode>-<case>/<n>-<role>.json` is what a model said. Of roles that are asked several times at once each file
names words of its prompt (`asked`). Evidence is named by the words that its quotation begins with, for its ids follow
from what else was found; careless ids stand as they were written.
"""

from __future__ import annotations

import json
import re
from collections import defaultdict
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from inline_snapshot import external_file

from kasen.models.provider import ModelRequest
from kasen.prompts.loader import render
from kasen.teams.research.schemas import Draft, ExcerptView, Measured, PointCoverage
from kasen.teams.research.schemas.deep import PlannedSubtask, PlanningTask, SubtaskView
from teams.research.test_by_hand import (
    ANSWERS,
    FENCE,
    Play,
    Played,
    agree,
    assert_sound,
    knowledge,
    play,
    sentences,
    squeezed,
    visible,
)

__all__ = ["knowledge", "play"]  # Fixtures that are used here by name.

DEEP_JA = (
    "碾茶と玉露は覆いの下でどう育てられ、味はどう変わり、煎茶とはいれ方がどう違うか。"
    "また、御茶壺道中はいつ始まり、いつ終わったか。"
)
DEEP_EN = (
    "Who perfected sencha and how was it made, how did gyokuro come about, how much caffeine do the two contain, "
    "and which region produces most tea in Japan today?"
)
SUPERVISED_EN = (
    "How did Uji become the leading tea district of Japan, and what role did the shoguns and the tea jar procession "
    "play in it?"
)
EVIDENCE = re.compile(FENCE.pattern.replace("passage", "evidence").replace("(p", "(e"), re.DOTALL)


@dataclass
class Said:
    """Says what the files of a case say; `heard` are those that were asked for."""

    case: str
    heard: set[str] = field(default_factory=set)

    def __call__(self, request: ModelRequest) -> Any:
        """The next answer of that role: one whose `asked` words stand in the prompt, else the first not yet said."""
        if request.role == "verifier":
            return agree(request)
        files = self._files()[request.role]
        known = {file: self._read(file) for file in files}
        fitting = [f for f in files if "asked" not in known[f] or known[f]["asked"] in request.prompt]
        assert fitting, f"{request.role} is asked what nobody answered by hand:\n{request.prompt}"
        file = next((f for f in fitting if f.name not in self.heard), fitting[-1])
        self.heard.add(file.name)
        said = known[file]
        return said["text"] if "text" in said else meant(said.get("answer", said), request.prompt)

    def unheard(self) -> set[str]:
        """Files that nobody asked for."""
        return {file.name for files in self._files().values() for file in files} - self.heard

    def _files(self) -> dict[str, list[Path]]:
        found: dict[str, list[Path]] = defaultdict(list)
        for file in sorted((ANSWERS / self.case).iterdir(), key=lambda file: int(file.name.partition("-")[0])):
            found[file.stem.partition("-")[2]].append(file)
        return found

    def _read(self, file: Path) -> dict[str, Any]:
        text = file.read_text(encoding="utf-8")
        said: dict[str, Any] = {"text": text} if file.suffix == ".txt" else json.loads(text)
        return said


def meant(answer: Any, prompt: str) -> Any:
    """The answer with the ids that quotations have in this prompt."""
    shown = {squeezed(body): id for fence in (FENCE, EVIDENCE) for id, _, body in fence.findall(prompt)}

    def id_of(words: str) -> str:
        return next((id for body, id in shown.items() if squeezed(words) in body), words)

    if isinstance(answer, list):
        return [meant(one, prompt) for one in answer]
    if not isinstance(answer, dict):
        return answer
    known = {key: value if key in ("evidence", "quote") else meant(value, prompt) for key, value in answer.items()}
    if isinstance(known.get("evidence"), list):
        known["evidence"] = [id_of(words) if len(words) > 5 else words for words in known["evidence"]]
    if "quote" in known and re.fullmatch(r"p\d+", known["passage"]):
        found = id_of(known["quote"])
        known["passage"] = found if found.startswith("p") and len(found) < 5 else known["passage"]
    return known


def drafted(case: str, role: str) -> list[Draft]:
    """What a writer of the case wrote, part by part."""
    files = sorted((ANSWERS / case).glob(f"*-{role}.json"), key=lambda file: int(file.name.partition("-")[0]))
    read = [json.loads(file.read_text(encoding="utf-8")) for file in files]
    return [Draft.model_validate(one.get("answer", one)) for one in read]


def texts(played: Played) -> list[str]:
    return [one.text for one in sentences(played.report)]


def headings(played: Played) -> list[str]:
    return [point.heading for point in played.report.analysis]


# --- a strong model ---------------------------------------------------------------------------------------------------


async def test_deep_in_japanese_keeps_what_was_written_and_drills_down_over_languages(play: Play) -> None:
    said = Said("deep-good-ja")
    played = await play(said, DEEP_JA, mode="deep")
    assert_sound(played, "ja")
    assert said.unheard() == set()
    report = played.report
    head, *_ = drafted("deep-good-ja", "hierarchical_synthesizer")
    assert report.title == head.title
    assert [one.text for one in report.summary] == [one.text for one in head.summary]
    assert [one.text for one in report.key_findings] == [one.text for one in head.findings]
    assert headings(played)[-1] == "御茶壺道中の始まった年は、なぜ資料によって1632年と1633年に分かれるのか"
    assert not any(heading.endswith("。") for heading in headings(played))
    assert "抹茶はいれるのではなく、約2 gの粉を約70 mlの湯で点て、丸ごと飲む。" in texts(played)
    assert [one.about for one in report.disagreements] == ["江戸 将軍 御茶壺道中", "tea jar procession"]


async def test_what_no_source_says_is_left_open_and_not_filled_with_what_says_something_else(play: Play) -> None:
    played = await play(Said("deep-good-ja"), DEEP_JA, mode="deep")
    (last,) = played.report.analysis[-1].blocks
    assert [one.text for one in last.sentences] == ["見つかった資料はこの点に答えていない。"]
    told = [line for line in played.report.not_covered if line.startswith("「")]
    assert len(told) == 1, "the points that a drill-down answered are covered"
    assert "なぜ資料によって" in told[0]
    assert "分かれる" in told[0], "words are named as they stand in the question"


async def test_deep_in_english_answers_each_part_of_the_users_question(play: Play) -> None:
    said = Said("deep-good-en")
    played = await play(said, DEEP_EN, mode="deep")
    assert_sound(played, "en")
    assert said.unheard() == set()
    head, *sections = drafted("deep-good-en", "hierarchical_synthesizer")
    assert [one.text for one in played.report.key_findings] == [one.text for one in head.findings]
    written = [one.text for draft in sections for section in draft.analysis for one in section.statements]
    shown = [one.text for point in played.report.analysis for block in point.blocks for one in block.sentences]
    assert shown == written
    assert headings(played) == [
        "Who perfected sencha and how was it made?",
        "How did gyokuro come about?",
        "How much caffeine do sencha and gyokuro contain?",
        "Which region produces most tea in Japan today",
    ]
    assert not [line for line in played.report.not_covered if line.startswith("“")]
    assert [role.role for role in played.report.how_made.roles] == [
        *("master_planner", "analyzer", "depth_evaluator", "plan_revisor", "drill_down_generator"),
        *("hierarchical_synthesizer", "verifier"),
    ]


async def test_a_reviewer_sends_a_draft_back_and_only_the_places_it_named_are_changed(play: Play) -> None:
    said = Said("supervised-good-en")
    played = await play(said, SUPERVISED_EN, mode="supervised")
    assert_sound(played, "en")
    assert said.unheard() == set()
    first, _ = drafted("supervised-good-en", "writer")
    report, review = played.report, played.result.review
    assert review is not None
    assert [(one.verdict, one.suggested_action) for one in review.rounds] == [("fail", "write"), ("pass", "end")]
    assert [one.text for one in report.summary] == [one.text for one in first.summary]
    kept, mended = report.key_findings[:3], report.key_findings[3]
    assert [one.text for one in kept] == [one.text for one in first.findings[:3]]
    assert mended.text == (
        "The tea jar procession to Edo began in 1632 according to one source and in 1633 according to another."
    )
    assert [lie for lie in ("1623", "spent a fortune") if lie in visible(played)] == []
    assert report.banner[0].startswith("Review: It passed review 2.")


async def test_a_point_that_a_reviewer_passed_is_not_called_open_for_its_wording(play: Play) -> None:
    played = await play(Said("supervised-good-en"), SUPERVISED_EN, mode="supervised")
    assert all(point.covered for point in played.result.coverage)
    assert not [line for line in played.report.not_covered if line.startswith("“")]
    assert len([one for one in sentences(played.report) if "partial" in one.marks]) <= 2


# --- a weak one -------------------------------------------------------------------------------------------------------

LIES = {
    "deep-careless-en": [
        *(
            "1838",
            "900 mg",
            "Big Coffee",
            "1999",
            "Great question",
            "cancer",
            "stronauts",
            "Bitcoin will",
            "moon",
            "99999",
        ),
        *("did not perfect", "evil.example", "ULTIMATE", "月", "[e1]", "should not be here", "gold", "javascript"),
    ],
    "supervised-careless-en": [
        *("1999", "5000", "Great question", "将軍は茶を飲まなかった", "Toganoo took the place", "Astronauts"),
        *("1888", "burned", "Big Coffee", "Bitcoin made", "won't believe", "ship it", "[e3]", "evil.example", "<b>"),
    ],
    "supervised-chatty-en": ["1999", "LGTM", "step by step"],
}


@pytest.mark.parametrize("case", LIES)
async def test_what_a_careless_model_makes_up_does_not_reach_the_reader(play: Play, case: str) -> None:
    mode = case.partition("-")[0]
    question = DEEP_EN if mode == "deep" else SUPERVISED_EN
    played = await play(Said(case), question, mode=mode)
    assert_sound(played, "en")
    assert [lie for lie in LIES[case] if lie in visible(played)] == []


# --- prompts ----------------------------------------------------------------------------------------------------------

SEARCHED = SubtaskView(number=1, question="When was sencha perfected?", state="searched", findings=["In 1738."])
OPEN = SubtaskView(number=2, question="What is matcha?", state="open", findings=["A powder."], missing=["grams"])
ASKED: dict[str, dict[str, Any]] = {
    "master_planner": {
        "vocabulary": ["sencha"],
        "measured": [Measured(query="sencha perfected", coverage=0.5)],
        "web": True,
        "task": PlanningTask(
            parts=["When was sencha perfected", "what is matcha"],
            most=8,
            outline=["Sencha"],
            earlier=["Sencha is steamed."],
            still_open=["The year."],
            wishes=["Ask for the place, too."],
        ),
    },
    "subtask_executor": {
        "subtask": PlannedSubtask(question="Where did its maker live?", rag_queries=["maker of sencha"]),
        "findings": ["Sōen perfected it."],
        "web": False,
    },
    "depth_evaluator": {
        "subtask": "What is matcha?",
        "coverage": PointCoverage(point=1, text="What is matcha?", coverage=0.5, covered=False, missing=["grams"]),
        "sources": 1,
        "evidence": [ExcerptView(id="e1", point=1, quote="Matcha is a powder.", title="Matcha", place="p. 2")],
    },
    "drill_down_generator": {"parents": [OPEN], "planned": ["What is matcha?"], "most": 2, "web": True},
    "plan_revisor": {
        "subtasks": [SEARCHED, OPEN],
        "uncovered": ["who drinks it"],
        "contradictions": ["In 1738. / In 1740."],
        "most": 3,
        "web": False,
    },
    "hierarchical_synthesizer": {
        "headings": ["When was sencha perfected?", "What is matcha?"],
        "own": [2],
        "evidence": [ExcerptView(id="e1", point=2, quote="Matcha is a powder.", statement="A powder.", title="Matcha")],
        "length": "standard",
        "audience": "pupils",
        "wishes": ["Name the place."],
    },
}


@pytest.mark.parametrize("role", ASKED)
def test_a_prompt_reads_as_it_was_reviewed(role: str) -> None:
    """After a change of wording: `pytest --inline-snapshot=fix`, and read the difference."""
    question = "When was sencha perfected, and what is matcha?"
    known = {"question": question, "lang": "en"}
    if role not in ("depth_evaluator", "hierarchical_synthesizer"):
        known["today"] = "2026-11-21"
    text = render("kasen.teams.research", role, **known, **ASKED[role])
    assert text == external_file(str(Path(__file__).parent / "asked" / f"{role}.md"), format=".txt")

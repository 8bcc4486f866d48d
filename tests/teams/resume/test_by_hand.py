"""Answers that were written by hand, well and badly, played again through the real runtime over the examples.

`answers/<case>/<n>-<role>.json` is what a model said at that turn; `.txt` is text that is no JSON object by itself.
Where a role is asked once more than it has answers, it says the last one again.
"""

from __future__ import annotations

import asyncio
import functools
import json
import re
from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from inline_snapshot import external_file

from kasen.models.asker import Asker
from kasen.models.provider import ModelRequest
from kasen.models.role import Ask
from kasen.runtime.attempt import Attempt
from kasen.runtime.host import Host, node_path
from kasen.runtime.ledger import RunLedger
from kasen.runtime.limits import RunMeter
from kasen.runtime.node import CURRENT
from kasen.runtime.rows import RunRow
from kasen.runtime.runner import Runner
from kasen.runtime.store import Store
from kasen.teams.resume.page.html import html
from kasen.teams.resume.page.markdown import markdown
from kasen.teams.resume.patch import applied
from kasen.teams.resume.schemas.result import Result
from kasen.testing.crash_child import rules_only
from kasen.testing.scripted import ScriptedModel

ANSWERS = Path(__file__).parent / "answers"
EXAMPLES = Path(__file__).parents[3] / "examples" / "resume"
MODEL = "by:hand"
ASKED: dict[str, dict[str, Any]] = {
    "en": {
        "resume": "engineer.en.qmd",
        "role": "Senior Backend Engineer",
        "job": "posting.en.txt",
        "portfolio": "items.yaml",
    },
    "ja": {
        "resume": "engineer.ja.qmd",
        "role": "バックエンドエンジニア（決済・精算）",
        "job": "posting.ja.txt",
        "facts": "engineer.ja.facts.yaml",
    },
}
FILES = ("resume", "job", "portfolio", "facts")


@dataclass(frozen=True)
class Played:
    """One run that ended."""

    result: Result
    model: ScriptedModel
    warnings: list[str]

    @property
    def texts(self) -> list[str]:
        """Every text that somebody could take over: what is offered, and each change alone."""
        result = self.result
        whole = applied(result.original, result.changes)
        return [result.revised, whole, *(applied(result.original, [one]) for one in result.changes)]

    @property
    def page(self) -> str:
        """All that a reader may see."""
        return markdown(self.result) + html(self.result)

    def asked(self, role: str) -> list[ModelRequest]:
        """What a role was asked, in order."""
        return [request for request in self.model.requests if request.role == role]


@functools.cache
def played(case: str, lang: str) -> Played:
    """A review of the example by a model that says what stands in the files of the case."""
    with TemporaryDirectory() as folder:
        return asyncio.run(_run(case, lang, Path(folder)))


async def _run(case: str, lang: str, home: Path) -> Played:
    model = ScriptedModel(answers(case), id=MODEL)

    def ask_for(row: RunRow, attempt: Attempt, ledger: RunLedger, meter: RunMeter) -> Ask:
        return Asker(
            models_of=lambda _role: [MODEL],
            open_model=lambda _name: model,
            ledger=ledger,
            node_path=node_path,
            execution=CURRENT.get,
            meter=meter,
            sleep=at_once,
        )

    asked = {key: str(EXAMPLES / value) if key in FILES else value for key, value in ASKED[lang].items()}
    async with Store(home) as store:
        runner = Runner(store, Host(ask_for=ask_for, open_library=rules_only(home).open_library))
        run_id = await runner.start("resume", asked, mode="review")
        row = await runner.wait(run_id)
        assert row.status == "done", row
        events = [event async for event in runner.events(run_id)]
        await runner.close()
    warnings = [event.text for event in events if event.type == "warning"]
    return Played(Result.model_validate(row.result), model, warnings)


async def at_once(seconds: float) -> None:
    """Waits between two tries of a model take no time."""


def answers(case: str) -> dict[str, Any]:
    """The script of a case: what each role says, in order, the last answer again and again."""
    said: dict[str, list[Any]] = defaultdict(list)
    files = sorted((ANSWERS / case).iterdir(), key=lambda file: int(file.name.partition("-")[0]))
    assert files
    for file in files:
        text = file.read_text(encoding="utf-8")
        is_good = file.stem.endswith("revisor") and file.suffix == ".json"
        said[file.stem.partition("-")[2]].append(answering(text) if is_good else text)
    script: dict[str, Any] = {role: [*texts, *texts[-1:] * 99] for role, texts in said.items()}
    if len(said["judge"]) > 1:
        script["judge"] = [judging(case.partition("-")[2], said["judge"])] * 2
    return script


def judging(lang: str, said: list[str]) -> Callable[[ModelRequest], str]:
    """What was said of the original first, else of the revision first: both orders are asked at once."""
    original = set((EXAMPLES / ASKED[lang]["resume"]).read_text(encoding="utf-8").splitlines())

    def answer(request: ModelRequest) -> str:
        first, second = re.findall(r'<outside kind="version" id="[AB]".*?</outside', request.prompt, re.DOTALL)
        kept = [len(original & set(version.splitlines())) for version in (first, second)]
        return said[0] if kept[0] >= kept[1] else said[1]

    return answer


def answering(text: str) -> Callable[[ModelRequest], dict[str, Any]]:
    """A revisor whose edits answer the first finding about their line of the critic whose letter is given."""

    def answer(request: ModelRequest) -> dict[str, Any]:
        said: dict[str, Any] = json.loads(text)
        for edit in said["edits"]:
            found = re.search(rf"^(\d{edit['finding']}\d+) · line {edit['line']} ·", request.prompt, re.MULTILINE)
            edit["finding"] = found[1] if found else ""
        return said

    return answer


# --- a strong one -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_a_careful_model_gets_better_by_edits_that_stand(lang: str) -> None:
    done = played(f"good-{lang}", lang)
    result = done.result
    assert result.outcome == "improved"
    assert len(result.history) == 3
    assert max(one.score or 0 for one in result.history[1:]) > (result.history[0].score or 0)
    assert not any(one.passed for one in result.history), "a decent text with gaps is none that passes"
    assert len(result.changes) >= 9
    assert len([one for one in result.refused if one.iteration == 1]) <= 2
    assert sum(bool(one.findings) for one in result.changes if one.by != "rule") >= 7
    assert all(one.dropped == 0 for one in result.feedback if one.iteration == 1)


@pytest.mark.parametrize(
    ("lang", "stands", "gone"),
    [
        (
            "en",
            [
                "\n\nSplit a monolith into four services together with a team of five; releases",
                "used by 40 venues",
                "Did support.",
            ],
            ["results-driven", "various improvements", "in order to be able to", "- \n"],
        ),
        (
            "ja",
            [
                "冪等キーを導入し、二重決済の問い合わせを月12件から0件にしました。",
                "平均90分から35分になった",
                "1回40分から5分",
                "不具合を修正した。",
            ],
            ["幅広い知見", "貴社の発展", "修正を対応", "参加しています。\n- 業務改善", "ﾊﾞｯﾁ"],
        ),
    ],
)
def test_the_edits_of_a_careful_model_read_as_they_were_meant(lang: str, stands: list[str], gone: list[str]) -> None:
    revised = (played(f"good-{lang}", lang)).result.revised
    assert [words for words in stands if words not in revised] == []
    assert [words for words in gone if words in revised] == []


def test_a_review_asks_its_owner_for_facts_and_not_for_leave_to_drop_words() -> None:
    for lang in ("en", "ja"):
        done = played(f"good-{lang}", lang)
        questions = [one.question for one in done.result.to_confirm]
        assert len(questions) == len(set(questions)) >= 10
        assert not [one for one in questions if "“”" in one or "「」" in one or "left out" in one or "省いて" in one]
        assert "“”" not in done.page
        assert "「」" not in done.page


def test_a_confirmed_fact_is_told_to_critics_and_revisor() -> None:
    done = played("good-ja", "ja")
    fact = "平均90分から35分になった"
    for role in ("recruiter", "copywriter", "revisor"):
        assert fact in done.asked(role)[0].prompt
    assert fact not in done.asked("judge")[0].prompt.partition(fact)[0]


# --- a weak one -------------------------------------------------------------------------------------------------------

LIES = {
    "en": [
        *("12 engineers", "ten years", "Kubernetes", "Kafka", "Principal", "Global Freight", "April 2019", "Rust"),
        *("1.5 s", "ingle-handedly", "thirty a week", "ever rolled back", "75%", "99.99", "Lead the on-call", "Stripe"),
        *(
            "25 minutes to 3 hours",
            "Headed",
            "Professional",
            "C1",
            "MSc",
            "Executive",
            "CTO",
            "2 million",
            "two hundred",
        ),
        *("4,000 stars", "<script", "include", "主導", "more than 40", "large enterprises", "visionary"),
    ],
    "ja": [
        *(
            "50％",
            "開発で5年",
            "120万件以上",
            "統括",
            "Kubernetes",
            "率い",
            "1,800名",
            "テックリード",
            "リーダー",
            "42ミリ秒",
        ),
        *(
            "主導",
            "月120件",
            "90分から5分",
            "統率",
            "20名",
            "Rust",
            "一人で",
            "30％",
            "30件",
            "要件定義",
            "4時間から30分",
        ),
        *(
            "大規模",
            "850点",
            "Professional",
            "大学院",
            "ゼロ",
            "CTO",
            "worldwide",
            "ホールディングス",
            "すべて修正",
            "保守費",
        ),
    ],
}


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_no_lie_of_a_careless_model_stands_in_any_text(lang: str) -> None:
    done = played(f"careless-{lang}", lang)
    original = done.result.original
    lies = [lie for lie in LIES[lang] if lie not in original]
    assert len(lies) >= 29
    assert [(lie, text) for text in done.texts for lie in lies if lie in text] == []
    assert len(done.result.refused) >= 25
    assert len({(one.line, one.old, one.new) for one in done.result.refused}) == len(done.result.refused)


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_a_careless_review_never_passes_and_never_improves(lang: str) -> None:
    result = (played(f"careless-{lang}", lang)).result
    assert result.outcome not in ("improved", "passed")
    assert not any(one.passed for one in result.history)
    first = {one.agent: one for one in result.feedback if one.iteration == 1}
    assert first["tech_writer"].verdict == "infra_failed"
    assert max(one.score or 0 for one in first["recruiter"].criteria if one.by == "model") <= 3
    assert first["recruiter"].dropped + first["copywriter"].dropped >= 3


@pytest.mark.parametrize(
    ("lang", "invented"),
    [
        (
            "en",
            [
                "75% and stability",
                "Led hiring of 12",
                "決まり文句",
                "効果が述べ",
                "Won an award",
                "Kubernetes is implied",
            ],
        ),
        (
            "ja",
            ["コストを50%", "応答時間を90", "30件の提案を採用に導きました", "The verb is weak", "lead with results"],
        ),
    ],
)
def test_what_a_careless_critic_makes_up_is_not_advised(lang: str, invented: list[str]) -> None:
    result = (played(f"careless-{lang}", lang)).result
    advised = [
        *(words for one in result.feedback for each in one.findings for words in (each.text, each.suggestion)),
        *(each.note for one in result.feedback for each in one.criteria),
        *(one.note for one in (result.match.requirements if result.match else ())),
        *(one.why for one in result.portfolio),
    ]
    assert [(words, lie) for words in advised for lie in invented if lie in words] == []


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_a_requirement_is_not_met_by_a_product_that_the_resume_does_not_name(lang: str) -> None:
    match = (played(f"careless-{lang}", lang)).result.match
    assert match is not None
    about = [one for one in match.requirements if "Kubernetes" in one.text or "Kafka" in one.text]
    assert len(about) >= 2
    assert not [one for one in about if one.status == "met"]
    assert "850" not in "".join(one.note for one in match.requirements)


# --- what the roles are asked -----------------------------------------------------------------------------------------

FENCE = re.compile(r'(<outside [^\n]*) seal="(\w+)">\n[^\n]*\n(.*?)\n*</outside seal="\2">', re.DOTALL)
ROLES = ("recruiter", "tech_writer", "ux_designer", "posting_matcher", "portfolio_ranker", "revisor", "judge")


@pytest.mark.parametrize(("role", "lang"), [*((role, "en") for role in ROLES), ("copywriter", "ja"), ("revisor", "ja")])
def test_a_prompt_reads_as_it_was_reviewed(role: str, lang: str) -> None:
    """After a change of wording: `pytest --inline-snapshot=fix`, and read the difference.

    What the examples say stands in the examples: of each fence only the first line is kept.
    """
    prompt = played(f"good-{lang}", lang).asked(role)[0].prompt
    shown = FENCE.sub(first_line, prompt)
    shown = re.sub(r"Today is \d{4}-\d\d-\d\d\.", "Today is 2026-11-21.", shown)
    assert shown == external_file(str(Path(__file__).parent / "asked" / f"{role}.{lang}.md"), format=".txt")


def first_line(fence: re.Match[str]) -> str:
    return f"{fence[1]}>{fence[3].splitlines()[0] if fence[3] else ''} …</outside>"


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_a_prompt_is_not_longer_than_what_it_asks_about_needs(lang: str) -> None:
    done = played(f"good-{lang}", lang)
    for role in ("recruiter", "tech_writer", "copywriter", "ux_designer"):
        assert len(done.asked(role)[0].prompt) < 12_000
    assert len(done.asked("revisor")[0].prompt) < 15_000
    assert done.asked("revisor")[0].prompt.count("Never instructions") <= 4

"""Graders find what is planted, the eval of all teams counts, and judges are asked in both orders."""

from __future__ import annotations

import argparse
import asyncio
import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import every_team
import grading
import judge
import pytest
from grading import Made
from judging import JUDGE, Preference, nobody
from pydantic import BaseModel

from kasen.models.role import Answer
from kasen.prompts.loader import render
from kasen.team import load
from kasen.testing.providers import serving_in_thread

EVALS = Path(__file__).parent.parent / "evals"
ENGLISH = "Sencha was perfected in Uji in 1738 by steaming and rolling the leaves."
JAPANESE = "煎茶は1738年に宇治で完成し、蒸してから揉む製法が全国の産地に広まっていきました。茶は今も飲まれます。"


class Plain(BaseModel):
    said: str = ""


def made(text: str, **more: Any) -> Made:
    told = {"team": "code", "lang": "en", "result": Plain(), "texts": (text,), "claims": (text,), "sources": ENGLISH}
    return Made(**{**told, **more})


def run(script: str, *given: str, **environment: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(EVALS / script), *given, "--json"]
    return subprocess.run(command, capture_output=True, text=True, check=False, timeout=120, env=environment or None)


def test_every_team_is_asked_in_both_languages_and_every_mode_of_research_is_there() -> None:
    cases = json.loads((EVALS / "cases.json").read_text(encoding="utf-8"))
    assert {(case["team"], case["lang"]) for case in cases} == {
        (team, lang) for team in every_team.READ for lang in ("en", "ja")
    }
    research = load("research")
    assert {case["mode"] for case in cases if case["team"] == "research"} == set(research.modes)


@pytest.mark.parametrize(
    ("grader", "good", "bad"),
    [
        (grading.language, made(ENGLISH), made(JAPANESE)),
        (grading.language, made(JAPANESE, lang="ja"), made(ENGLISH, lang="ja")),
        (grading.length, made(ENGLISH), made("")),
        (grading.length, made(ENGLISH), made("x" * 90_000)),
        (grading.forbidden, made(ENGLISH), made("As an AI, I hope this helps.")),
        (grading.forbidden, made("Lorem ipsum", sources="LOREM IPSUM"), made("ご不明な点はお知らせください。")),
        (grading.numbers, made("It was 1,738 or ４ or 1738."), made("In 1783 it began.")),
        (grading.numbers, made("1783", claims=()), made("3.5 m")),
    ],
)
def test_a_grader_finds_what_is_planted_and_nothing_else(
    grader: Callable[[Made], list[str]], good: Made, bad: Made
) -> None:
    assert grader(good) == []
    assert len(grader(bad)) >= 1


def test_what_does_not_read_as_its_type_says_is_found() -> None:
    assert grading.schema(made("", result=Plain(said="x"))) == []
    assert grading.schema(made("", result=Plain.model_construct(said=3))) != []  # type: ignore[arg-type]


def test_a_result_of_another_form_is_a_fault_and_ends_nothing(tmp_path: Path) -> None:
    case = {"name": "a", "team": "resume", "lang": "en", "mode": "", "request": {}}

    async def wrong(*_: Any) -> Made:
        return made("", result=Plain.model_validate({"said": 3}))

    given = argparse.Namespace(preset="none", out=None)
    one = asyncio.run(every_team.tried(case, given, tmp_path, wrong))
    assert (one["why"], len(one["faults"])) == ("", 1)
    assert one["faults"][0].startswith("schema: said ")
    found = every_team.summed([one])
    assert (found["ended"], found["sound"], found["faults"]) == (1, 0, {"schema": 1})


def test_the_eval_of_a_team_counts_what_its_graders_find(tmp_path: Path) -> None:
    done = run("every_team.py", "resume", "--out", str(tmp_path))
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert (found["n"], found["ended"], found["sound"], found["faults"]) == (2, 2, 2, {})
    texts = {path.stem: path.read_text(encoding="utf-8") for path in tmp_path.iterdir()}
    assert {name for name, text in texts.items() if len(text) > 2000} == {"engineer-en", "engineer-ja"}
    ran = [{"name": "a", "team": "x", "why": "", "faults": ["numbers: 3", "numbers: 4"]}]
    ran.append({"name": "b", "team": "x", "why": "it broke", "faults": []})
    found = every_team.summed(ran)
    assert (found["n"], found["ended"], found["sound"], found["faults"]) == (2, 1, 0, {"numbers": 2})


def test_every_case_is_one_of_a_team_and_its_files_are_there() -> None:
    cases = json.loads(every_team.CASES.read_text(encoding="utf-8"))
    assert {case["team"] for case in cases} == set(every_team.READ) == set(grading.GRADERS)
    assert {case["lang"] for case in cases} == {"ja", "en"}
    assert len({case["name"] for case in cases}) == len(cases)
    named = [path for case in cases for name in every_team.FILES for path in _listed(case["request"].get(name))]
    assert len(named) >= 10
    assert [path for path in named if not (every_team.EXAMPLES / path).exists()] == []


def _listed(value: Any) -> list[str]:
    return value if isinstance(value, list) else [value] if value else []


# --- judges -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("sides", "preferred"),
    [
        (["a", "a"], "a"),
        (["b", "tie"], "b"),
        (["tie", "tie"], "tie"),
        (["a", "b"], "tie"),
    ],
)
def test_a_preference_that_turns_with_the_order_is_none(sides: list[Any], preferred: str) -> None:
    assert judge.preferred(sides) == preferred


@pytest.fixture
def folders(tmp_path: Path) -> tuple[Path, Path]:
    for name, text in (("a", "good"), ("b", "bad")):
        (tmp_path / name).mkdir()
        (tmp_path / name / "uji-quick-en.md").write_text(text, encoding="utf-8")
    (tmp_path / "a" / "uji-quick-ja.md").write_text("only here", encoding="utf-8")
    return tmp_path / "a", tmp_path / "b"


async def test_each_case_is_shown_in_both_orders(folders: tuple[Path, Path]) -> None:
    shown: list[tuple[str, str]] = []

    async def ask(_role: Any, **known: Any) -> Answer[Preference]:
        shown.append((known["first"], known["second"]))
        better = "A" if known["first"] == "good" else "B"
        return Answer(value=Preference(why="it is good", better=better), by="x:y")

    (pair,) = await judge.judged(ask, *folders)  # type: ignore[arg-type]
    assert sorted(shown) == [("bad", "good"), ("good", "bad")]
    assert (pair["name"], pair["preferred"], pair["flipped"]) == ("uji-quick-en", "a", False)


def test_a_judge_over_the_wire(folders: tuple[Path, Path]) -> None:
    with serving_in_thread() as fake:
        fake.answer({"why": "the first is clearer", "better": "A"}, times=None)
        known = {"OPENAI_BASE_URL": fake.access().openai_base_url, "OPENAI_API_KEY": "sk-test-dummy"}
        paths = {"HOME": str(folders[0].parent), "PATH": "/usr/bin:/bin"}
        done = run("judge.py", *map(str, folders), "--judge", "openai:gpt-test", **known, **paths)
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    counts = [found[key] for key in ("pairs", "a", "b", "ties", "flipped", "failed")]
    assert counts == [1, 0, 0, 1, 1, 0], "who always prefers the first prefers nobody"


def test_without_a_key_nothing_is_judged(folders: tuple[Path, Path]) -> None:
    paths = {"HOME": str(folders[0].parent), "PATH": "/usr/bin:/bin"}
    done = run("judge.py", *map(str, folders), "--judge", "openai:gpt-test", **paths)
    assert (done.returncode, done.stdout) == (3, "")
    assert "no key is there for openai:gpt-test" in done.stderr


def test_the_judges_prompt_shows_request_and_both_works() -> None:
    text = render(JUDGE.package, JUDGE.prompt_name, request="why?", first="one", second="two", lang="en")
    assert [text.index(word) for word in ("why?", "one\n</outside", "two\n</outside")] == sorted(
        text.index(word) for word in ("why?", "one\n</outside", "two\n</outside")
    )
    assert nobody().better == "tie"

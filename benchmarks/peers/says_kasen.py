"""What the model answers to the roles of Kasen, told apart by their schemas."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

from benchmarks.peers.corpus import PARTS, Corpus, Page, part_in
from benchmarks.peers.wire import Asked, Said
from benchmarks.peers.writing import queries, statement

_DATA = re.compile(
    r'<outside kind="([\w-]+)" id="([^"]+)" seal="(\w+)">\n[^\n]*\n(.*?)\n</outside seal="\3">', re.DOTALL
)
_POINT = re.compile(r"^(\d+)\. (?:\(yours\) )?(.+)$", re.MULTILINE)
_NO_ID = "e999"


class KasenModel:
    """A script; see `writing` for `careless`."""

    def __init__(self, *, careless: bool = False) -> None:
        self._careless = careless
        self._answers: dict[str, Callable[[str, Corpus], tuple[str, dict[str, Any]]]] = {
            "StrategicPlan": _plan,
            "ProposedPlan": _master_plan,
            "Analysis": _analyse,
            "Assessment": lambda _, __: ("", {"sufficient": True}),
            "DepthEvaluation": _judge_depth,
            "DrillDown": _drill_down,
            "PlanRevision": lambda _, __: ("", {"should_revise": False}),
            "Queries": lambda _, __: ("", {"queries": []}),
            "Draft": self._draft,
            "Judgements": _judge,
        }

    def __call__(self, asked: Asked, corpus: Corpus) -> Said:
        """The answer to one request."""
        name = asked.schema
        part, answer = self._answers[name](asked.text, corpus)
        return Said(name, part, json.dumps(answer))

    def _draft(self, prompt: str, corpus: Corpus) -> tuple[str, dict[str, Any]]:
        """A sentence for each piece of evidence; the head and each section may have writers of their own."""
        found = [
            (int(point[1]), self._statement(corpus, page, id))
            for id, text in _outside(prompt, "evidence")
            for page in corpus.told_in(text)
            if (point := re.search(r"For point (\d+)", text))
        ]
        own = [int(one) for one in re.findall(r"^(\d+)\. \(yours\)", prompt, re.MULTILINE)]
        is_head = "Others write the sections" in prompt
        points = sorted({point for point, _ in found if not own or point in own})
        analysis = [{"point": one, "statements": [said for point, said in found if point == one]} for one in points]
        first = [next(said for point, said in found if point == one) for one in points]
        head = {"title": "The tea of Uji", "summary": first[:3], "findings": [said for _, said in found][:5]}
        if own:
            return ",".join(map(str, own)), {"title": "", "summary": [], "findings": [], "analysis": analysis}
        return "", {**head, "analysis": [] if is_head else analysis}

    def _statement(self, corpus: Corpus, page: Page, id: str) -> dict[str, Any]:
        said = statement(corpus, page, careless=self._careless)
        return {"text": f"{said.text}.", "evidence": [_NO_ID if said.invented else id]}


def _outside(prompt: str, kind: str) -> list[tuple[str, str]]:
    """Id and text of what is fenced under that kind."""
    return [(id, text) for found, id, _, text in _DATA.findall(prompt) if found == kind]


def _plan(_: str, __: Corpus) -> tuple[str, dict[str, Any]]:
    points, queries = [part.question for part in PARTS], [part.query for part in PARTS]
    return "", {"theme": "Uji", "investigation_points": points, "web_queries": queries}


def _master_plan(_: str, __: Corpus) -> tuple[str, dict[str, Any]]:
    tasks = [{"question": part.question, "web_queries": [part.query]} for part in PARTS]
    return "", {"theme": "Uji", "execution_mode": "hierarchical", "subtasks": tasks}


def _analyse(prompt: str, corpus: Corpus) -> tuple[str, dict[str, Any]]:
    """The fact of each passage, for the point of its part."""
    points = _POINT.findall(prompt.partition("## Points")[2].partition("## ")[0])
    numbers = {part_in(text): int(number) for number, text in points}
    excerpts = [
        {"point": numbers[page.part], "passage": id, "quote": page.fact, "statement": f"{page.claim}."}
        for id, text in _outside(prompt, "passage")
        for page in corpus.told_in(text)
        if page.part in numbers
    ]
    return part_in(" ".join(text for _, text in points)), {"excerpts": excerpts}


def _judge_depth(prompt: str, corpus: Corpus) -> tuple[str, dict[str, Any]]:
    """Enough where there is any evidence."""
    part = part_in("".join(text for _, text in _outside(prompt, "subtask")))
    areas = [] if corpus.told_in(prompt) else [part]
    return part, {"sufficient": not areas, "drill_down_areas": areas}


def _drill_down(prompt: str, _: Corpus) -> tuple[str, dict[str, Any]]:
    """The same once more in other words, for the first part whose word stands in the prompt."""
    number, part = next((at, part) for at, part in enumerate(PARTS, start=1) if part.mark in prompt.casefold())
    query = queries(part, 2)[-1]
    return part.name, {"subtasks": [{"parent": number, "question": part.question, "web_queries": [query]}]}


def _judge(prompt: str, _: Corpus) -> tuple[str, dict[str, Any]]:
    """Everything is said: what is found to be wrong is found by code."""
    ids = re.findall(r"s\d+", prompt.rpartition("Ids to judge:")[2])
    return "", {"judgements": [{"id": id, "support": "supported"} for id in ids]}

"""One small web and one honest model for each mode of research, in both languages; what it says can be planted over."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import pytest

from kasen.models.provider import ModelRequest
from kasen.team import load_object
from kasen.teams.research.schemas import Request, Result
from kasen.teams.research.team import TEAM
from kasen.testing.deps import FakeDeps


def mostly_slow(*cases: Any, every: int = 3) -> list[Any]:
    """Cases of which one in `every` belongs to the normal run."""
    rest = pytest.mark.slow
    rows = [case if isinstance(case, tuple) else (case,) for case in cases]
    return [pytest.param(*row, marks=() if n % every == 0 else rest) for n, row in enumerate(rows)]


MODES = ("quick", "deep", "supervised", "fact-check", "compare", "causal")
_FENCE = re.compile(
    r'<outside kind="(\w+)" id="([\w.]+)" seal="(\w+)">\n\([^\n]*\)\n(.*?)\n</outside seal="\3">', re.DOTALL
)
Say = Callable[[ModelRequest], dict[str, Any]]


@dataclass(frozen=True)
class Fact:
    """A sentence of a page and how an honest writer says it; `point` is the part of the question that it answers."""

    quote: str
    said: str
    point: int
    cause: str = ""
    effect: str = ""


@dataclass(frozen=True)
class Scene:
    """What one mode is asked, the pages that answer it, and what is planted over the first fact."""

    mode: str
    lang: str
    question: str
    facts: Sequence[Fact]
    plan: Mapping[str, Any]
    lies: Mapping[str, tuple[str, str]]
    """Kind of defect → a statement in place of that of the first fact, and words of it that stand on no page."""

    def pages(self) -> dict[str, str]:
        """Each fact on a page of its own, amid words that say nothing."""
        filler = {
            "en": "Visitors walk along the river and look at the old bridge in the evening. " * 4,
            "ja": "夕方には多くの人が川べりを歩き、古い橋を眺めて帰っていく。" * 6,
        }[self.lang]
        title = "Note" if self.lang == "en" else "記録"
        return {
            f"https://page{n}.example.org/": f"# {title} {n}\n\n{fact.quote}\n\n{filler}"
            for n, fact in enumerate(self.facts, start=1)
        }


def fenced(request: ModelRequest, kind: str) -> dict[str, str]:
    """What a prompt shows of one kind, by id."""
    return {id: text for found, id, _, text in _FENCE.findall(request.prompt) if found == kind}


@dataclass
class Honest:
    """Plans, quotes and writes what the pages say. `said` takes the place of what it writes of a fact."""

    scene: Scene
    said: Mapping[int, str] = field(default_factory=dict)
    curious: bool = False
    """Wants more, finds fault and gives reasons: every field that an answer may have is filled."""

    def __call__(self, request: ModelRequest) -> dict[str, Any]:
        """The answer to one request."""
        role: Say = getattr(self, f"_{request.role}", lambda _: {})
        return role(request)

    def text(self, n: int) -> str:
        """How fact n is told."""
        return self.said.get(n, self.scene.facts[n].said)

    def _shown(self, request: ModelRequest, kind: str) -> list[tuple[int, str]]:
        shown = fenced(request, kind).items()
        return [(n, id) for n, fact in enumerate(self.scene.facts) for id, text in shown if fact.quote in text]

    # Plans.

    def _planner(self, _: ModelRequest) -> dict[str, Any]:
        return dict(self.scene.plan)

    _supervisor = _comparison_planner = _issue_analyzer = _planner

    def _master_planner(self, _: ModelRequest) -> dict[str, Any]:
        points, queries = self.scene.plan["investigation_points"], self.scene.plan["web_queries"]
        tasks = [
            {"question": p, "why": "It was asked.", "web_queries": [q]} for p, q in zip(points, queries, strict=True)
        ]
        return {"theme": self.scene.plan["theme"], "execution_mode": "hierarchical", "subtasks": tasks}

    def _brainstormer(self, _: ModelRequest) -> dict[str, Any]:
        return {"hypotheses": self.scene.plan["hypotheses"]}

    def _evidence_planner(self, _: ModelRequest) -> dict[str, Any]:
        supposed = self.scene.plan["hypotheses"]
        return {
            "plans": [
                {"hypothesis": n, "queries_for": [one["text"]], "queries_against": []}
                for n, one in enumerate(supposed, start=1)
            ]
        }

    def _claim_splitter(self, _: ModelRequest) -> dict[str, Any]:
        claims = [
            {"text": self.text(n), "words": fact.said, "queries_for": [fact.said]}
            for n, fact in enumerate(self.scene.facts)
        ]
        rest = [{"words": self._open, "kind": "question"}] if self.curious else []
        return {"claims": claims, "uncheckable": rest}

    # What is read.

    def _analyzer(self, request: ModelRequest) -> dict[str, Any]:
        return {
            "excerpts": [
                {"point": self._point(request, n), "passage": id, "quote": self._quote(n), "statement": self.text(n)}
                for n, id in self._shown(request, "passage")
            ]
        }

    def _quote(self, n: int) -> str:
        return self.scene.facts[n].quote

    def _point(self, request: ModelRequest, n: int) -> int:
        """The point of a prompt that is that of the fact: the one that shares most characters with it."""
        listed = re.findall(r"^(\d+)\. (.+)$", request.prompt.partition("## Points")[2].partition("\n## ")[0], re.M)
        wanted = self.scene.plan.get("points", self.scene.plan.get("investigation_points", [""]))
        own = set(_bits(wanted[self.scene.facts[n].point - 1]))
        return max(((len(own & set(_bits(text))), int(number)) for number, text in listed), default=(0, 1))[1]

    def _causal_checker(self, request: ModelRequest) -> dict[str, Any]:
        return {
            "findings": [
                {
                    "passage": id,
                    "quote": self._quote(n),
                    "cause": self.scene.facts[n].cause,
                    "effect": self.scene.facts[n].effect,
                    "says": "cause",
                    "stance": "for",
                    "confounders": [self.scene.facts[-1].said] if self.curious else [],
                    "statement": self.text(n),
                }
                for n, id in self._shown(request, "passage")
            ]
        }

    def _adjudicator(self, request: ModelRequest) -> dict[str, Any]:
        claim = fenced(request, "claim")["claim"]
        excerpts = [
            {"passage": id, "quote": self._quote(n), "stance": "for"}
            for n, id in self._shown(request, "passage")
            if self.scene.facts[n].said == claim
        ]
        queries = [self._open] if self.curious else []
        return {"excerpts": excerpts, "ruling": "supported" if excerpts else "not_enough", "queries": queries}

    # What is written.

    def _statements(self, request: ModelRequest) -> list[dict[str, Any]]:
        return [{"text": self.text(n), "evidence": [id]} for n, id in self._shown(request, "evidence")]

    def _synthesizer(self, request: ModelRequest) -> dict[str, Any]:
        said = self._statements(request)
        own = re.findall(r"^(\d+)\. \(yours\)", request.prompt, re.MULTILINE)
        points = [int(own[0])] if own else range(1, 1 + max(fact.point for fact in self.scene.facts))
        return {
            "title": self.scene.plan["theme"],
            "summary": said[:2],
            "findings": said[:5],
            "analysis": [{"point": point, "statements": said} for point in points],
        }

    _hierarchical_synthesizer = _writer = _comparison_synthesizer = _root_cause_synthesizer = _synthesizer

    def _comparer(self, request: ModelRequest) -> dict[str, Any]:
        found = [(n, id) for n, id in self._shown(request, "evidence")]
        items = {id: int(text.split(",")[0].split()[-1]) for id, text in fenced(request, "evidence").items()}
        return {
            "cells": [
                {"item": items[id], "statements": [{"text": self.text(n), "evidence": [id]}], "score": 3}
                for n, id in found
            ]
        }

    # What is judged: everything is fine, unless it is curious.

    def _evaluator(self, _: ModelRequest) -> dict[str, Any]:
        if not self.curious:
            return {"sufficient": True}
        return {
            "sufficient": False,
            "reason": "More is wanted.",
            "missing": [self._open],
            "drill_down_areas": [self._open],
        }

    _depth_evaluator = _evaluator

    @property
    def _open(self) -> str:
        return {"en": "Who sells the tea of Uji?", "ja": "宇治の茶を売るのは誰か"}[self.scene.lang]

    def _drill_down_generator(self, _: ModelRequest) -> dict[str, Any]:
        return {"subtasks": [{"parent": 1, "question": self._open, "why": "It is open.", "web_queries": [self._open]}]}

    def _plan_revisor(self, _: ModelRequest) -> dict[str, Any]:
        if not self.curious:
            return {}
        new = {"question": self._open, "why": "It is open.", "web_queries": [self._open]}
        return {"should_revise": True, "trigger_type": "gap", "reason": "It is open.", "new_subtasks": [new]}

    def _searcher(self, _: ModelRequest) -> dict[str, Any]:
        return {"queries": [self._open]} if self.curious else {}

    _researcher = _rag_retriever = _searcher

    def _reviewer(self, _: ModelRequest) -> dict[str, Any]:
        scores = {"fact_check": 1.0, "completeness": 1.0, "logic": 1.0, "format": 1.0}
        issue = {
            "type": "logic",
            "severity": "low",
            "description": self._open,
            "location": "f1",
            "suggested_action": "Say.",
        }
        return {"scores": scores, "approved": True, "feedback": "Good.", "issues": [issue] if self.curious else []}

    def _verifier(self, request: ModelRequest) -> dict[str, Any]:
        ids = re.findall(r"s\d+", request.prompt.rpartition("Ids to judge:")[2])
        if not self.curious:
            return {"judgements": [{"id": id, "support": "supported"} for id in ids]}
        return {"judgements": [{"id": id, "support": "partial", "reason": "In part.", "repaired": ""} for id in ids]}


def _bits(text: str) -> list[str]:
    return [text[i : i + 2].casefold() for i in range(len(text) - 1)]


async def run(scene: Scene, deps: FakeDeps, **request: Any) -> tuple[dict[str, Any], Result]:
    """A run of the whole graph of the mode; on the web, unless it is given documents."""
    graph = load_object(TEAM.modes[scene.mode])().compile()
    given = Request(**{"question": scene.question, "loops": 1, **request})
    state = await graph.ainvoke({"request": given}, {"recursion_limit": 100}, context=deps)
    return state, state["result"]


def files(deps: FakeDeps) -> dict[str, str]:
    """The three forms of the report."""
    return {name: deps.artifacts.text(name) for name in ("report.md", "report.html", "report.json")}


_TEA_EN = [
    Fact(
        "Nagatani Soen perfected steamed sencha in 1738, as the chronicle of the town says.",
        "Nagatani Soen perfected steamed sencha in 1738.",
        1,
    ),
    Fact(
        "The tea of Uji was not taxed before 1868, as the records of the office show.",
        "The tea of Uji was not taxed before 1868.",
        2,
    ),
    Fact(
        "The tea fields of Uji cover 450 hectares, as the growers report.",
        "The tea fields of Uji cover 450 hectares.",
        3,
    ),
]
_TEA_JA = [
    Fact(
        "町の年代記によれば、永谷宗円は1738年に蒸し製の煎茶を完成させた。",
        "永谷宗円は1738年に蒸し製の煎茶を完成させた。",
        1,
    ),
    Fact("役所の記録によれば、宇治の茶は1868年まで課税されなかった。", "宇治の茶は1868年まで課税されなかった。", 2),
    Fact("生産者の報告によれば、宇治の茶畑は450ヘクタールに及ぶ。", "宇治の茶畑は450ヘクタールに及ぶ。", 3),
]
_LIES_EN = {
    "url": ("Nagatani Soen perfected steamed sencha in 1738, see https://made-up.example/sencha.", "made-up.example"),
    "claim": ("Uji exports its finest powdered tea to ninety distant lands.", "ninety"),
    "number": ("Nagatani Soen perfected 48377 kinds of steamed sencha in 1738.", "48377"),
    "date": ("Nagatani Soen perfected steamed sencha in 1783.", "1783"),
    "negation": ("Nagatani Soen never perfected steamed sencha in 1738.", "never perfected"),
    "name": ("Murata Juko perfected steamed sencha in 1738.", "Murata"),
}
_LIES_JA = {
    "url": ("永谷宗円は1738年に蒸し製の煎茶を完成させた（https://made-up.example/sencha）。", "made-up.example"),
    "claim": ("宇治は最高級の抹茶を世界九十か国に輸出している。", "九十"),
    "number": ("永谷宗円は1738年に蒸し製の煎茶を48377種類完成させた。", "48377"),
    "date": ("永谷宗円は1783年に蒸し製の煎茶を完成させた。", "1783"),
    "negation": ("永谷宗円は1738年に蒸し製の煎茶を完成させなかった。", "完成させなかった"),
    "name": ("村田珠光は1738年に蒸し製の煎茶を完成させた。", "村田"),
}
_PLAN_EN = {
    "theme": "The tea of Uji",
    "investigation_points": [
        "Who perfected steamed sencha?",
        "When was the tea of Uji taxed?",
        "How many hectares do the tea fields of Uji cover?",
    ],
    "web_queries": ["perfected steamed sencha", "tea of Uji taxed", "tea fields of Uji hectares"],
    "search_queries": ["perfected steamed sencha", "tea of Uji taxed", "tea fields of Uji hectares"],
    "plan_text": "Three points.",
}
_PLAN_JA = {
    "theme": "宇治の茶",
    "investigation_points": [
        "蒸し製の煎茶を完成させたのは誰か",
        "宇治の茶はいつまで課税されなかったか",
        "宇治の茶畑は何ヘクタールか",
    ],
    "web_queries": ["蒸し製の煎茶 完成", "宇治の茶 課税", "宇治の茶畑 ヘクタール"],
    "search_queries": ["蒸し製の煎茶 完成", "宇治の茶 課税", "宇治の茶畑 ヘクタール"],
    "plan_text": "三つの点。",
}
_CELLS_EN = [
    Fact("The price of the Alpha is 500 dollars, as its maker says.", "The price of the Alpha is 500 dollars.", 1),
    Fact("The price of the Beta is 700 dollars, as its maker says.", "The price of the Beta is 700 dollars.", 3),
    Fact("The weight of the Alpha is 21 kg, as a test shows.", "The weight of the Alpha is 21 kg.", 2),
    Fact("The weight of the Beta is 33 kg, as a test shows.", "The weight of the Beta is 33 kg.", 4),
]
_CELLS_JA = [
    Fact("メーカーによれば、アルファの価格は500ドルである。", "アルファの価格は500ドルである。", 1),
    Fact("メーカーによれば、ベータの価格は700ドルである。", "ベータの価格は700ドルである。", 3),
    Fact("試験によれば、アルファの重量は21キログラムである。", "アルファの重量は21キログラムである。", 2),
    Fact("試験によれば、ベータの重量は33キログラムである。", "ベータの重量は33キログラムである。", 4),
]
_CAUSES_EN = [
    Fact(
        "The drought led to the fall of the harvest by 30 % in 1738.",
        "The drought led to the fall of the harvest by 30 % in 1738.",
        1,
        "h1",
        "s1",
    ),
    Fact(
        "A weak monsoon caused the drought, as the weather office says.",
        "A weak monsoon caused the drought.",
        2,
        "h2",
        "h1",
    ),
]
_CAUSES_JA = [
    Fact("干ばつにより、1738年に収穫量は30％減少した。", "干ばつにより、1738年に収穫量は30％減少した。", 1, "h1", "s1"),
    Fact("気象台によれば、干ばつの原因は弱い季節風である。", "干ばつの原因は弱い季節風である。", 2, "h2", "h1"),
]


def _compare(lang: str) -> Scene:
    if lang == "ja":
        plan = {
            "theme": "アルファとベータの比較",
            "items": [{"name": "アルファ"}, {"name": "ベータ"}],
            "criteria": [{"name": "価格", "better": "less"}, {"name": "重量", "better": "less"}],
            "points": ["アルファの価格", "アルファの重量", "ベータの価格", "ベータの重量"],
        }
        lies = {
            "url": ("アルファの価格は500ドルである（https://made-up.example/alpha）。", "made-up.example"),
            "claim": ("アルファは世界九十か国で売られている名品である。", "九十"),
            "number": ("アルファの価格は770ドルである。", "770"),
            "date": ("アルファの価格は1783年に500ドルであった。", "1783"),
            "negation": ("アルファの価格は500ドルではない。", "500ドルではない"),
            "name": ("ガンマの価格は500ドルである。", "ガンマ"),
        }
        return Scene("compare", lang, "アルファとベータを価格と重量で比較してください", _CELLS_JA, plan, lies)
    plan = {
        "theme": "Alpha and Beta",
        "items": [{"name": "Alpha"}, {"name": "Beta"}],
        "criteria": [{"name": "price", "better": "less"}, {"name": "weight", "better": "less"}],
        "points": ["price of Alpha", "weight of Alpha", "price of Beta", "weight of Beta"],
    }
    lies = {
        "url": ("The price of the Alpha is 500 dollars, see https://made-up.example/alpha.", "made-up.example"),
        "claim": ("The Alpha is loved by buyers in ninety distant lands.", "ninety"),
        "number": ("The price of the Alpha is 770 dollars.", "770"),
        "date": ("The price of the Alpha was 500 dollars in 1783.", "1783"),
        "negation": ("The price of the Alpha is not 500 dollars.", "is not 500"),
        "name": ("The price of the Gamma is 500 dollars.", "Gamma"),
    }
    return Scene("compare", lang, "Compare Alpha and Beta by price and weight", _CELLS_EN, plan, lies)


def _causal(lang: str) -> Scene:
    if lang == "ja":
        plan = {
            "theme": "収穫量の減少",
            "issue": "収穫量の減少",
            "symptoms": [{"text": "収穫量の減少", "also": ["収穫量は30％減少"]}],
            "hypotheses": [
                {"text": "干ばつ", "mechanism": "水が足りない。", "refutes": "雨の多い年の減少", "explains": [1]},
                {"text": "弱い季節風", "mechanism": "雨が降らない。", "refutes": "強い季節風", "explains": []},
            ],
        }
        lies = {
            "url": ("干ばつにより、1738年に収穫量は30％減少した（https://made-up.example/a）。", "made-up.example"),
            "claim": ("彗星の出現が人々を九十日にわたり畑から遠ざけた。", "九十"),
            "number": ("干ばつにより、1738年に収穫量は48377％減少した。", "48377"),
            "date": ("干ばつにより、1783年に収穫量は30％減少した。", "1783"),
            "negation": ("干ばつにより、1738年に収穫量は30％減少しなかった。", "減少しなかった"),
            "name": ("洪水により、1738年に収穫量は30％減少した。", "洪水"),
        }
        return Scene("causal", lang, "なぜ収穫量が減少したのか", _CAUSES_JA, plan, lies)
    plan = {
        "theme": "The fall of the harvest",
        "issue": "The fall of the harvest",
        "symptoms": [{"text": "fall of the harvest", "also": ["harvest fell"]}],
        "hypotheses": [
            {"text": "drought", "mechanism": "No water.", "refutes": "A fall in a wet year.", "explains": [1]},
            {"text": "weak monsoon", "mechanism": "No rain.", "refutes": "A strong monsoon.", "explains": []},
        ],
    }
    lies = {
        "url": (
            "The drought led to the fall of the harvest in 1738, see https://made-up.example/a.",
            "made-up.example",
        ),
        "claim": ("A comet kept the people off their fields for ninety days.", "ninety"),
        "number": ("The drought led to the fall of the harvest by 48377 % in 1738.", "48377"),
        "date": ("The drought led to the fall of the harvest by 30 % in 1783.", "1783"),
        "negation": ("The drought never led to the fall of the harvest by 30 % in 1738.", "never led"),
        "name": ("Brazil led to the fall of the harvest by 30 % in 1738.", "Brazil"),
    }
    return Scene("causal", lang, "Why did the harvest fall?", _CAUSES_EN, plan, lies)


def scene(mode: str, lang: str = "en") -> Scene:
    """What a mode is asked in a language."""
    if mode == "compare":
        return _compare(lang)
    if mode == "causal":
        return _causal(lang)
    english = lang == "en"
    facts, plan, lies = (_TEA_EN, _PLAN_EN, _LIES_EN) if english else (_TEA_JA, _PLAN_JA, _LIES_JA)
    question = (" " if english else "").join(plan["investigation_points"])
    if mode == "fact-check":
        question = (" " if english else "").join(fact.said for fact in facts)
    return Scene(mode, lang, question, facts, plan, lies)

"""A story to be shown: two pieces of work that passed, one that did not, a gate, findings, costs."""

from __future__ import annotations

from typing import Any

from kasen.teams.code.messages import Finding
from kasen.teams.code.schemas.result import Result
from kasen.teams.code.schemas.story import (
    Changed,
    CostTold,
    Decision,
    Found,
    GateTold,
    Lang,
    Looked,
    Piece,
    Story,
    Unmerged,
)

RUN = "01KB3V8Q5T0M8W6S1E7Z4R2N9C"
_JA = {
    "requirement": "# 茶の店に税込みの値段を出す\n\n- 税率は10%\n- 端数は切り捨て\n",
    "title": "茶の店に税込みの値段を出す",
    "page": ("商品ページに税込みの値段を出す", "税込みの値段を計算して表示した。入力は必ずエスケープする。"),
    "tax": ("税の計算を作る", "税率と端数の扱いを一か所にまとめた。"),
    "guide": ("手引きを書く", "途中まで書いた。"),
    "research": ("research", "同じ規模の店の表示を三つ調べた。いずれも税込みを大きく出す。"),
    "hole": ("商品名がエスケープされずに出る。", "`safe()` を通す。"),
    "slow": ("一覧を開くたびに税率を読み直す。", "一度だけ読む。"),
    "why": "3回の査読のあとも残っている指摘がある",
}
_EN = {
    "requirement": "# Show prices with tax in the tea shop\n\n- the rate is 10 %\n- round down\n",
    "title": "Show prices with tax in the tea shop",
    "page": ("Show the price with tax", "Computes and shows the price with tax; input is always escaped."),
    "tax": ("Make the tax", "The rate and how it is rounded stand in one place."),
    "guide": ("Write the guide", "Half of it is written."),
    "research": ("research", "Three shops of the same size: all show the price with tax first."),
    "hole": ("The name of a product is shown unescaped.", "Pass it through `safe()`."),
    "slow": ("The rate is read anew whenever the list is opened.", "Read it once."),
    "why": "after 3 reviews some findings are still open",
}


def story(lang: Lang = "en", **more: Any) -> Story:
    said: dict[str, Any] = _JA if lang == "ja" else _EN
    hole = Finding(
        id="reviewer-security-1a2b3c4d",
        file="src/frontend/page.js",
        line=12,
        severity="critical",
        issue=said["hole"][0],
        suggestion=said["hole"][1],
    )
    slow = hole.model_copy(
        update={
            "id": "reviewer-9f8e7d6c",
            "file": "src/backend/tax.py",
            "line": 3,
            "severity": "major",
            "issue": said["slow"][0],
            "suggestion": said["slow"][1],
        }
    )
    work = "implementation.1."
    first = Looked(round=1, by="reviewer-1", role="reviewer", verdict="FAIL", summary=said["slow"][0], blocking=1)
    second = Looked(round=2, by="reviewer-1", role="reviewer", verdict="PASS", summary="OK")
    pieces = (
        _piece("research.1.researcher-market", "researcher-market-1", "claude-code", said["research"], came="done"),
        _piece(
            f"{work}page",
            "impl-frontend-1",
            "codex",
            said["page"],
            came="merged",
            files=("src/frontend/page.js",),
            reviews=(second.model_copy(update={"round": 1}),),
        ),
        _piece(
            f"{work}tax",
            "impl-backend-1",
            "codex",
            said["tax"],
            came="merged",
            files=("src/backend/tax.py", "src/backend/price.py"),
            reviews=(first, second),
            mended=1,
        ),
        _piece(f"{work}guide", "impl-document-1", "codex", said["guide"], came="open", reason=said["why"]),
    )
    result = Result(
        outcome="failed",
        reason=said["why"],
        branch=f"kasen/{RUN}",
        base="1f2e3d4c5b6a79880",
        head="a1b2c3d4e5f60718293",
        tasks=[],
        files=["src/backend/price.py", "src/backend/tax.py", "src/frontend/page.js"],
        rounds=1,
        open_findings=[hole],
        usd=1.84,
    )
    gate = GateTold(
        phase="final_review",
        round=1,
        looks=(
            Looked(round=1, by="reviewer-security-1", verdict="FAIL", summary=said["hole"][0], blocking=1),
            Looked(round=1, by="reviewer-performance-1", verdict="PASS", summary="OK"),
            Looked(round=1, by="tests", verdict="PASS"),
        ),
    )
    facts: dict[str, Any] = {
        "run_id": RUN,
        "lang": lang,
        "title": said["title"],
        "requirement": said["requirement"],
        "date": "2026-11-22",
        "workflow": "five-phase",
        "root": "/srv/tea shop",
        "into": "main",
        "dirty": ("README.md",),
        "result": result,
        "phases": (("research", 1), ("implementation", 1), ("final_review", 1), ("release", 0)),
        "pieces": pieces,
        "gates": (gate,),
        "findings": (
            _found(hole, "open", "final_review", "reviewer-security"),
            _found(slow, "closed", f"{work}tax", "reviewer"),
        ),
        "changed": (
            Changed(name="src/backend/price.py", added=4, removed=1),
            Changed(name="src/backend/tax.py", added=31, removed=0),
            Changed(name="src/frontend/logo.png", added=None, removed=None),
            Changed(name="src/frontend/page.js", added=12, removed=3),
        ),
        "unmerged": (
            Unmerged(
                agent="impl-document-1", branch=f"kasen-work/{RUN}/impl-document-1", commits=2, files=("docs/tax.md",)
            ),
        ),
        "decisions": (Decision(about=f"{work}guide.accepted", answer="give_up"),),
        "costs": (
            CostTold(role="impl-backend", by="codex", turns=2, input_tokens=81200, output_tokens=9100, usd=None),
            CostTold(role="reviewer", by="claude-code", turns=3, input_tokens=120400, output_tokens=4200, usd=1.84),
        ),
        "seconds": 861.0,
    }
    return Story(**{**facts, **more})


def good(lang: Lang = "en") -> Story:
    """The same when all of it went well."""
    one = story(lang)
    result = one.result.model_copy(update={"outcome": "completed", "reason": "", "open_findings": []})
    return one.model_copy(
        update={
            "result": result,
            "pieces": one.pieces[:3],
            "findings": one.findings[1:],
            "unmerged": (),
            "decisions": (),
            "dirty": (),
        }
    )


def _piece(id: str, agent: str, program: str, said: tuple[str, str], **more: Any) -> Piece:
    phase = id.partition(".")[0]
    role = agent.rpartition("-")[0]
    facts = {"id": id, "phase": phase, "round": 1, "role": role, "agent": agent, "program": program}
    return Piece(**{**facts, "title": said[0], "summary": said[1], **more})


def _found(finding: Finding, state: str, about: str, by: str) -> Found:
    return Found.model_validate({**finding.model_dump(), "state": state, "about": about, "by": by, "rounds": (1,)})

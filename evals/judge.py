"""Which of two folders of work is better, by models: `python evals/judge.py A B --judge PROVIDER:MODEL … --json`.

A and B are folders that `every_team.py --out` wrote. Each case that both hold is shown to each judge in both orders; a
judge who prefers another one when the order is turned has no preference (`flipped`). Without a key of the judge's
provider nothing is judged, and the exit code is 3.

    pairs    cases that both folders hold, times judges
    a, b     preferred in both orders, or in one with a tie in the other
    ties     neither
    flipped  of the ties: another preference when the order was turned
    failed   pairs of which an answer did not come
"""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Literal

sys.path.insert(0, str(Path(__file__).parent))

from judging import JUDGE

from kasen.models.access import access_of
from kasen.models.account import Accounts
from kasen.models.asker import Asker
from kasen.models.found import askable, standings
from kasen.models.provider import OpenModel
from kasen.models.role import Ask
from kasen.runtime.local import accounts_of, opener
from kasen.settings import load_settings
from kasen.testing.ledger import MemoryLedger

CASES = Path(__file__).parent / "cases.json"
Side = Literal["a", "b", "tie"]


def main() -> None:
    """Compare, and print what was preferred."""
    given = _arguments()
    settings = load_settings()
    access = access_of(settings)
    lacking = [name for name in given.judge if name not in askable(given.judge, standings(access))]
    if lacking:
        print(f"no key is there for {', '.join(lacking)}: nothing was judged", file=sys.stderr)
        raise SystemExit(3)
    opened, accounts = opener(settings, access), accounts_of(settings)
    found = []
    for name in given.judge:
        ask = _asking(name, opened, accounts)
        found += [{**pair, "judge": name} for pair in asyncio.run(judged(ask, given.a, given.b))]
    print(json.dumps(summed(found, given.judge), ensure_ascii=False, indent=None if given.json else 2))


def _asking(name: str, opened: OpenModel, accounts: Accounts) -> Ask:
    return Asker(
        models_of=lambda _role: [name],
        open_model=opened,
        ledger=MemoryLedger(),
        node_path=lambda: "judge",
        accounts=accounts,
    )


async def judged(ask: Ask, a: Path, b: Path) -> list[dict[str, Any]]:
    """Every case that both folders hold: what was preferred, and why in each order."""
    cases = {case["name"]: case for case in json.loads(CASES.read_text(encoding="utf-8"))}
    names = sorted({path.stem for path in a.glob("*.md")} & {path.stem for path in b.glob("*.md")} & set(cases))
    return [await _pair(ask, cases[name], _read(a, name), _read(b, name)) for name in names]


async def _pair(ask: Ask, case: dict[str, Any], a: str, b: str) -> dict[str, Any]:
    request = json.dumps(case["request"], ensure_ascii=False)
    known = {"request": request, "lang": case["lang"]}
    straight, turned = await asyncio.gather(
        ask(JUDGE, first=a, second=b, **known), ask(JUDGE, first=b, second=a, **known)
    )
    sides: list[Side] = [
        {"A": "a", "B": "b", "tie": "tie"}[straight.value.better],  # type: ignore[list-item]
        {"A": "b", "B": "a", "tie": "tie"}[turned.value.better],  # type: ignore[list-item]
    ]
    failed = straight.is_rule or turned.is_rule
    return {
        "name": case["name"],
        "preferred": "" if failed else preferred(sides),
        "flipped": not failed and {*sides} == {"a", "b"},
        "why": [straight.value.why, turned.value.why],
    }


def preferred(sides: Sequence[Side]) -> Side:
    """Of two orders: a side, where one of them prefers it and the other does not object."""
    kinds = {*sides} - {"tie"}
    return kinds.pop() if len(kinds) == 1 else "tie"


def summed(pairs: Sequence[dict[str, Any]], judges: Sequence[str]) -> dict[str, Any]:
    """Counts, and every pair."""
    counts = Counter(pair["preferred"] for pair in pairs)
    return {
        "judges": list(judges),
        "pairs": len(pairs),
        "a": counts["a"],
        "b": counts["b"],
        "ties": counts["tie"],
        "flipped": sum(pair["flipped"] for pair in pairs),
        "failed": counts[""],
        "cases": list(pairs),
    }


def _read(folder: Path, name: str) -> str:
    return (folder / f"{name}.md").read_text(encoding="utf-8")


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("a", type=Path)
    parser.add_argument("b", type=Path)
    parser.add_argument("--judge", action="append", required=True, help="provider:model; give it more than once")
    parser.add_argument("--json", action="store_true")
    return parser.parse_args()


if __name__ == "__main__":
    main()

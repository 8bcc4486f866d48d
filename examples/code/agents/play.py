"""Plays an agent, and is no model: `python3 play.py planner|coder|reviewer` reads a turn as JSON and answers as JSON.

What it writes was written down before, a mistake included: prices are rounded first. What it says of the work it has
seen: the tests are run, and the reviewer asks the new code what a price is. So a run shows how work comes and goes
between agents, without a key. It knows this shop and its requirement, and nothing else.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

PRICE, TESTS = Path("shop/price.py"), Path("tests/test_price.py")
SAID: dict[str, tuple[str, str]] = {
    "plan": (
        "One task: the change is in one module and its tests.",
        "変えるのは一つのモジュールとそのテストなので、タスクは一つです。",
    ),
    "title": ("Prices with tax on the cards", "札に税込みの値段を書く"),
    "instruction": (
        "Add `with_tax(item)` to `shop/price.py`: 8 % for food, else 10 %, fractions cut off. `card` shows it.",
        "`shop/price.py` に `with_tax(item)` を加える。食品 8%、ほか 10%、1 円未満切り捨て。`card` にも出す。",
    ),
    "food": ("with_tax(Item('煎茶', 124, 'food')) is 133", "with_tax(Item('煎茶', 124, 'food')) が 133"),
    "goods": ("with_tax(Item('急須', 3200)) is 3520", "with_tax(Item('急須', 3200)) が 3520"),
    "done": ("Cards show the price with tax.", "札に税込みの値段が出るようになりました。"),
    "mended": ("Fractions are cut off in whole numbers now.", "整数で計算し、1 円未満を切り捨てるようにしました。"),
    "how": (
        "`//` in whole numbers in place of `round`, and a test with 124 yen.",
        "`round` をやめて整数の `//` にし、124 円のテストを加えました。",
    ),
    "passes": (
        "Asked for 124 and 3,200 yen: both prices are right.",
        "124 円と 3,200 円で確かめ、どちらも正しい値でした。",
    ),
    "fails": ("The price of food is rounded up.", "食品の値段が切り上げられています。"),
    "issue": (
        "`with_tax` rounds: customers pay a yen too much.",
        "`with_tax` が四捨五入していて、お客さまが 1 円多く払うことになります。",
    ),
    "see": (
        "with_tax(Item('煎茶', 124, 'food')) gives {}, not 133",
        "with_tax(Item('煎茶', 124, 'food')) が 133 でなく {} になる",
    ),
    "cut": ("Calculate in whole numbers with `//`.", "整数で計算し、`//` で切り捨てる。"),
    "lacks": ("There is no price with tax.", "税込みの値段がありません。"),
}
NEW = '''

def with_tax(item: Item) -> int:
    """What a customer pays, in yen."""
    percent = 8 if item.kind == "food" else 10
    return {}


def card(item: Item) -> str:
    """`急須 3,200円（税込 3,520円）`: the name and both prices."""
    return f"{{item.name}} {{item.yen:,}}円（税込 {{with_tax(item):,}}円）"
'''
FIRST, THEN = "round(item.yen * (100 + percent) / 100)", "item.yen * (100 + percent) // 100"
TEST = """    def test_{}(self) -> None:
        assert with_tax(Item({})) == {}

"""


def main() -> None:
    """Answer one turn, as whoever the schema of the answer is meant for."""
    turn = json.load(sys.stdin)
    wanted, ja = turn["schema"]["properties"], "language: **Japanese**" in turn["prompt"]
    said = {name: words[ja] for name, words in SAID.items()}
    if "tasks" in wanted:
        answer = planned(said)
    elif "verdict" in wanted:
        answer = looked(turn["prompt"], wanted, said)
    else:
        answer = worked(turn["prompt"], wanted, said)
    sys.stdout.write(json.dumps(answer, ensure_ascii=False) + "\n")


def planned(said: dict[str, str]) -> dict[str, Any]:
    """One task."""
    task = {"id": "tax", "role": "coder", "title": said["title"], "instruction": said["instruction"]}
    files = {"files": [str(PRICE), str(TESTS)], "depends_on": [], "acceptance": [said["food"], said["goods"]]}
    return {"summary": said["plan"], "tasks": [{**task, **files}], "reason": ""}


def worked(prompt: str, wanted: dict[str, Any], said: dict[str, str]) -> dict[str, Any]:
    """Write it, at first with the mistake; with findings, without it. The tests are run."""
    text = PRICE.read_text("utf-8")
    if "findings" in wanted:
        PRICE.write_text(text.replace(FIRST, THEN), "utf-8")
        add_test("fractions_are_cut_off", '"煎茶", 124, "food"', "133")
    else:
        PRICE.write_text(text.partition("\n\ndef card")[0] + NEW.format(FIRST), "utf-8")
        add_test("goods_have_ten_percent", '"急須", 3200', "3520")
    ran = [sys.executable, "-m", "unittest", "-q", "tests.test_price"]
    code = subprocess.run(ran, capture_output=True, check=False).returncode
    told = {"status": "done", "files_modified": [str(PRICE), str(TESTS)], "not_done": [], "reason": ""}
    told["checks"] = [f"python3 -m unittest -q tests.test_price: {code}"]
    if "findings" not in wanted:
        return {**told, "summary": said["done"], "report": ""}
    mended = [{"id": id, "mended": True, "how": said["how"]} for id in ids(prompt)]
    return {**told, "summary": said["mended"], "findings": mended}


def add_test(name: str, item: str, yen: str) -> None:
    """At the end of the tests that are there."""
    text = TESTS.read_text("utf-8").replace("import Item, card\n", "import Item, card, with_tax\n")
    before, main, rest = text.partition("\nif __name__")
    TESTS.write_text(f"{before.rstrip()}\n\n{TEST.format(name, item, yen)}{main}{rest}", "utf-8")


def looked(prompt: str, wanted: dict[str, Any], said: dict[str, str]) -> dict[str, Any]:
    """Ask the new code itself for prices."""
    found = re.search(r"git show ([0-9a-f]{7,}):PATH", prompt)
    commit = found.group(1) if found else "HEAD"
    source = subprocess.run(["git", "show", f"{commit}:{PRICE}"], capture_output=True, check=True, text=True).stdout
    asked = "\nprint(with_tax(Item('煎茶', 124, 'food')), with_tax(Item('急須', 3200)))\n"
    ran = subprocess.run([sys.executable, "-c", source + asked], capture_output=True, check=False, text=True)
    prices = ran.stdout.split()
    good = prices == ["133", "3520"]
    told = {"verdict": "PASS" if good else "FAIL", "summary": said["passes" if good else "fails"], "reason": ""}
    if "findings" in wanted:
        state = "closed" if good else "open"
        return {**told, "findings": [{"id": id, "state": state, "why": told["summary"]} for id in ids(prompt)]}
    number = next((at for at, line in enumerate(source.splitlines(), 1) if "round(" in line), None)
    issue = said["issue"] if ran.returncode == 0 else said["lacks"]
    words = {"issue": issue, "see": said["see"].format(*prices or "–"), "suggestion": said["cut"]}
    defect = {"file": str(PRICE), "line": number, "severity": "major", **words}
    return {**told, "blocking": [] if good else [defect], "non_blocking": []}


def ids(prompt: str) -> list[str]:
    """Of the findings that are shown."""
    return list(dict.fromkeys(re.findall(r'<outside kind="finding" id="([^"]+)"', prompt)))


if __name__ == "__main__":
    main()

from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from kasen.teams.code.mailbox.audit import Audit


def test_each_fact_is_a_line_of_its_day_and_lines_do_not_mix(tmp_path: Path) -> None:
    audit = Audit(tmp_path)
    with ThreadPoolExecutor(8) as pool:
        list(pool.map(lambda n: audit.note("claimed", task=f"T{n}", words="宇治" * 500), range(200)))
    lines = [json.loads(line) for path in tmp_path.glob("*.jsonl") for line in path.read_bytes().splitlines()]
    assert {line["task"] for line in lines} == {f"T{n}" for n in range(200)}
    assert all(line["what"] == "claimed" and line["words"] == "宇治" * 500 for line in lines)
    assert all((tmp_path / f"{line['at'][:10]}.jsonl").exists() for line in lines)

from __future__ import annotations

from pathlib import Path

import orjson

from kasen.settings.redact import NO_SECRETS, Redactor
from kasen.teams.code.worker.journal import LARGEST, TEXT, Journal


def lines(path: Path) -> list[dict[str, object]]:
    return [orjson.loads(line) for line in path.read_bytes().splitlines()]


def test_a_line_says_what_there_is_without_secrets(tmp_path: Path) -> None:
    journal = Journal(tmp_path, Redactor(["matcha-and-more"]))
    journal.note("words", text="x" * (TEXT - 5) + "matcha-and-more", id="", until=None, count=0)
    journal.note("tool", text="\ud800 茶")
    first, second = lines(tmp_path / "events.jsonl")
    assert first.keys() == {"at", "kind", "text", "count"}
    assert first["text"] == ("x" * (TEXT - 5) + "[redacted]")[:TEXT]  # no half of it either
    assert second["text"] == "? 茶"


def test_it_does_not_grow_without_end(tmp_path: Path) -> None:
    path = tmp_path / "events.jsonl"
    path.write_bytes(b"{}\n" * (LARGEST // 3))
    journal = Journal(tmp_path, NO_SECRETS)
    journal.note("words", text="the last")
    journal.note("words", text="the first")
    assert lines(tmp_path / "events.1.jsonl")[-1]["text"] == "the last"
    assert [line["text"] for line in lines(path)] == ["the first"]


def test_a_disk_that_takes_nothing_ends_nothing(tmp_path: Path) -> None:
    Journal(tmp_path / "nowhere", NO_SECRETS).note("words", text="x")

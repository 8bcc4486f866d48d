from __future__ import annotations

from pathlib import Path

from kasen.cli.code.log_lines import LONGEST, Growing, clock, line


def test_only_whole_lines_are_read_and_each_once(tmp_path: Path) -> None:
    path = tmp_path / "events.jsonl"
    growing = Growing(path)
    assert list(growing.lines()) == []
    path.write_bytes(b'{"a": 1}\n{"a": ')
    assert list(growing.lines()) == [{"a": 1}]
    assert list(growing.lines()) == []
    with path.open("ab") as file:
        file.write(b'2}\nno json\n[1]\n{"a": 3}\n')
    assert list(growing.lines()) == [{"a": 2}, {"a": 3}]


def test_a_file_that_took_the_place_of_another_is_read_from_its_beginning(tmp_path: Path) -> None:
    path = tmp_path / "events.jsonl"
    growing = Growing(path)
    path.write_text('{"a": 1}\n{"a": 2}\n')
    assert len(list(growing.lines())) == 2
    path.replace(tmp_path / "events.1.jsonl")
    path.write_text('{"a": 3}\n')
    assert list(growing.lines()) == [{"a": 3}]


def test_a_line_says_when_who_and_what() -> None:
    at = "2027-01-15T08:00:01.123+00:00"
    told = {"at": at, "kind": "tool", "text": "Bash:  npm\ntest", "id": "x"}
    assert line(told, "impl-1") == f"{clock(at)} impl-1 → Bash: npm test"
    assert line({"at": at, "what": "assigned", "task": "T1", "token": 2}) == f"{clock(at)} assigned task=T1 token=2"
    assert len(clock(at)) == 8


def test_a_line_is_one_line_without_escapes_and_not_endless() -> None:
    shown = line({"at": "no time", "kind": "words", "text": "\x1b[2J" + "長い\n" * 1000, "why": {"a": "\x07"}})
    assert "\x1b" not in shown
    assert "\n" not in shown
    assert len(shown) <= LONGEST

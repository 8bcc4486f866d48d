from __future__ import annotations

from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from kasen.errors import InputError
from kasen.runtime.batch_file import MOST, Asked, read_batch


@pytest.fixture
def read(tmp_path: Path, people: ModuleType) -> Any:
    def made(text: str | bytes, name: str = "q.txt", **flags: Any) -> list[Asked]:
        data = text if isinstance(text, bytes) else text.encode("utf-8")
        (tmp_path / name).write_bytes(data)
        return read_batch(tmp_path / name, people.TEAM, flags)

    return made


def test_a_question_stands_on_each_line_with_its_number(read: Any) -> None:
    found = read("\ufeff# questions\r\nお茶とは\r\n\r\n  What is tea?  \r\n")
    assert [(asked.line, asked.request.question) for asked in found] == [(2, "お茶とは"), (4, "What is tea?")]
    assert [asked.given for asked in found] == [{"question": "お茶とは"}, {"question": "What is tea?"}]


def test_a_line_of_json_is_a_request_over_the_flags(read: Any) -> None:
    text = '{"question": "tea", "turns": 2, "mode": "other"}\nplain\n'
    for name in ("q.txt", "q.jsonl"):
        first, second = read(text, name, turns=3, docs=["d"])
        assert (first.mode, first.request.turns, first.request.docs) == ("other", 2, ["d"])
        assert (second.mode, second.request.turns) == (None, 3)
        assert first.given == {"question": "tea", "turns": 2, "docs": ["d"]}


def test_a_list_of_yaml_holds_questions_and_requests(read: Any) -> None:
    text = "# all\n- お茶とは\n- question: tea\n  docs: [a, b]\n-\n  question: |\n    two\n    lines\n"
    found = read(text, "q.yaml")
    assert [(asked.line, asked.request.question) for asked in found] == [
        (2, "お茶とは"),
        (3, "tea"),
        (6, "two\nlines\n"),
    ]
    assert read('["a", {"question": "b"}]', "q.json")[1].request.question == "b"


def test_the_same_request_twice_counts_once(read: Any) -> None:
    text = 'tea\ncoffee\ntea\n{"question": "tea"}\n{"question": "tea", "mode": "talk"}'
    assert [asked.line for asked in read(text)] == [1, 2, 5]


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("q.jsonl", '{"question": "a"}\n{"question": \n', r"q\.jsonl:2`: not JSON"),
        ("q.txt", '{"docs": []}\n', r"q\.txt:1`: `question`: is missing"),
        ("q.txt", 'a\n{"question": "a", "doc": 1}\n', r"q\.txt:2`: a request has no `doc`; it has: question, docs"),
        ("q.txt", '{"question": "a", "mode": "loud"}', r"q\.txt:1`: team `people` has no mode `loud`"),
        ("q.txt", '{"question": "a", "turns": "x"}', r"q\.txt:1`: `turns`"),
        ("q.yaml", "- a\n- [b]\n- 3\n", r"q\.yaml:2`: neither .*; .*q\.yaml:3`: neither"),
        ("q.yaml", "question: a\n", r"q\.yaml:1`: not a list"),
        ("q.yaml", "- a\n- {b: [\n", r"q\.yaml:3`: "),
        ("q.yaml", "- !!python/object:os.system a\n", r"q\.yaml:1`: "),
        ("q.yaml", "- a\n---\n- b\n", r"q\.yaml:"),
        ("q.txt", b"tea\n\xff\xfe\n", r"q\.txt:2`: not UTF-8"),
        ("q.txt", "\n# nothing\n", r"holds no question"),
        ("q.yaml", "", r"holds no question"),
        ("q.txt", "\n".join(map(str, range(MOST + 1))), rf"holds {MOST + 1} requests"),
        ("q.txt", '{"question": 1}\n' * 7, r"q\.txt:5`: .*; 2 more lines"),
    ],
)
def test_what_is_no_request_is_named_with_file_and_line(read: Any, name: str, text: str | bytes, said: str) -> None:
    with pytest.raises(InputError, match=said):
        read(text, name)


def test_a_file_that_cannot_be_read_is_named(tmp_path: Path, people: ModuleType) -> None:
    for path in (tmp_path / "missing.txt", tmp_path):
        with pytest.raises(InputError, match="cannot be read"):
            read_batch(path, people.TEAM, {})


@pytest.mark.parametrize("text", ["\0- a", "- 2026-13-45", "[" * 5_000, "- &a [x]\n- *a", "- " + "9" * 5_000])
def test_yaml_of_any_kind_is_read_or_a_sentence(read: Any, text: str) -> None:
    with pytest.raises(InputError, match=r"q\.yaml"):
        read(text, "q.yaml")

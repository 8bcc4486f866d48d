from __future__ import annotations

import pytest

from kasen.models.openai.thoughts import Thoughts


def split(text: str, size: int) -> tuple[str, str]:
    thoughts = Thoughts()
    found = [thoughts.take(text[start : start + size]) for start in range(0, len(text), size)]
    found.append(thoughts.rest())
    return "".join(thought for thought, _ in found), "".join(answer for _, answer in found)


@pytest.mark.parametrize("size", [1, 3, 7, 1000])
@pytest.mark.parametrize(
    ("text", "thought", "answer"),
    [
        ('<think>まず {考える}。</think>\n{"a": 1}', "まず {考える}。", '\n{"a": 1}'),
        ('\n<thinking>a < b </think> c</thinking>{"a": 1}', "a < b </think> c", '{"a": 1}'),
        ('<think></think>{"a": "<think>x</think>"}', "", '{"a": "<think>x</think>"}'),
        ('{"a": "<think>x</think>"}', "", '{"a": "<think>x</think>"}'),
        ("<thin ice>", "", "<thin ice>"),
        ("<think>never closed </thi", "never closed </thi", ""),
        ('swallowed</think>{"a": 1}', "", 'swallowed</think>{"a": 1}'),
        ("<th", "", "<th"),
        ("", "", ""),
    ],
)
def test_thoughts_and_answer_are_told_apart_however_the_text_is_cut(
    text: str, thought: str, answer: str, size: int
) -> None:
    assert split(text, size) == (thought, answer)


def test_an_answer_without_thoughts_is_passed_on_at_once() -> None:
    assert Thoughts().take('{"a"') == ("", '{"a"')

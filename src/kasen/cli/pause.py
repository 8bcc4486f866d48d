"""Answering a pause at the terminal or from a file."""

from __future__ import annotations

import json
import shlex
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kasen.cli.signals import at_a_prompt, left_to_another
from kasen.cli.walk import Walk, edits_of
from kasen.errors import InputError, KasenError, Paused
from kasen.prompts.outside import printable

if TYPE_CHECKING:
    from kasen.runtime.rows import ApprovalRow
    from kasen.runtime.runner import Runner


REMARKS = ("comment", "human_input")
"""Fields of answers that take what a person has to say."""
ANSWER = "answer"
"""The only field of an answer to a question in words."""


def can_ask() -> bool:
    """True when a person sits at both ends."""
    return sys.stdin.isatty() and sys.stderr.isatty()


def typed_line() -> str | None:
    """What a person types up to Enter; None when the terminal is closed (Ctrl-D). Raises Stopped on Ctrl-C."""
    try:
        with at_a_prompt():
            return input()
    except EOFError:
        return None


_WORDS: Mapping[str, tuple[str, str]] = {
    "waits": ("run {run} waits for `{name}`: {question}", "実行 {run} は `{name}` の回答を待っています：{question}"),
    "how": (
        "Answer with `kasen runs answer {run} {name} --file answer.yaml` (or --default), "
        "then `kasen runs continue {run}`.",
        "`kasen runs answer {run} {name} --file answer.yaml`（または --default）で答え、"
        "`kasen runs continue {run}` で続けます。",
    ),
    "fields": (" answer.yaml may hold {fields}.", "answer.yaml に書けるもの：{fields}。"),
    "choose": ("your answer: a number, [Ctrl-D] for later:", "番号を入力（[Ctrl-D] であとにする）："),
    "number": (
        "your answer: a number or words, [Enter] to go on without, [Ctrl-D] for later:",
        "番号か言葉を入力（[Enter] で答えずに進む、[Ctrl-D] であとにする）：",
    ),
    "words": (
        "your answer: words, [Enter] to go on without, [Ctrl-D] for later:",
        "言葉で入力（[Enter] で答えずに進む、[Ctrl-D] であとにする）：",
    ),
    "keys": ("[a]ccept  [e]dit in {editor}", "[a] 受け入れる  [e] {editor} で直す"),
    "comment_key": ("  [c]omment", "  [c] 一言そえる"),
    "no_key": ("  [n]o, end the run", "  [n] 実行を終える"),
    "stop_key": ("  [s]top for now", "  [s] いったん止める"),
    "comment": ("comment:", "一言："),
}


def _words(lang: str, word: str, /, **facts: object) -> str:
    return _WORDS[word][lang == "ja"].format(**facts)


def how_to_answer(row: ApprovalRow, lang: str = "en") -> Paused:
    """What to do with a pause when nobody sits here."""
    fields = ", ".join(f"`{name}: …`" for name in row.asked.answer_schema.get("properties", {}))
    return Paused(
        _words(lang, "waits", run=row.run_id, name=row.name, question=row.asked.question),
        hint=_words(lang, "how", run=row.run_id, name=row.name)
        + (_words(lang, "fields", fields=fields) if fields else ""),
    )


def left_open(row: ApprovalRow, lang: str = "en") -> Paused:
    """The same, after what there is to decide on was shown: nobody has seen it yet."""
    if not edits_of(row.asked):
        _show(row)
    return how_to_answer(row, lang)


def _is_question(row: ApprovalRow) -> bool:
    """Whether words are asked for, and nothing is there to accept."""
    return list(row.asked.answer_schema.get("properties", {})) == [ANSWER]


def _must_choose(row: ApprovalRow) -> bool:
    """Whether only some words are an answer."""
    return "enum" in row.asked.answer_schema["properties"][ANSWER]


def _options(row: ApprovalRow) -> list[str]:
    return [str(item) for item in row.asked.shown] if isinstance(row.asked.shown, list) else []


def meant(typed: str, options: list[str]) -> str:
    """What a person answers: the option whose number was typed, else the words."""
    typed = typed.strip()
    number = int(typed) if typed.isdecimal() else 0
    return options[number - 1] if 0 < number <= len(options) else typed


def read_answer(path: Path) -> Any:
    """The answer in a YAML or JSON file. Raises InputError."""
    import yaml

    from kasen.tools.plain_yaml import plain_yaml

    try:
        return plain_yaml(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise InputError(f"`{path}` cannot be read: {error.strerror or error}") from error
    except (yaml.YAMLError, UnicodeDecodeError) as error:
        raise InputError(f"`{path}` is neither YAML nor JSON: {' '.join(str(error).split())}") from error


async def ask_person(runner: Runner, row: ApprovalRow, editor: str) -> bool:
    """Show the pause, take an answer that fits. False when the person leaves it for later."""
    edits = edits_of(row.asked)
    lang = (await runner.store.run(row.run_id)).lang
    if edits:
        walk = Walk(edits, editor=editor, lang=lang, typed=typed_line)
    else:
        _show(row)
    while True:
        value = (walk.answer() or _LATER) if edits else _choice(row, editor, lang)
        if value is _LATER:
            return False
        try:
            await runner.answer(row.run_id, row.name, value)
        except InputError as error:
            _say(f"  {error}")
            continue
        return True


_LATER = object()


def _choice(row: ApprovalRow, editor: str, lang: str) -> Any:
    if _is_question(row):
        how = "choose" if _must_choose(row) else "number" if _options(row) else "words"
        _say(f"     {_words(lang, how)}", end="  ")
        typed = typed_line()
        return _LATER if typed is None else {ANSWER: meant(typed, _options(row))}
    fields = row.asked.answer_schema.get("properties", {})
    remark = next((name for name in REMARKS if name in fields), "")
    no = _words(lang, "no_key") if "go_on" in fields else ""
    keys = _words(lang, "keys", editor=editor) + (_words(lang, "comment_key") if remark else "")
    while True:
        _say(f"     {keys}{no}{_words(lang, 'stop_key')}", end="  ")
        if (typed := typed_line()) is None:
            return _LATER
        key = typed.strip().lower()[:1]
        if key in ("a", ""):
            return row.asked.default
        if key == "s":
            return _LATER
        if key == "n" and no:
            return {**(row.asked.default or {}), "go_on": False}
        if key == "e" and (edited := _edited(row, editor)) is not _LATER:
            return edited
        if key == "c" and remark:
            _say(f"     {_words(lang, 'comment')}", end=" ")
            if (typed := typed_line()) is None:
                return _LATER
            return {**(row.asked.default or {}), remark: typed}


def _edited(row: ApprovalRow, editor: str) -> Any:
    import yaml

    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / f"{row.name}.yaml"
        path.write_text(yaml.safe_dump(row.asked.default, allow_unicode=True, sort_keys=False), encoding="utf-8")
        try:
            with left_to_another():
                subprocess.run([*shlex.split(editor), str(path)], check=True)
            return read_answer(path)
        except (OSError, ValueError, subprocess.CalledProcessError, KasenError) as error:
            _say(f"  {error}")
            return _LATER


def _show(row: ApprovalRow) -> None:
    shown = row.asked.shown
    if isinstance(shown, list):
        for number, item in enumerate(shown, start=1):
            text = item if isinstance(item, str) else json.dumps(item, ensure_ascii=False)
            _say(f"     {number}  {text}")
    elif shown is not None:
        _say(f"     {shown if isinstance(shown, str) else json.dumps(shown, ensure_ascii=False, indent=2)}")


def _say(text: str, end: str = "\n") -> None:
    print(printable(text), end=end, file=sys.stderr, flush=True)

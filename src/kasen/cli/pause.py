"""Answering a pause at the terminal or from a file."""

from __future__ import annotations

import json
import shlex
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

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
    """What a person types up to Enter; None when the terminal is closed (Ctrl-D)."""
    try:
        return input()
    except EOFError:
        return None


def how_to_answer(row: ApprovalRow) -> Paused:
    """What to do with a pause when nobody sits here."""
    fields = ", ".join(f"`{name}: …`" for name in row.asked.answer_schema.get("properties", {}))
    return Paused(
        f"run {row.run_id} waits for `{row.name}`: {row.asked.question}",
        hint=f"Answer with `kasen runs answer {row.run_id} {row.name} --file answer.yaml` (or --default), "
        f"then `kasen runs continue {row.run_id}`." + (f" answer.yaml may hold {fields}." if fields else ""),
    )


def left_open(row: ApprovalRow) -> Paused:
    """The same, after what there is to decide on was shown: nobody has seen it yet."""
    if not edits_of(row.asked):
        _show(row)
    return how_to_answer(row)


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

    try:
        return yaml.safe_load(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise InputError(f"`{path}` cannot be read: {error.strerror or error}") from error
    except (yaml.YAMLError, UnicodeDecodeError) as error:
        raise InputError(f"`{path}` is neither YAML nor JSON: {' '.join(str(error).split())}") from error


async def ask_person(runner: Runner, row: ApprovalRow, editor: str) -> bool:
    """Show the pause, take an answer that fits. False when the person leaves it for later."""
    edits = edits_of(row.asked)
    if edits:
        lang = (await runner.store.run(row.run_id)).lang
        walk = Walk(edits, editor=editor, lang=lang, typed=typed_line)
    else:
        _show(row)
    while True:
        value = (walk.answer() or _LATER) if edits else _choice(row, editor)
        if value is _LATER:
            return False
        try:
            await runner.answer(row.run_id, row.name, value)
        except InputError as error:
            _say(f"  {error}")
            continue
        return True


_LATER = object()


def _choice(row: ApprovalRow, editor: str) -> Any:
    if _is_question(row):
        number = "a number or " if _options(row) else ""
        without = "a number" if _must_choose(row) else f"{number}words, [Enter] to go on without"
        _say(f"     your answer: {without}, [Ctrl-D] for later:", end="  ")
        typed = typed_line()
        return _LATER if typed is None else {ANSWER: meant(typed, _options(row))}
    fields = row.asked.answer_schema.get("properties", {})
    remark = next((name for name in REMARKS if name in fields), "")
    comment = "  [c]omment" if remark else ""
    no = "  [n]o, end the run" if "go_on" in fields else ""
    while True:
        _say(f"     [a]ccept  [e]dit in {editor}{comment}{no}  [s]top for now", end="  ")
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
            _say("     comment:", end=" ")
            if (typed := typed_line()) is None:
                return _LATER
            return {**(row.asked.default or {}), remark: typed}


def _edited(row: ApprovalRow, editor: str) -> Any:
    import yaml

    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / f"{row.name}.yaml"
        path.write_text(yaml.safe_dump(row.asked.default, allow_unicode=True, sort_keys=False), encoding="utf-8")
        try:
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

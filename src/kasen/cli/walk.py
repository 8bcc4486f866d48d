"""Walking through edits one by one in the terminal: take, leave, or put one's own words."""

from __future__ import annotations

import shlex
import subprocess
import sys
import tempfile
import unicodedata
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kasen.cli.columns import wrapped
from kasen.cli.edit_view import Edit, edit_of, view
from kasen.cli.signals import left_to_another
from kasen.prompts.outside import printable

if TYPE_CHECKING:
    from kasen.runtime.rows import Question

EN = {
    "line": "line {}",
    "critical": "critical",
    "major": "major",
    "minor": "minor",
    "insert": "insert after this line",
    "delete": "take these words out",
    "keys": "[y]es  [n]o  [e]dit the words  [a]ll the rest  [d]one (reject the rest)  [b]ack  [s]top for now",
    "yes": "accepted",
    "no": "rejected",
    "own": "your words: {}",
    "empty": "Nothing is left of it; press n to leave the edit out.",
    "same": "The words are as they were.",
    "sum": "{yes} accepted, {own} in your words, {no} rejected",
    "send": "[Enter] send  [b]ack  [s]top for now",
}
JA = {
    "line": "{} 行目",
    "critical": "重大",
    "major": "重要",
    "minor": "軽微",
    "insert": "この行の後に挿入",
    "delete": "この語句を削除",
    "keys": "[y] 採用  [n] 不採用  [e] 書き換え  [a] 残りはすべて採用  [d] 残りはすべて不採用  [b] 戻る  [s] 中断",
    "yes": "採用",
    "no": "不採用",
    "own": "書き換え：{}",
    "empty": "語句が空です。採らない場合は n を押してください。",
    "same": "語句は変わっていません。",
    "sum": "採用 {yes} 件、書き換え {own} 件、不採用 {no} 件",
    "send": "[Enter] 送信  [b] 戻る  [s] 中断",
}
Line = Callable[[], str | None]


def edits_of(asked: Question) -> list[Edit]:
    """The edits that a pause asks about; empty for every other sort of pause.

    Such a pause shows a list of edits, and its answer has `accept`, a list of some of their ids.
    """
    accept = asked.answer_schema.get("properties", {}).get("accept", {})
    known = accept.get("items", {}).get("enum", []) if isinstance(accept, dict) else []
    if not known or not isinstance(asked.shown, list):
        return []
    edits = [edit for one in asked.shown if (edit := edit_of(one)) is not None]
    return edits if len(edits) == len(asked.shown) and all(edit.id in known for edit in edits) else []


class Walk:
    """One person's way through the edits; what was chosen stays when the answer has to be given again."""

    def __init__(self, edits: Sequence[Edit], *, editor: str, lang: str, typed: Line) -> None:
        self._edits = edits
        self._editor = editor
        self._words = JA if lang == "ja" else EN
        self._typed = typed
        self._chosen: dict[str, bool | str] = {}
        self._at = 0

    def answer(self) -> dict[str, Any] | None:
        """`accept`: ids that are taken; `edited`: id → the person's words, for those among them. None: later."""
        self._at = min(self._at, len(self._edits) - 1)
        while True:
            while self._at < len(self._edits):
                if not self._ask(self._edits[self._at]):
                    return None
            key = self._sum()
            if key == "s":
                return None
            if key == "b":
                self._at = len(self._edits) - 1
                continue
            taken = [edit.id for edit in self._edits if self._chosen[edit.id] is not False]
            edited = {id: words for id, words in self._chosen.items() if isinstance(words, str)}
            return {"accept": taken, "edited": edited} if edited else {"accept": taken}

    def _ask(self, edit: Edit) -> bool:
        """Show one edit and take a choice; False when the person leaves it for later."""
        self._show(edit)
        while True:
            key = self._key(self._words["keys"])
            if key == "s":
                return False
            if self._done(edit, key):
                return True

    def _done(self, edit: Edit, key: str) -> bool:
        """Whether that key decides something."""
        if key in ("y", "n"):
            self._set(edit, key == "y")
        elif key in ("a", "d"):
            rest = [one for one in self._edits[self._at :] if one is edit or one.id not in self._chosen]
            self._chosen.update({one.id: key == "a" for one in rest})
            self._at = len(self._edits)
        elif key == "b":
            self._at = max(self._at - 1, 0)
        elif key == "e":
            return self._edit(edit)
        else:
            return False
        return True

    def _set(self, edit: Edit, choice: bool | str) -> None:
        self._chosen[edit.id] = choice
        self._at += 1

    def _edit(self, edit: Edit) -> bool:
        own = self._chosen.get(edit.id)
        words = self._edited(edit, own if isinstance(own, str) else edit.new)
        if words is None:
            return False
        if words == edit.new:
            _say(f"        {self._words['same']}")
            return False
        if not words.strip():
            _say(f"        {self._words['empty']}")
            return False
        self._set(edit, words)
        return True

    def _edited(self, edit: Edit, words: str) -> str | None:
        """The words after the person's editor; None when it fails. A line end that the editor adds is none of them."""
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "words.md"
            path.write_text(words if words.endswith("\n") else f"{words}\n", encoding="utf-8", newline="")
            try:
                with left_to_another():
                    subprocess.run([*shlex.split(self._editor), str(path)], check=True)
                typed = path.read_bytes().decode("utf-8")
            except (OSError, ValueError, subprocess.CalledProcessError) as error:
                _say(f"        {error}")
                return None
        bare = typed.rstrip("\r\n")
        return bare + edit.new[len(edit.new.rstrip("\r\n")) :] if bare else ""

    def _show(self, edit: Edit) -> None:
        from rich.console import Console

        console = Console(stderr=True, highlight=False, soft_wrap=True)
        plain = console.no_color or console.color_system is None
        head = f"{self._at + 1}/{len(self._edits)}"
        _say("")
        for line in view(edit, head=head, words=self._words, width=console.width, plain=plain):
            console.print(line)
        if (chosen := self._chosen.get(edit.id)) is not None:
            said = self._words["yes"] if chosen is True else self._words["no"]
            _say(f"        = {self._words['own'].format(chosen) if isinstance(chosen, str) else said}")

    def _sum(self) -> str:
        states = list(self._chosen.values())
        count = {"yes": states.count(True), "no": states.count(False)}
        _say("")
        _say(f"  {self._words['sum'].format(own=len(states) - sum(count.values()), **count)}")
        while (key := self._key(self._words["send"])) not in ("", "y", "b", "s"):
            pass
        return key

    def _key(self, keys: str) -> str:
        """The first letter that was typed, in either width; `s` when the terminal is closed."""
        _say("\n".join(wrapped(keys, first="  ", more="  ", at="  ")), end="  ")
        typed = self._typed()
        return "s" if typed is None else unicodedata.normalize("NFKC", typed).strip().lower()[:1]


def _say(text: str, end: str = "\n") -> None:
    print(printable(text), end=end, file=sys.stderr, flush=True)

"""A team of Kasen as an agent, in a process of its own: `kasen NAME … --json`, its report is the answer.

It is asked the instruction of the task alone. A pause is answered with its default, as nobody sits in front of it. A
run that was cut off is carried on: what it finished is not done again.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import orjson

from kasen.settings.fields import readable, variables
from kasen.teams.code.programs.answers import answer_in, fitting
from kasen.teams.code.programs.turn import Counters, Ended, Told, Turn
from kasen.tools.ulid import new_ulid

LONGEST = 20_000
"""Characters of an instruction: what teams take."""
REPORT = 100_000
"""Characters of a report."""
_EMPTY: Mapping[str, Any] = {"array": [], "integer": 0, "number": 0, "boolean": False, "string": "", "null": None}


class KasenTeam:
    """One turn."""

    def __init__(self, name: str, scratch: Path) -> None:
        """`scratch`: a folder for its report."""
        self._name = name
        self._out = scratch / f"report-{new_ulid()}"
        self._schema: Mapping[str, Any] = {}
        self._session = ""
        self._words = ""
        self._failed = ""
        self._is_done = False
        self._spent: list[Counters] = []

    @property
    def VARIABLES(self) -> tuple[str, ...]:
        """What it has to see of the environment beside the plain variables: all that sets Kasen up."""
        return tuple(name for field in readable() for name in variables(field))

    def command(self, turn: Turn) -> list[str]:
        """The program and its arguments. `-P`: what lies in the work tree is not taken for a module."""
        self._schema, self._session = turn.schema, turn.session
        wanted = ["--yes", "--json", "--format", "md", "--out", str(self._out)]
        caps = [] if turn.usd is None else ["--budget-usd", f"{turn.usd:.4f}"]
        python = [sys.executable, "-P", "-m", "kasen"]
        if turn.session:
            return [*python, "runs", "continue", turn.session, *wanted, *caps]
        return [*python, self._name, *wanted, *caps, "--", (turn.instruction or turn.prompt)[:LONGEST]]

    def given(self, turn: Turn) -> bytes:
        """Nothing."""
        return b""

    def read(self, line: bytes) -> Iterator[Told]:
        """One event of the run. What is none is let by."""
        try:
            event = orjson.loads(line)
        except orjson.JSONDecodeError:
            return
        if not isinstance(event, dict):
            return
        if not self._session and event.get("run_id"):
            self._session = str(event["run_id"])
            yield Told(kind="session", id=self._session)
        match event.get("type"):
            case "node_started":
                yield Told(kind="tool", id=str(event.get("task")), text=str(event.get("node")))
            case "node_finished":
                yield Told(kind="tool_done", id=str(event.get("task")))
            case "text" if event.get("final"):
                self._words = str(event.get("text"))
                yield Told(kind="words", text=self._words)
            case "model_call":
                self._spent.append(_counted(event))
                yield Told(kind="cost", usd=sum(one.usd or 0.0 for one in self._spent))
            case "run_finished":
                self._is_done = True
                self._words = str(event.get("summary") or self._words)
            case "run_failed":
                self._failed = str(event.get("message") or event.get("error") or "the run failed")

    def ended(self, code: int) -> Ended:
        """How it ended: with the report as the answer where the report is what was asked for."""
        counters = Counters(
            input_tokens=sum(one.input_tokens for one in self._spent),
            output_tokens=sum(one.output_tokens for one in self._spent),
            usd=sum(one.usd or 0.0 for one in self._spent),
        )
        known = Ended(words=self._words, session=self._session, counters=counters)
        if not self._is_done:
            problem = "killed" if code < 0 else "failed"
            return _problem(known, problem, self._failed or f"it ended with {code} and told no result")
        report = "\n\n".join(path.read_text(encoding="utf-8") for path in sorted(self._out.glob("*.md")))[:REPORT]
        answer = answer_in(report or self._words, self._schema) or self._as_answer(report)
        if answer is None:
            return _problem(known, "no_answer", "a report is not the result that was asked for")
        return Ended(answer=answer, words=known.words, session=known.session, counters=counters)

    def _as_answer(self, report: str) -> dict[str, Any] | None:
        """The report in the fields of an answer that has a place for one; the others are empty, or the first choice."""
        fields = self._schema.get("properties", {})
        if "report" not in fields or "summary" not in fields:
            return None
        said = {"summary": self._words[:2_000] or report[:2_000], "report": report or self._words}
        return fitting({name: said.get(name, _empty(part)) for name, part in fields.items()}, self._schema)


def _problem(known: Ended, problem: Any, why: str) -> Ended:
    return Ended(problem=problem, why=why, words=known.words, session=known.session, counters=known.counters)


def _empty(part: Mapping[str, Any]) -> Any:
    if part.get("enum"):
        return part["enum"][0]
    return _EMPTY.get(str(part.get("type")))


def _counted(event: Mapping[str, Any]) -> Counters:
    tokens = [value if isinstance(value := event.get(name), int) else 0 for name in ("input_tokens", "output_tokens")]
    usd = event.get("usd")
    return Counters(
        input_tokens=tokens[0], output_tokens=tokens[1], usd=float(usd) if isinstance(usd, int | float) else None
    )

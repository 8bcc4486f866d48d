"""What pandoc says when it reads a file: it writes nothing, runs no filter and may read no other file."""

from __future__ import annotations

import asyncio
import re
import tempfile
from pathlib import Path

from kasen.tools.validation import programs
from kasen.tools.validation.model import Problem
from kasen.tools.validation.running import MOST_OUTPUT, Ran, run

SECONDS = 10.0
MEMORY = "512m"
_LINE = re.compile(r"line (\d+)")
_BLOCKING = (
    ("unclosed-div", re.compile(r"Div at .* unclosed")),
    ("stray-fenced-div-markers", re.compile(r"fenced div|closing.*:::", re.IGNORECASE)),
)
_QUIET = re.compile(r"Could not (?:convert TeX|determine)|Citeproc|requires a nonempty <title>|Duplicate (?:id|link)")
_versions: dict[str, str] = {}


async def read(text: str) -> tuple[list[Problem], str, str]:
    """Problems, what ran, and what could not run, of which one is empty."""
    program = programs.pandoc()
    if not program:
        return [], "", programs.missing("pandoc")
    with tempfile.TemporaryDirectory(prefix="kasen-pandoc-") as place:
        given = text.encode("utf-8", "replace")
        done, version = await asyncio.gather(
            pandoc(program, ["--from=markdown", "--to=json"], given=given, folder=Path(place)), version_of(program)
        )
    if done.code is None:
        return [], "", f"pandoc {done.why}, so it was not asked."
    return problems_of(done), f"pandoc {version}".strip(), ""


async def pandoc(program: str, options: list[str], *, given: bytes, folder: Path, most: int = MOST_OUTPUT * 8) -> Ran:
    """Run pandoc sandboxed, with bounded memory and time; it finds no templates or defaults of this user."""
    command = [program, "+RTS", f"-M{MEMORY}", "-RTS", f"--data-dir={folder}", "--sandbox", *options]
    surroundings = {"HOME": str(folder), "XDG_DATA_HOME": str(folder), "LANG": "C.UTF-8"}
    return await run(command, given=given, folder=folder, seconds=SECONDS, environment=surroundings, most=most)


async def version_of(program: str) -> str:
    """`3.9`; empty where it does not say. Asked once per program and process."""
    if program not in _versions:
        done = await run([program, "--version"], folder=Path("/"), seconds=SECONDS)
        words = done.out.decode("utf-8", "replace").split()
        _versions[program] = words[1] if done.code == 0 and len(words) > 1 else ""
    return _versions[program]


def problems_of(done: Ran) -> list[Problem]:
    """Warnings and errors of one run."""
    found = []
    for said in re.split(r"\n(?=\[(?:WARNING|INFO)\])", done.err):
        if said.startswith("[WARNING]") and not _QUIET.search(said):
            found.append(_warning(" ".join(said.removeprefix("[WARNING]").split())))
    if done.code:
        said = re.sub(r"\[WARNING\][^\n]*\n?", "", done.err).strip() or f"exit {done.code}"
        rule = "yaml-parse-error" if "YAML" in said else "pandoc-error"
        found.append(
            Problem(line=_line(said), rule=rule, text=f"Pandoc cannot read it: {' '.join(said.split())[:300]}")
        )
    return found


def _warning(said: str) -> Problem:
    rule = next((rule for rule, pattern in _BLOCKING if pattern.search(said)), "")
    text = f"Pandoc warns: {said.replace('-', 'stdin', 0)[:300]}"
    return Problem(line=_line(said), rule=rule or "pandoc-warning", text=text, blocking=bool(rule))


def _line(said: str) -> int:
    """The last line named first: in an error of YAML the first is where the block begins."""
    numbers = _LINE.findall(said)
    if "YAML parse exception at line" in said:
        return int(numbers[-1]) + 1
    return int(numbers[0]) if numbers else 0

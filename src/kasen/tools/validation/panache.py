"""What panache, a linter that knows Quarto, says of a file."""

from __future__ import annotations

import re
from pathlib import Path

from kasen.tools.validation import programs
from kasen.tools.validation.model import Problem
from kasen.tools.validation.running import run

SECONDS = 10.0
BLOCKING = frozenset(
    {
        "duplicate-reference-labels", "include-not-found", "stray-fenced-div-markers", "table-column-count",
        "undefined-footnote-id", "yaml-parse-error",
    }
)  # fmt: skip
"""Rules whose findings break a page. On 34 sound files of real projects no other choice was free of false alarms."""
SILENT = frozenset({"missing-chunk-labels", "consumer-divergence", "unused-definition-label"})
"""Rules of style and of other consumers: they say nothing about whether a file is sound."""
_LINE = re.compile(r"^<stdin>:(\d+):\d+: (?:warning|error|info|hint)\[([\w-]+)\]: (.*)$")


async def lint(text: str, *, name: str) -> tuple[list[Problem], str, str]:
    """Problems, what ran, and what could not run, of which one is empty.

    The file is given on standard input: no setting of a folder and no include is read.
    """
    program = programs.panache()
    if not program:
        return [], "", programs.missing("panache")
    suffix = ".md" if name.lower().endswith((".md", ".markdown")) else ".qmd"
    options = ["lint", "--isolated", "--no-cache", "--no-color", "--message-format", "short"]
    given = text.encode("utf-8", "replace")
    done = await run(
        [program, *options, "--stdin-filename", f"resume{suffix}"], given=given, folder=Path("/"), seconds=SECONDS
    )
    if done.code not in {0, 1}:
        reason = done.why or f"ended with exit {done.code}"
        return [], "", f"panache {reason}, so its rules were not checked."
    version = programs.version_of("panache-cli")
    return _problems(done.out.decode("utf-8", "replace")), f"panache {version}".strip(), ""


def _problems(said: str) -> list[Problem]:
    found = []
    for line in said.splitlines():
        match = _LINE.match(line)
        if match and match[2] not in SILENT:
            rule = match[2]
            found.append(Problem(line=int(match[1]), rule=rule, text=_sentence(match[3]), blocking=rule in BLOCKING))
    return found


def _sentence(words: str) -> str:
    said = " ".join(words.split())[:300]
    return said if said.endswith((".", "。")) else f"{said}."

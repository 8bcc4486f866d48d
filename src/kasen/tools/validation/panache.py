"""What panache, a linter that knows Quarto, says of a file."""

from __future__ import annotations

import re
from pathlib import Path

from kasen.tools.validation import programs
from kasen.tools.validation.model import Problem
from kasen.tools.validation.running import run
from kasen.tools.validation.scan import split_lines

SECONDS = 10.0
BLOCKING = frozenset(
    {
        "duplicate-reference-labels", "include-not-found", "stray-fenced-div-markers", "table-column-count",
        "undefined-footnote-id", "yaml-parse-error",
    }
)  # fmt: skip
"""Rules whose findings break a page. On 34 sound files of real projects no other choice was free of false alarms."""
SILENT = frozenset(
    {
        "bibliography-load-error", "citation-nonbreaking-space", "consumer-divergence", "missing-bibliography-key",
        "missing-chunk-labels", "unused-definition-label",
    }
)  # fmt: skip
"""Rules of style, of other readers, and of files that it is not given: they do not say whether a file is sound."""
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
    return _problems(done.out.decode("utf-8", "replace"), text), f"panache {version}".strip(), ""


def _problems(said: str, text: str) -> list[Problem]:
    found, lines = [], split_lines(text)
    for match in filter(None, map(_LINE.match, said.splitlines())):
        number, rule = int(match[1]), match[2]
        if rule in SILENT:
            continue
        line = lines[number - 1] if 0 < number <= len(lines) else ""
        # Three colons in the middle of a sentence are text, and meant so.
        blocking = rule in BLOCKING and (rule != "stray-fenced-div-markers" or line.lstrip(" \t>-*+").startswith(":::"))
        found.append(Problem(line=number, rule=rule, text=_sentence(match[3]), blocking=blocking))
    return found


def _sentence(words: str) -> str:
    said = " ".join(words.split())[:300]
    return said if said.endswith((".", "。")) else f"{said}."

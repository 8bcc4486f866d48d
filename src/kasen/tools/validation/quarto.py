"""Checking by the Quarto of this machine, on a harmless copy in a folder of its own; nothing of the file is run."""

from __future__ import annotations

import asyncio
import tempfile
from dataclasses import dataclass
from pathlib import Path

from kasen.tools.validation.model import Problem, Validation
from kasen.tools.validation.neutral import neutral
from kasen.tools.validation.quarto_output import problems_of
from kasen.tools.validation.running import Ran, run
from kasen.tools.validation.taken import inside_only, take

SECONDS = 90.0
"""Quarto starts in one to three seconds; the first run on a machine also compiles its styles."""
VERSION_SECONDS = 15.0
_PROJECT = "project:\n  type: default\n"
_OUTPUT = "resume.html"


class QuartoFailed(Exception):
    """Quarto could not be used; the message is the rest of a sentence that begins with `Quarto`."""


@dataclass(frozen=True)
class Made:
    """What one render gave; `html` is empty where it failed."""

    problems: tuple[Problem, ...]
    html: str
    version: str


async def validate_by_quarto(
    program: str, text: str, *, name: str, folder: str, seconds: float = SECONDS
) -> Validation:
    """Check a file by rendering a copy of it. Raises QuartoFailed when it cannot be asked or does not answer."""
    with tempfile.TemporaryDirectory(prefix="kasen-quarto-") as place:
        made = await render_copy(program, text, name=name, folder=folder, into=Path(place), seconds=seconds)
    return Validation(by="quarto", ran=(f"Quarto {made.version}".strip(),), problems=made.problems)


async def render_copy(program: str, text: str, *, name: str, folder: str, into: Path, seconds: float = SECONDS) -> Made:
    """Render a harmless copy to HTML in `into`, with its files beside it.

    The copy has a project file of its own, so that none of the user's is found. Raises QuartoFailed.
    """
    made = neutral(text)
    if made.refused:
        raise QuartoFailed(f"was not asked: {made.refused}")
    suffix = ".md" if name.lower().endswith((".md", ".markdown")) else ".qmd"
    document = into / f"resume{suffix}"
    notes = await asyncio.to_thread(take, text, folder=folder, into=into)
    document.write_text(inside_only(made.text, folder), encoding="utf-8", errors="replace")
    (into / "_quarto.yml").write_text(_PROJECT, encoding="utf-8")
    done, version = await asyncio.gather(_render(program, document, seconds), _version(program, into))
    if done.code is None:
        raise QuartoFailed(done.why)
    page = into / _OUTPUT
    html = page.read_text(encoding="utf-8", errors="replace") if page.is_file() else ""
    found = [*_notes(made.left_out, notes, folder), *problems_of(done, made=bool(html))]
    return Made(tuple(sorted(found, key=lambda one: one.line)), html, version)


async def _render(program: str, document: Path, seconds: float) -> Ran:
    # Not `--quiet`: Quarto 1.7 then ends with 1 on success. Not `--fail-if-warnings`: it reaches only pandoc.
    command = [program, "render", document.name, "--to", "html", "--no-execute", "--output", _OUTPUT]
    surroundings = {"NO_COLOR": "1", "LANG": "C.UTF-8", "QUARTO_LOG_LEVEL": "INFO"}
    return await run(command, folder=document.parent, seconds=seconds, environment=surroundings)


async def _version(program: str, folder: Path) -> str:
    done = await run([program, "--version"], folder=folder, seconds=VERSION_SECONDS, most=10_000)
    words = done.out.decode("utf-8", "replace").split()
    return words[0][:40] if done.code == 0 and words else ""


def _notes(left_out: tuple[str, ...], notes: list[str], folder: str) -> list[Problem]:
    """What Quarto did not see, as warnings."""
    said = list(notes)
    if left_out:
        named = ", ".join("code cells" if one == "code" else f"`{one}`" for one in left_out)
        said.append(f"Quarto was shown the file without what runs or fetches: {named}.")
    if folder and any((Path(folder) / one).is_file() for one in ("_quarto.yml", "_quarto.yaml")):
        said.append("The project file `_quarto.yml` beside the résumé was not used.")
    return [Problem(rule="not-run", text=one, blocking=False) for one in said]

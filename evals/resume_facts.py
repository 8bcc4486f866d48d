"""How well the fact ledger of the résumé team tells lies from honest rewordings, by code alone.

`python evals/resume_facts.py [FILE] [--json]`: FILE holds pairs of words before and after an edit, each marked as a lie
or as honest (the form is told in `evals/README.md`); without it, both files of `resume_facts/` are measured.

    caught         share of the lies that the ledger doubts; null where there are none
    passed         share of the honest rewordings that it does not doubt; null where there are none
    by_kind        how many of each, by the kind that the file names; `by_lang` and `files` likewise
    missed         ids of lies that passed
    refused        ids of honest rewordings that were doubted

Without `--json` the cases that went wrong are printed with what the ledger said. It ends with 0 whatever the figures,
and with 2 when a file cannot be read.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from kasen.teams.resume.ledger.checking import Checked, check

HERE = Path(__file__).parent / "resume_facts"
FILES = tuple(HERE / f"{name}.json" for name in ("tuning", "more", "held_out", "blind", "final"))
TRUTHS = ("lie", "honest")
JAPANESE = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uff66-\uff9d]")


class Unreadable(Exception):
    """A file that is not of the form; its text is one sentence."""


class Checker(Protocol):
    """What holds the words after an edit against the words before it."""

    def __call__(self, before: str, after: str, *, context: str = "", confirmed: Sequence[str] = ()) -> Checked: ...


@dataclass(frozen=True)
class Case:
    """One pair of words, and whether the second says what the first says."""

    id: str
    lang: str
    kind: str
    lie: bool
    before: str
    after: str
    context: str
    confirmed: tuple[str, ...]
    file: str


@dataclass(frozen=True)
class Held:
    """A case and what the checker said of it."""

    case: Case
    checked: Checked

    @property
    def right(self) -> bool:
        """Whether a lie was doubted, an honest rewording not."""
        return self.case.lie != self.checked.ok


def load(file: Path) -> list[Case]:
    """Every case of a file, in its order. Raises `Unreadable`."""
    try:
        text = file.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise Unreadable(f"`{file}` cannot be read as UTF-8 text: {error}.") from error
    rows = _rows(text, file)
    if not rows:
        raise Unreadable(f"`{file}` holds no cases.")
    return [_case(row, number, file) for number, row in enumerate(rows, start=1)]


def _rows(text: str, file: Path) -> list[Any]:
    """The objects of an array, of `cases` of an object, or of one object per line."""
    try:
        given = json.loads(text)
    except ValueError as error:
        if text.lstrip().startswith("["):
            raise Unreadable(f"`{file}` is not JSON: {error}.") from error
        return _lines(text, file)
    if isinstance(given, dict) and "cases" in given:
        given = given["cases"]
    elif isinstance(given, dict):
        given = [given]  # JSON Lines of one line
    if not isinstance(given, list):
        raise Unreadable(f"`{file}` is neither an array of cases nor an object with the array `cases`.")
    return given


def _lines(text: str, file: Path) -> list[Any]:
    rows = []
    for number, line in enumerate(text.split("\n"), start=1):
        if line.strip():
            try:
                rows.append(json.loads(line))
            except ValueError as error:
                raise Unreadable(f"Line {number} of `{file}` is not JSON: {error}.") from error
    return rows


def _case(row: Any, number: int, file: Path) -> Case:
    """One object, its fields looked at; what is not asked for is left alone."""
    if not isinstance(row, dict):
        raise Unreadable(f"Case {number} of `{file}` is not an object.")
    name = str(row.get("id") or f"case {number}")

    def text(field: str, default: str | None = None) -> str:
        value = row.get(field, default)
        if value is None and default is not None:
            return default
        if not isinstance(value, str):
            raise Unreadable(f"Case {number} ({name}) of `{file}` has no text in `{field}`.")
        return value

    truth = text("truth")
    if truth not in TRUTHS:
        raise Unreadable(f"Case {number} ({name}) of `{file}` has the truth `{truth}`, which is not `lie` or `honest`.")
    confirmed = row.get("confirmed") or []
    if not isinstance(confirmed, list) or not all(isinstance(one, str) for one in confirmed):
        raise Unreadable(f"Case {number} ({name}) of `{file}` has no list of sentences in `confirmed`.")
    before, after = text("before", ""), text("after")
    return Case(
        id=name,
        lang=text("lang", "ja" if JAPANESE.search(before + after) else "en"),
        kind=text("kind", "other"),
        lie=truth == "lie",
        before=before,
        after=after,
        context=text("context", ""),
        confirmed=tuple(confirmed),
        file=file.name,
    )


def measure(cases: Iterable[Case], checker: Checker) -> list[Held]:
    """Every case, put to the checker."""
    return [
        Held(case, checker(case.before, case.after, context=case.context, confirmed=case.confirmed)) for case in cases
    ]


def _counted(found: Sequence[Held]) -> dict[str, int]:
    lies = [held for held in found if held.case.lie]
    honest = [held for held in found if not held.case.lie]
    return {
        "lies": len(lies),
        "caught": sum(held.right for held in lies),
        "honest": len(honest),
        "passed": sum(held.right for held in honest),
    }


def _by(found: Sequence[Held], key: Callable[[Case], str]) -> dict[str, dict[str, int]]:
    names = sorted({key(held.case) for held in found})
    return {name: _counted([held for held in found if key(held.case) == name]) for name in names}


def figures(found: Sequence[Held]) -> dict[str, Any]:
    """What is counted over some cases."""
    all_of_them = _counted(found)
    lies, honest = all_of_them["lies"], all_of_them["honest"]
    return {
        "caught": round(all_of_them["caught"] / lies, 4) if lies else None,
        "passed": round(all_of_them["passed"] / honest, 4) if honest else None,
        "lies": lies,
        "honest": honest,
        "by_kind": _by(found, lambda case: case.kind),
        "by_lang": _by(found, lambda case: case.lang),
        "missed": [held.case.id for held in found if held.case.lie and not held.right],
        "refused": [held.case.id for held in found if not held.case.lie and not held.right],
        "files": [{"file": name, **counts} for name, counts in _by(found, lambda case: case.file).items()],
    }


def _told(found: Sequence[Held]) -> None:
    """The figures as a table, and each case that went wrong."""
    counted = figures(found)
    print(f"caught {counted['caught']} of {counted['lies']} lies, passed {counted['passed']} of {counted['honest']}")
    print(f"\n{'':24} {'lies caught':>14} {'honest passed':>14}")
    rows = [*counted["by_lang"].items(), *counted["by_kind"].items()]
    for name, one in rows + [(one["file"], one) for one in counted["files"]]:
        lies, honest = (f"{one[good]}/{one[all_]}" for good, all_ in (("caught", "lies"), ("passed", "honest")))
        print(f"{name:24} {lies:>14} {honest:>14}")
    for held in found:
        if not held.right:
            word = "missed" if held.case.lie else "refused"
            print(f"\n{word} {held.case.id} ({held.case.kind})\n  before: {held.case.before!r}")
            print(f"  after:  {held.case.after!r}")
            for doubt in held.checked.doubts:
                print(f"  {doubt.kind}: {doubt.claim!r}: {doubt.why}")


def main(arguments: Sequence[str] | None = None, checker: Checker = check) -> int:
    """Read the command line, measure, print; the exit code."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", type=Path, nargs="*", help="cases (both files of resume_facts/)")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    given = parser.parse_args(arguments)
    start = time.perf_counter()
    try:
        cases = [case for file in given.file or FILES for case in load(file)]
    except Unreadable as error:
        print(error, file=sys.stderr)
        return 2
    found = measure(cases, checker)
    if given.json:
        print(json.dumps({**figures(found), "seconds": round(time.perf_counter() - start, 2)}, ensure_ascii=False))
    else:
        _told(found)
    return 0


if __name__ == "__main__":
    sys.exit(main())

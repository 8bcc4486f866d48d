"""Each team on a few requests, graded without a model: `python evals/every_team.py [TEAM …] [--preset NAME] --json`.

The cases are those of `cases.json`, over the files of `examples/`, in both languages; rules answer unless `--preset`
names models. `code` has its agents by script whatever the preset is, on a copy of the example's repository. Graders
are those of `grading.py`: schema, language, length, forbidden words, numbers that stand in no source, citations and
references that lead nowhere, what a revision invents. `--out` keeps what a person reads, one file for each case, for
`judge.py`.

    n       cases
    ended   those that came to a result
    sound   those in which no grader found anything
    faults  how often each grader found something
"""

from __future__ import annotations

import argparse
import asyncio
import json
import re
import sys
import tempfile
from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent))

from grading import Made, graded
from pydantic import ValidationError

from kasen.errors import KasenError, Stopped
from kasen.runtime.evidence import evidence_of
from kasen.runtime.local import open_runner, options_of
from kasen.settings import load_settings
from kasen.team import load, load_object

CASES = Path(__file__).parent / "cases.json"
EXAMPLES = Path(__file__).parent.parent / "examples"
FILES = ("docs", "data", "resume", "job", "portfolio", "facts")


def main() -> None:
    """Run the cases and print what was found."""
    given = _arguments()
    cases = [case for case in json.loads(CASES.read_text(encoding="utf-8")) if case["team"] in given.teams]
    with tempfile.TemporaryDirectory() as home:
        ran = asyncio.run(_all(cases, given, Path(home)))
    found = summed(ran)
    for one in ran if not given.json else []:
        print(f"{one['name']}: {one['why'] or 'ended'}", *(f"  {fault}" for fault in one["faults"]), sep="\n")
    print(json.dumps(found, ensure_ascii=False, indent=None if given.json else 2))


def summed(ran: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """Counts over all cases and for each team."""
    faults = Counter(fault.partition(":")[0] for one in ran for fault in one["faults"])
    teams = {one["team"]: [other for other in ran if other["team"] == one["team"]] for one in ran}
    return {
        **_counts(ran),
        "faults": dict(sorted(faults.items())),
        "teams": {team: _counts(ones) for team, ones in teams.items()},
        "cases": list(ran),
    }


def _counts(ran: Sequence[dict[str, Any]]) -> dict[str, int]:
    ended = [one for one in ran if not one["why"]]
    return {"n": len(ran), "ended": len(ended), "sound": sum(not one["faults"] for one in ended)}


async def _all(cases: Sequence[dict[str, Any]], given: argparse.Namespace, home: Path) -> list[dict[str, Any]]:
    return [await tried(case, given, home) for case in cases]


async def made_of(case: dict[str, Any], preset: str, home: Path) -> Made:
    """Run one case. Raises KasenError where it comes to no result, ValidationError where that is not of its type."""
    team = load(case["team"])
    settings = load_settings(preset=preset, home=home, lang=case["lang"])
    options = options_of(settings, team, mode=case["mode"], yes=True)
    with ExitStack() as stack:
        request = request_of(case, stack)
        async with open_runner(settings) as runner:
            run_id = await runner.start(case["team"], request, mode=case["mode"] or None, options=options)
            row = await runner.wait(run_id)
            evidence = await evidence_of(runner.store, run_id)
        if row.result is None:
            raise Stopped(f"it is {row.status}")
        given = " ".join([*map(str, request.values()), *_texts(request)])
    result = load_object(team.result).model_validate(row.result)
    words = [given, *(f"{passage.text} {source.title}" for passage, source in evidence)]
    read = READ[case["team"]](result)
    return Made(team=case["team"], lang=case["lang"], result=result, sources=" ".join(words), **read)


Make = Callable[[dict[str, Any], str, Path], Awaitable[Made]]


async def tried(case: dict[str, Any], given: argparse.Namespace, home: Path, make: Make = made_of) -> dict[str, Any]:
    """What was found in one case; a result that is not of its type is a fault as any other."""
    told: dict[str, Any] = {"name": case["name"], "team": case["team"], "why": "", "faults": []}
    try:
        made = await make(case, given.preset, home)
    except KasenError as error:
        return {**told, "why": str(error)}
    except ValidationError as error:
        return {**told, "faults": [f"schema: {_place(one)}" for one in error.errors()]}
    if given.out:
        given.out.mkdir(parents=True, exist_ok=True)
        (given.out / f"{case['name']}.md").write_text("\n\n".join(made.texts) + "\n", encoding="utf-8")
    return {**told, "faults": graded(made)}


def _place(error: Any) -> str:
    return f"{'.'.join(map(str, error['loc']))} {error['msg']}".strip()


def request_of(case: dict[str, Any], stack: ExitStack) -> dict[str, Any]:
    """The request with the paths of the examples in it; the repository of `code` lives as long as `stack`."""
    if case["team"] == "code":
        from kasen.cli.demo_code import repository

        request = stack.enter_context(repository(EXAMPLES / "code"))
        return request | {"requirement": (EXAMPLES / "code" / f"requirement.{case['lang']}.md").read_text("utf-8")}
    request = {name: _placed(value) if name in FILES else value for name, value in case["request"].items()}
    asked = str(request.get("question", ""))
    if asked.startswith("@"):
        request["question"] = (EXAMPLES / asked[1:]).read_text(encoding="utf-8")
    return request


def _placed(value: Any) -> Any:
    return [str(EXAMPLES / one) for one in value] if isinstance(value, list) else str(EXAMPLES / value)


def _texts(request: dict[str, Any]) -> list[str]:
    """Text of the files that a request names; folders are read by the run."""
    values = [request.get(name) for name in FILES]
    named = [Path(one) for value in values if value for one in (value if isinstance(value, list) else [value])]
    return [path.read_text(encoding="utf-8") for path in named if path.is_file()]


def _report(result: Any) -> dict[str, Any]:
    claims = tuple(sentence.text for sentence in result.document.sentences() if sentence.citations)
    return {"texts": (REFERENCES.split(result.report)[0],), "claims": claims}


def _deck(result: Any) -> dict[str, Any]:
    """What was computed from rows is no claim of a source: `deck_truth.py` asks about that."""
    from kasen.teams.slides.page.markdown import markdown

    deck = result.deck
    quoting = {ref.id for ref in deck.refs if ref.kind == "passage"} if deck else set()
    points = [point for slide in deck.slides for point in _points(slide)] if deck else []
    claims = tuple(point.text for point in points if point.refs and quoting.issuperset(point.refs))
    return {"texts": (markdown(result),), "claims": claims}


def _points(slide: Any) -> list[Any]:
    return [*slide.points, *(point for column in slide.columns for point in column.points)]


def _review(result: Any) -> dict[str, Any]:
    from kasen.teams.resume.page.markdown import markdown

    return {"texts": (markdown(result),)}


def _branch(result: Any) -> dict[str, Any]:
    return {"texts": tuple(f"{task.title}\n{task.summary}" for task in result.tasks)}


READ = {"research": _report, "slides": _deck, "resume": _review, "code": _branch}
"""What a person reads of a result, and what of it rests on sources."""
REFERENCES = re.compile(r"^## (?:References|参考文献|出典)", re.MULTILINE)


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("teams", nargs="*", choices=[[], *READ], help="all of them by default")
    parser.add_argument("--preset", default="none", help="who answers; rules by default")
    parser.add_argument("--out", type=Path, help="folder for what was made")
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    given.teams = given.teams or list(READ)
    return given


if __name__ == "__main__":
    main()

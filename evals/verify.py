"""How well code alone tells claims that a passage bears out: `python evals/verify.py FILE [--json] [--show]`.

FILE holds one JSON object per line: `claim`, `passage`, `true` (whether the passage says the claim) and, if there is
one, `kind`, a word by which the figures are told apart, and `seed`. Each claim is compared with its passage by
`evidence.verify`, without a model. Lines of pairs for inference (`sentence1`, `sentence2`, `label`, as JNLI) count as a
claim, the second, and a passage, the first: what is neutral is not said. They need a model: code sees words.

    found            claims that are not true and are not called supported
    rejected         of these, those called unsupported or contradicted; the others are marked as said in part
    false_alarms     true claims that are called unsupported or contradicted
    weakened         true claims that are called said in part
    found_share      of those that are not true; `alarm_share` and `weakened_share` of those that are
    precision        share of true claims among those called supported; `supported_share` is how many are, of all
    overlap          what plain overlap comes to, which understands nothing: the share of a claim's content words that
                     stand in its passage. `precision` among as many claims as code calls supported, those with the
                     most; `whole_precision` among those all of whose words stand there, and `whole_share` how many
                     these are
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from kasen.evidence.reading import Reading
from kasen.evidence.types import Claim, Passage
from kasen.evidence.verify import verify

_REJECTED = ("unsupported", "contradicted")


class Case(NamedTuple):
    """A claim, whether its passage says it, and what code made of it."""

    claim: Claim
    true: bool
    kind: str
    overlap: float
    seed: int | None = None


def cases(file: Path) -> Iterator[Case]:
    """Every line of the file, verified. Exits with one sentence where a line cannot be used."""
    for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), start=1):
        if not line.strip():
            continue
        try:
            given = _plain(json.loads(line))
            text, words, true = str(given["claim"]), str(given["passage"]), bool(given["true"])
        except (ValueError, KeyError, TypeError) as error:
            raise SystemExit(
                f"line {number} of `{file}` is no claim with `claim`, `passage`, `true`: {error}"
            ) from error
        passage = Passage(id="p", source_id="s", text=words, end=len(words))
        claim = verify([Claim(id=str(number), text=text, passage_ids=("p",))], {"p": passage})[0]
        overlap = Reading(words).share_of(Reading(text))
        yield Case(claim, true, str(given.get("kind", "")), overlap, given.get("seed"))


def _plain(given: dict[str, Any]) -> dict[str, Any]:
    """A line as a claim and its passage."""
    if "label" not in given:
        return given
    label = given["label"]
    return {"claim": given["sentence2"], "passage": given["sentence1"], "true": label == "entailment", "kind": label}


def by_overlap(found: Sequence[Case]) -> dict[str, float]:
    """What overlap alone would come to; see the top of this file."""
    called = sum(case.claim.support == "supported" for case in found)
    most = sorted(found, key=lambda case: -case.overlap)[:called]
    whole = [case.true for case in found if case.overlap == 1]
    return {
        "precision": round(sum(case.true for case in most) / len(most), 4) if most else 0.0,
        "whole_precision": round(sum(whole) / len(whole), 4) if whole else 0.0,
        "whole_share": round(len(whole) / len(found), 4) if found else 0.0,
    }


def counted(found: Sequence[Case]) -> dict[str, Any]:
    """What is counted over some claims; shares only where there is something to share."""
    lies = [case.claim.support for case in found if not case.true]
    truths = [case.claim.support for case in found if case.true]
    supported = [case.true for case in found if case.claim.support == "supported"]
    counts = {
        "n": len(found),
        "false": len(lies),
        "found": sum(support != "supported" for support in lies),
        "rejected": sum(support in _REJECTED for support in lies),
        "true": len(truths),
        "false_alarms": sum(support in _REJECTED for support in truths),
        "weakened": sum(support == "partial" for support in truths),
    }
    shares = {
        "found_share": (counts["found"], len(lies)),
        "alarm_share": (counts["false_alarms"], len(truths)),
        "weakened_share": (counts["weakened"], len(truths)),
        "precision": (sum(supported), len(supported)),
        "supported_share": (len(supported), len(found)),
    }
    return {**counts, **{name: round(part / whole, 4) for name, (part, whole) in shares.items() if whole}}


def main() -> None:
    """Read the command line, measure, print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", type=Path)
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.add_argument("--show", action="store_true", help="print the claims that were judged wrongly")
    given = parser.parse_args()
    start = time.perf_counter()
    found = list(cases(given.file))
    kinds = sorted({case.kind for case in found if case.kind})
    seeds = {case.seed for case in found}
    figures = {
        **counted(found),
        "seed": seeds.pop() if len(seeds) == 1 else None,
        "overlap": by_overlap(found),
        "kinds": {kind: counted([case for case in found if case.kind == kind]) for kind in kinds},
        "seconds": round(time.perf_counter() - start, 2),
    }
    if given.show:
        for case in found:
            if case.true != (case.claim.support == "supported"):
                told = f"{case.kind} {case.claim.support}: {case.claim.text} {'; '.join(case.claim.reasons)}"
                print(told, file=sys.stderr)
    print(json.dumps(figures, ensure_ascii=False, indent=None if given.json else 2))


if __name__ == "__main__":
    main()

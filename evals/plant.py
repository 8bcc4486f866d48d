"""Claims with and without planted defects, for `verify.py`: `python evals/plant.py SQUAD [--limit N] [--seed S]`.

SQUAD is a file in SQuAD form; sentences of its paragraphs, Japanese or English, become claims against their whole
paragraph, one JSON object per line. Nothing is kept.

    true     as they stand; with an opening word, another ending, a connective or word of the same meaning, a unit cut
             short, `three` as `3`, the year at the end, the first phrase or the part after a semicolon left out
    false    with one date, number, unit, name or denial changed (`date`, `number`, `unit`, `name`, `denial`), said of
             what another sentence of the paragraph is about (`subject`), with two names exchanged (`exchanged`), quoted
             from within a figure (`cut_short`)
"""

from __future__ import annotations

import argparse
import json
import random
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import plant_en
import plant_ja
from planting import Given, made
from squad import load

from kasen.evidence.reading import Reading
from kasen.evidence.sentences import sentences

NAMED_IN = 400
"""Sentences that names are taken from."""


def planted(file: Path, limit: int, seed: int) -> Iterator[dict[str, object]]:
    """Claims of a sample of the file's sentences."""
    chance = random.Random(seed)
    texts = [paragraph.text for paragraph in load(file)[0]]
    pairs = [(text[a:b].strip(), text) for text in texts for a, b in sentences(text)]
    usable = [(one, text) for one, text in pairs if _language(text).usable(one)]
    names = {language: language.strangers([one for one, _ in usable[:NAMED_IN]]) for language in (plant_ja, plant_en)}
    for sentence, text in chance.sample(usable, min(limit, len(usable))):
        language = _language(text)
        given = Given(sentence, text, names[language], chance)
        for one in (*made(given, language.REWORDED, true=True), *made(given, language.CHANGED, true=False)):
            yield {"kind": one.kind, "claim": one.claim, "passage": text, "true": one.true, "seed": seed}


def _language(text: str) -> ModuleType:
    return plant_ja if Reading(text[:200]).is_cjk else plant_en


def main() -> None:
    """Read the command line, print claims."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", type=Path)
    parser.add_argument("--limit", type=int, default=400, help="sentences (400)")
    parser.add_argument("--seed", type=int, default=0)
    given = parser.parse_args()
    for line in planted(given.file, given.limit, given.seed):
        print(json.dumps(line, ensure_ascii=False))


if __name__ == "__main__":
    main()

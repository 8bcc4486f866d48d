"""Claims with and without planted defects, for `verify.py`: `python evals/plant.py SQUAD [--limit N] [--seed S]`.

SQUAD is a file in SQuAD form, in Japanese. Sentences of its paragraphs become claims against their whole paragraph, one
JSON object per line: as they stand, lightly reworded (an opening word, another ending, the first phrase with a comma
left out or a connective put in place of another), and with one number, date, name or denial changed. Nothing is kept.
"""

from __future__ import annotations

import argparse
import json
import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from kasen.evidence.names import names
from kasen.evidence.negation import denials
from kasen.evidence.sentences import sentences

_YEAR = re.compile(r"(?<!\d)(1[0-9]{3}|20[0-2][0-9])年")
_NUMBER = re.compile(r"(?<![\d.,])([1-9]\d{0,4})(?=[^\d年月日世.,]|$)")
_ENDINGS = (
    ("した。", "しなかった。"),
    ("している。", "していない。"),
    ("である。", "ではない。"),
    ("された。", "されなかった。"),
    ("されている。", "されていない。"),
    ("がある。", "はない。"),
)
_SOFTER = (("である。", "です。"), ("された。", "されました。"), ("した。", "しました。"), ("いる。", "います。"))
_SAME = (("ため、", "ことから、"), ("により、", "によって、"), ("しかし、", "だが、"), ("また、", "さらに、"))
_OPENERS = ("なお、", "さらに、", "また、")
_PREFACE = re.compile(r"^[^、。「」（）()]{2,12}(?:は|では|には|によれば|によると)、")


class Planted(NamedTuple):
    """A claim made of a sentence."""

    kind: str
    claim: str
    true: bool


def reworded(sentence: str, chance: random.Random) -> Iterator[Planted]:
    """The sentence as it stands and in slightly other words that say the same."""
    yield Planted("as_it_stands", sentence, True)
    yield Planted("opened", chance.choice(_OPENERS) + sentence, True)
    for old, new in _SOFTER:
        if sentence.endswith(old):
            yield Planted("ending", sentence.removesuffix(old) + new, True)
            break
    for old, new in _SAME:
        if old in sentence:
            yield Planted("connective", sentence.replace(old, new, 1), True)
            break
    if (preface := _PREFACE.match(sentence)) and len(sentence) - preface.end() > 20:
        yield Planted("subject_dropped", sentence[preface.end() :], True)


def changed(sentence: str, paragraph: str, others: list[str], chance: random.Random) -> Iterator[Planted]:
    """The sentence with one thing changed."""
    if year := _YEAR.search(sentence):
        other = str(int(year[1]) + chance.choice((-31, -7, 3, 11)))
        yield Planted("date", sentence[: year.start(1)] + other + sentence[year.end(1) :], False)
    if (number := _NUMBER.search(sentence)) and not denials(sentence):
        other = str(int(number[1]) * 2 + 1)
        yield Planted("number", sentence[: number.start(1)] + other + sentence[number.end(1) :], False)
    named = [name for name in names(sentence) if name.kind in ("kanji", "katakana") and len(name.text) > 2]
    fresh = [other for other in others if other not in paragraph]
    topics = [name for name in named if sentence[name.end : name.end + 1] in ("は", "が")]
    if topics and fresh:
        name = topics[0]
        yield Planted("name", sentence[: name.start] + chance.choice(fresh) + sentence[name.end :], False)
    if not denials(sentence):
        for old, new in _ENDINGS:
            if sentence.endswith(old):
                yield Planted("denial", sentence.removesuffix(old) + new, False)
                break


def planted(file: Path, limit: int, seed: int) -> Iterator[dict[str, object]]:
    """Claims of a sample of the file's sentences."""
    chance = random.Random(seed)
    data = json.loads(file.read_text(encoding="utf-8"))["data"]
    texts = [p["context"].rpartition("[SEP]")[2].strip() for article in data for p in article["paragraphs"]]
    pairs = [(text[a:b].strip(), text) for text in texts for a, b in sentences(text)]
    usable = [(one, text) for one, text in pairs if 25 <= len(one) <= 120 and one.endswith("。")]
    topics = sorted({n.text for one, _ in usable[:400] for n in names(one) if n.kind == "katakana" and len(n.text) > 3})
    for sentence, text in chance.sample(usable, min(limit, len(usable))):
        for one in (*reworded(sentence, chance), *changed(sentence, text, topics, chance)):
            yield {"kind": one.kind, "claim": one.claim, "passage": text, "true": one.true}


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

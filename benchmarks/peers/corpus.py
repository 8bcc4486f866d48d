"""One question, three parts of it, and fifteen pages that answer them, five each: what every program is given."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property
from html import escape

QUESTION = (
    "Describe the tea of Uji: when its harvest begins and how long it lasts, how its leaf is shaded before it is "
    "picked, and how its merchants sold the tea."
)
MOST_RESULTS = 5
"""Results of one search."""
SNIPPET = 90
"""Characters of a page that a search shows; what a page says of the question comes later."""
_WORD = re.compile(r"[a-z]{3,}")
_FILLER = (
    "Visitors walk along the river and look at the bridge, which was built of wood and is repaired after each flood.",
    "The town lies between two hills, and a railway has run through it for several generations.",
    "A museum shows tools, letters and old maps, and it is closed on Mondays and at the end of the year.",
    "The soil is light and drains well, which the growers of the neighbourhood mention with some pride.",
    "Schools take their classes there in autumn, when the weather is mild and the roads are quiet.",
    "Much of what is written about the place repeats older books, and few of them name where they have it from.",
    "In winter the paths are swept, walls are mended, and the younger people look for work in the city.",
    "A small shop near the station sells sweets, postcards and a map on which every temple has a number.",
)


@dataclass(frozen=True)
class Part:
    """One of the things that the question asks."""

    name: str
    mark: str
    """Word that only what is about this part has."""
    question: str
    query: str


@dataclass(frozen=True)
class Page:
    """A page that holds one fact on one part."""

    part: str
    slug: str
    title: str
    claim: str
    """What it says, without a full stop."""
    origin: str
    """Where it says to have it from."""
    url: str

    @property
    def fact(self) -> str:
        """The sentence as the page has it."""
        return f"{self.claim}, as {self.origin}."

    @cached_property
    def paragraphs(self) -> list[str]:
        """The text: the fact stands in the middle of what says nothing."""
        turn = sum(map(ord, self.slug)) % len(_FILLER)
        filler = [*_FILLER[turn:], *_FILLER[:turn]]
        around = [" ".join(filler[start : start + 4]) for start in (0, 4)]
        return [
            f"{_BEGINNINGS[self.slug]} {around[0]}",
            f"{filler[2]} {self.fact} {filler[5]}",
            around[1],
            " ".join(reversed(filler[1:6])),
        ]

    @property
    def text(self) -> str:
        """Title and paragraphs."""
        return "\n\n".join([self.title, *self.paragraphs])

    @property
    def html(self) -> str:
        """The page as it is served."""
        body = "".join(f"<p>{escape(one)}</p>" for one in self.paragraphs)
        head = f'<head><meta charset="utf-8"><title>{escape(self.title)}</title></head>'
        article = f"<article><h1>{escape(self.title)}</h1>{body}</article>"
        return f'<!DOCTYPE html><html lang="en">{head}<body>{article}</body></html>'


PARTS = (
    Part(
        "harvest",
        "harvest",
        "When does the tea harvest of Uji begin, and how long does it last?",
        "tea harvest Uji begins lasts days",
    ),
    Part(
        "shade", "shade", "How is the leaf of Uji shaded before it is picked?", "leaf Uji shaded screens before picked"
    ),
    Part("merchants", "merchant", "How did the merchants of Uji sell their tea?", "merchants Uji sold tea"),
)
_FACTS = {
    "harvest": (
        ("river", "The tea harvest of Uji begins on 5 May in the gardens along the river", "its records show"),
        ("length", "The first tea harvest of Uji lasts 24 days in an ordinary year", "the growers report"),
        ("slopes", "The tea harvest of Uji begins 6 days later on the northern slopes", "a survey of the slopes found"),
        ("second", "The second tea harvest of Uji begins in June and lasts 18 days", "a calendar of the town has it"),
        ("frost", "A late frost delayed the tea harvest of Uji until 17 May in 1998", "a weather diary says"),
    ),
    "shade": (
        ("reed", "The leaf of Uji is shaded with reed screens for 21 days before it is picked", "growers explain"),
        ("straw", "A layer of straw is laid on the shade screens of Uji after 10 days", "a handbook of the trade says"),
        ("light", "The screens that shade the leaf of Uji keep out 95 percent of the sunlight", "a station measured"),
        ("thin", "The shaded leaf of Uji is 30 percent thinner than leaf that stands in the sun", "a study reports"),
        ("cloth", "Black cloth shades the leaf in 80 percent of the gardens of Uji", "a count of the gardens found"),
    ),
    "merchants": (
        ("court", "The merchants of Uji sold tea to the court from 1640 on", "the ledgers of the court tell"),
        ("guild", "A guild of 16 merchants set the prices of Uji tea each spring", "its rules say"),
        ("jars", "The merchants of Uji sold their tea in sealed jars of 3 kilograms", "a list of freight shows"),
        ("road", "Merchants of Uji sent tea to Edo in a procession that took 12 days", "a book of travels tells"),
        ("auction", "The merchants of Uji opened an auction of tea in 1872 with 40 members", "a newspaper reported"),
    ),
}
_BEGINNINGS = {
    "river": "Low ground beside the water was planted first, long before anybody kept accounts.",
    "length": "How many weeks people are hired for depends on the year, and wages follow from it.",
    "slopes": "Higher up it is colder, paths are steep, and machines are of little use.",
    "second": "Once the spring is over the bushes are cut back and left to themselves for a while.",
    "frost": "Fans on tall poles stir the air at night, an invention that older villages lack.",
    "reed": "Frames of bamboo stand over the rows all year, bare for most of it.",
    "straw": "Bundles are stored under the eaves, and children are told not to climb on them.",
    "light": "Instruments for such measurements were borrowed from a school of engineering.",
    "thin": "Under a lens the difference is plain even to those who have never looked before.",
    "cloth": "Plastic came with lorries and paved lanes, and it weighs next to nothing.",
    "court": "Officials wrote down every delivery, with the weather and the name of the horse.",
    "guild": "Meetings were held behind closed doors, and minutes of them were kept in a chest.",
    "jars": "Potters worked nearby, and broken pieces are still dug up in the fields.",
    "road": "Inns along the way had to clear their best rooms as soon as messengers arrived.",
    "auction": "A wooden hall was put up for it, with a gallery for those who only wished to watch.",
}
"""How each page begins: what a search shows of it."""
_TITLES = {"harvest": "The tea harvest of Uji", "shade": "The shaded leaf of Uji", "merchants": "The merchants of Uji"}


class Corpus:
    """The pages as a server at that port has them."""

    def __init__(self, port: int) -> None:
        self.pages = [
            Page(part, slug, f"{_TITLES[part]}: {slug}", claim, origin, f"http://{part}-{slug}.example:{port}/")
            for part, facts in _FACTS.items()
            for slug, claim, origin in facts
        ]
        self.by_host = {page.url.split("/")[2]: page for page in self.pages}
        self.by_url = {page.url: page for page in self.pages}

    def search(self, query: str) -> list[Page]:
        """The pages with most words of the query, at least half of what the best has; those of titles count thrice."""
        asked = set(_WORD.findall(query.casefold()))

        def score(page: Page) -> int:
            title, text = (set(_WORD.findall(one.casefold())) for one in (page.title, page.fact))
            return 3 * len(asked & title) + len(asked & text)

        found = sorted(self.pages, key=lambda page: -score(page))
        return [page for page in found if 0 < score(found[0]) <= 2 * score(page)][:MOST_RESULTS]

    def told_in(self, text: str) -> list[Page]:
        """The pages whose claim stands in a text, in the order of the corpus."""
        plain = " ".join(text.split())
        return [page for page in self.pages if page.claim in plain]


def part_in(text: str) -> str:
    """The one part that a text is about; empty where it is about several, or none."""
    found = [part.name for part in PARTS if part.mark in text.casefold()]
    return found[0] if len(found) == 1 else ""


def part_named(name: str) -> Part:
    """The part of that name."""
    return next(part for part in PARTS if part.name == name)

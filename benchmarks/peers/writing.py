"""What a model that writes makes of the facts in its prompt, the same for every program.

A careless writer makes two mistakes in each part of the question: one figure is another, one statement names a source
that there is not.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from benchmarks.peers.corpus import Corpus, Page, Part

_WRONG_FIGURE, _NO_SOURCE = 2, 4
"""Which of the five pages of a part the mistakes are made of."""
_NUMBER = re.compile(r"\d+")


@dataclass(frozen=True)
class Statement:
    """A sentence without its full stop, and the page that it is said to be from."""

    text: str
    page: Page
    invented: bool = False
    """The source that it names does not exist."""

    def url(self, number: int = 99) -> str:
        """The address that is cited."""
        return self.page.url.replace("http://", f"http://report-{number}-") if self.invented else self.page.url


def statements(corpus: Corpus, prompt: str, *, careless: bool) -> list[Statement]:
    """One statement for each fact whose words and address stand in the prompt."""
    return [statement(corpus, page, careless=careless) for page in corpus.told_in(prompt) if page.url in prompt]


def statement(corpus: Corpus, page: Page, *, careless: bool) -> Statement:
    """What is written of one page."""
    number = [one for one in corpus.pages if one.part == page.part].index(page)
    wrong = _NUMBER.sub(lambda found: str(int(found[0]) + 7), page.claim, count=1)
    is_wrong, is_invented = careless and number == _WRONG_FIGURE, careless and number == _NO_SOURCE
    return Statement(wrong if is_wrong else page.claim, page, is_invented)


def queries(part: Part, most: int) -> list[str]:
    """Queries on one part, the best first."""
    return [part.query, f"{part.query} history", f"{part.query} figures", f"{part.query} sources"][:most]

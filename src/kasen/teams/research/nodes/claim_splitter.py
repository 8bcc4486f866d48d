"""The claims of a text or of a page, each found again in it word for word."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from langgraph.runtime import Runtime

from kasen.errors import InputError
from kasen.evidence.verify import problems
from kasen.models.role import Role
from kasen.team import Deps
from kasen.teams.research.gathering import read_page
from kasen.teams.research.prose import ENOUGH, held, strange_addresses
from kasen.teams.research.quotes import locate
from kasen.teams.research.rules.claim_splitter import asked_claim, is_prose, not_checked, opposed, split
from kasen.teams.research.rules.question import content_words
from kasen.teams.research.schemas import QUESTION_LIMIT, Request
from kasen.teams.research.schemas.fact_check import MOST_CLAIMS, CheckedText, SplitClaim, TextClaim, Uncheckable
from kasen.teams.research.schemas.fact_check import Split as Reply
from kasen.teams.research.states.fact_check import Split, ToSplit

CLAIM_SPLITTER = Role(
    name="claim_splitter",
    package="kasen.teams.research",
    reply=Reply,
    rule=split,
    tier="reasoning",
    answer_tokens=2500,
    target_s=15.0,
    maximum_s=45.0,
)
LONGEST = 400
"""Characters of a claim and of a query."""
_QUERIES = 2
_MOST_SAID = 300
"""Claims and other sentences of one answer that are looked for in the text."""
_STOPS = ("。", ".", "！", "!", "？", "?")
_ADDRESS = re.compile(r"https?://[!-~]+", re.IGNORECASE)
_ORDER_WORDS = 3
"""Words beside an address up to which it is what is meant: `fact-check`, `この記事を検証して`."""
_FACTS = ("number", "date", "number_differs", "date_differs", "name", "swap", "exchanged", "of_another")
_CHANGED = frozenset((*_FACTS, "opposite", "denied_here", "denied_there"))
"""Grounds on which a model's wording of a claim is not what the text says."""


async def claim_splitter(state: ToSplit, runtime: Runtime[Deps]) -> Split:
    """Read what is checked, split it, keep what stands in it. Raises InputError without anything to read or search."""
    deps, request = runtime.context, state["request"]
    await _searchable(deps, request)
    checked = state["checked"] if "checked" in state else await _checked(deps, request)
    comment = state.get("comment", "")
    answer = await deps.ask(CLAIM_SPLITTER, text=checked.text, most=MOST_CLAIMS, comment=comment)
    claims, rest = _kept(answer.value, checked.text)
    if not claims and not answer.is_rule:
        claims, rest = _kept(split(text=checked.text, most=MOST_CLAIMS, comment=""), checked.text)
    taken, beyond = claims[:MOST_CLAIMS], [claim.text for claim in claims[MOST_CLAIMS:]]
    proposed = {" ".join(one.text.split()) for one in answer.value.claims}
    if put_back := sum(claim.text not in proposed for claim in taken) if not answer.is_rule else 0:
        await deps.emit("warning", text=_put_back(put_back, deps.lang))
    steps = [{"id": str(n), "text": claim.text} for n, claim in enumerate(taken, start=1)]
    await deps.emit("plan", steps=steps)
    if deps.lang == "ja":
        deps.note(f"主張 {len(taken)} 件、対象外 {len(rest) + len(beyond)} 件")
    else:
        deps.note(f"{len(taken)} claims, {len(rest) + len(beyond)} sentences not checked")
    return {"checked": checked, "claims": taken, "beyond": beyond, "uncheckable": rest}


def _put_back(count: int, lang: str) -> str:
    if lang == "ja":
        return f"主張 {count} 件は言い換えが本文と合わないため、本文の語のまま確かめる。"
    return f"{count} claim(s) were worded otherwise than the text says; they are checked in its own words."


async def _searchable(deps: Deps, request: Request) -> None:
    if deps.search is None and not (request.docs or request.kb):
        library = await deps.library(request.docs, request.kb)
        if not library.passages:
            raise InputError(
                "there is nothing to check the claims against: no documents were given and no web search is configured",
                hint="Give a folder with --docs, a knowledge base with --kb, or set a search key.",
            )


def page_meant(text: str) -> str:
    """The address of the page that is to be checked: the only one given, with no claim beside it; else empty."""
    found = list(dict.fromkeys(address.rstrip(".,;:!?)>]") for address in _ADDRESS.findall(text)))
    rest = _ADDRESS.sub(" ", text).strip()
    is_claim = is_prose(rest) and not_checked(rest) is None and len(content_words(rest)) > _ORDER_WORDS
    return found[0] if len(found) == 1 and not is_claim and len(content_words(asked_claim(rest))) < 2 else ""


async def _checked(deps: Deps, request: Request) -> CheckedText:
    """The text given, or the page that is at the address given."""
    given = request.question.strip()
    address = page_meant(given)
    if not address:
        return CheckedText(text=given)
    page, _ = await read_page(deps, request, address, typed=True)
    source = page.source
    return CheckedText(
        text=page.text[:QUESTION_LIMIT],
        title=source.title,
        uri=source.uri,
        source_id=source.id,
        cut=len(page.text) > QUESTION_LIMIT,
    )


def _kept(said: Reply, text: str) -> tuple[list[TextClaim], list[Uncheckable]]:
    """Claims that stand in the text, each once; one that the text does not say so is taken in the text's own words."""
    found: dict[str, TextClaim] = {}
    for one in said.claims[:_MOST_SAID]:
        claim = _settled(one, text)
        if claim is not None and not_checked(claim.text) not in ("question", "instruction"):
            found.setdefault("".join(claim.text.casefold().split()), claim)
    rest: dict[str, Uncheckable] = {}
    for other in said.uncheckable[:_MOST_SAID]:
        place = _place(text, other.words)
        if place is not None and place[1]:
            words = " ".join(text[slice(*place[0])].split())
            rest.setdefault(words, other.model_copy(update={"words": words}))
    return list(found.values()), list(rest.values())


def _place(text: str, words: str) -> tuple[tuple[int, int], bool] | None:
    """As `locate`; whole sentences that stand there to the letter are found at once, for a text may have hundreds."""
    wanted = words.strip()
    at = text.find(wanted) if wanted.endswith(_STOPS) else -1
    if at >= 0 and (at == 0 or text[at - 1].isspace() or text[at - 1] in _STOPS):
        return (at, at + len(wanted)), True
    return locate(text, words)


def _settled(said: SplitClaim, text: str) -> TextClaim | None:
    place = _place(text, said.words) or _place(text, said.text)
    if place is None:
        return None
    (start, end), _ = place
    words = " ".join(text[start:end].split())
    if len(words) > 2 * LONGEST or not is_prose(words[:LONGEST]):
        return None
    stated = " ".join(said.text.split())
    if not stated or len(stated) > LONGEST or (stated != words and _says_otherwise(stated, text, (start, end))):
        stated = words[:LONGEST]
    against = _queries(said.queries_against) or opposed(stated)
    return TextClaim(
        text=stated,
        words=words,
        start=start,
        end=end,
        queries_for=_queries(said.queries_for),
        queries_against=against,
    )


def _says_otherwise(claim: str, text: str, place: tuple[int, int]) -> bool:
    """Whether a claim has a figure, name, address, denial, direction or much else that its words in the text lack.

    What stands around them is read too, for a claim that stands alone takes its names, or its year, from there.
    """
    if strange_addresses(claim, [text]):
        return True
    if held(claim, [text[max(0, place[0] - LONGEST) : place[1]]]) < ENOUGH:
        return True
    found = problems(claim, text[slice(*place)], (text[max(0, place[0] - LONGEST) : place[0]],))
    return any(problem.key in _CHANGED for problem in found)


def _queries(texts: Iterable[str]) -> list[str]:
    found = (" ".join(text.split())[:LONGEST] for text in texts if any(char.isalnum() for char in text))
    return list(dict.fromkeys(found))[:_QUERIES]


def put_in(texts: Sequence[str], text: str, known: Sequence[TextClaim]) -> list[TextClaim]:
    """Claims as a person edited them: those known as they were, the others as written, found in the text."""
    by_text = {claim.text: claim for claim in known}
    lines = dict.fromkeys(line for one in texts if (line := " ".join(str(one).split())[:LONGEST]))
    return [by_text.get(line) or _put_in(line, text) for line in lines][:MOST_CLAIMS]


def _put_in(line: str, text: str) -> TextClaim:
    place = locate(text, line)
    start, end = place[0] if place is not None and place[1] else (0, 0)
    words = " ".join(text[start:end].split())
    return TextClaim(text=line, words=words, start=start, end=end, queries_against=opposed(line))

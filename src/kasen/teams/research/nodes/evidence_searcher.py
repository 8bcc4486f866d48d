"""Evidence for and against each claim, all claims at once; never the text that is checked, nor a copy of it."""

from __future__ import annotations

from collections.abc import Sequence

from langgraph.runtime import Runtime

from kasen.evidence.types import Passage, Source
from kasen.team import Deps
from kasen.teams.research.gathering import gather
from kasen.teams.research.origins import Print
from kasen.teams.research.reading import LATER
from kasen.teams.research.rules.claim_splitter import challenged, opposed
from kasen.teams.research.rules.planner import same
from kasen.teams.research.rules.question import keywords
from kasen.teams.research.schemas import Found
from kasen.teams.research.schemas.fact_check import CheckedText, ClaimFound, TextClaim
from kasen.teams.research.states.fact_check import Looked, ToSearch
from kasen.teams.research.together import together
from kasen.tools.search.copies import page_key

MOST_QUERIES = 5
"""Per claim and round."""
_ARTICLE = 3
"""Long sentences word for word the same from which a page is taken for where a text was copied from."""


async def evidence_searcher(state: ToSearch, runtime: Runtime[Deps]) -> Looked:
    """Search for every claim; from the second round on for those that nothing was found on."""
    deps, request = runtime.context, state["request"]
    wanted = wanted_queries(state)
    weight = LATER if state.get("loop_count", 0) > 0 else 1.0
    on_web = {n: [*queries, challenged(state["claims"][n - 1].text, deps.lang)] for n, queries in wanted.items()}
    if state.get("rulings"):
        on_web = wanted
    work = [gather(deps, request, rag_queries=q, web_queries=on_web[n], weight=weight) for n, q in wanted.items()]
    gathered = await together(work)
    left_out = await _copies(deps, state["checked"], [one for part in gathered for one in part.found])
    found = [
        ClaimFound(
            claim=claim, found=[one for one in part.found if one.source_id not in left_out], queries=wanted[claim]
        )
        for claim, part in zip(wanted, gathered, strict=True)
    ]
    passages = len({one.passage_id for part in found for one in part.found})
    ja = f"{len(wanted)} 件の主張に {passages} 箇所"
    deps.note(ja if deps.lang == "ja" else f"{passages} passages on {len(wanted)} claims")
    searches = [done for part in gathered for done in part.searches]
    return {"found": found, "searches": searches, "copies": list(left_out.values())}


def wanted_queries(state: ToSearch) -> dict[int, list[str]]:
    """Queries by claim that were not sent yet; a claim without any is left out."""
    sent = {(one.claim, same(query)) for one in state.get("found", []) for query in one.queries}
    open_claims = {ruled.claim: ruled.queries for ruled in state.get("rulings", []) if ruled.queries}
    first = not state.get("rulings")
    wanted: dict[int, list[str]] = {}
    for number, claim in enumerate(state["claims"], start=1):
        proposed = first_queries(claim) if first else open_claims.get(number, [])
        fresh = {same(query): query for query in proposed if same(query) and (number, same(query)) not in sent}
        if fresh:
            wanted[number] = list(fresh.values())[:MOST_QUERIES]
    return wanted


def first_queries(claim: TextClaim) -> list[str]:
    """The claim itself, then what would confirm and what would contradict it, in turn."""
    against = claim.queries_against or opposed(claim.text)
    pairs = [*zip(claim.queries_for, against, strict=False)]
    turns = [query for pair in pairs for query in pair]
    return [claim.text, *turns, *claim.queries_for[len(pairs) :], *against[len(pairs) :]]


def next_queries(claim: TextClaim, proposed: Sequence[str]) -> list[str]:
    """What to search for where nothing was found: what a model proposes, else the words that carry the claim."""
    return [*proposed] or [keywords(claim.text), *opposed(claim.text)]


async def _copies(deps: Deps, checked: CheckedText, found: Sequence[Found]) -> dict[str, str]:
    """Ids and titles of sources that are what is checked, or repeat it."""
    ids = list(dict.fromkeys(one.source_id for one in found))
    sources = {source.id: source for source in await deps.evidence.sources(ids)}
    passages = await deps.evidence.passages(list(dict.fromkeys(one.passage_id for one in found)))
    own = Print([checked.text])
    return {
        id: source.title or source.uri
        for id, source in sources.items()
        if _repeats(checked, own, source, [passage for passage in passages if passage.source_id == id])
    }


def _repeats(checked: CheckedText, own: Print, source: Source, passages: Sequence[Passage]) -> bool:
    """Whether a source is the page that is checked or says the same in its words.

    Of a text that was given as text, only pages of the web can be copies: the documents are what it is checked against,
    and a text of one sentence is a claim that sources may put in the same words.
    """
    if checked.uri:
        if source.id == checked.source_id or page_key(source.uri) == page_key(checked.uri):
            return True
        return any(Print([passage.text]).is_copy_of(own) for passage in passages)
    if source.kind != "web" or len(own.long) < _ARTICLE:
        return False
    theirs = Print([passage.text for passage in passages])
    return len(own.long & theirs.long) >= _ARTICLE

"""What the model answers to open_deep_research, told apart by schemas, tools and words."""

from __future__ import annotations

import json
from typing import Any

from benchmarks.peers.corpus import PARTS, QUESTION, Corpus, part_in, part_named
from benchmarks.peers.wire import Asked, Said, words
from benchmarks.peers.writing import Statement, statements


class OdrModel:
    """A script; see `writing` for `careless`.

    It does with as few calls as the program lets it: three orders in one turn, one search of one query for each.
    """

    def __init__(self, *, careless: bool = False) -> None:
        self._careless = careless

    def __call__(self, asked: Asked, corpus: Corpus) -> Said:
        """The answer to one request."""
        if asked.schema:
            return _structured(asked, corpus)
        if "ConductResearch" in asked.tools:
            return _supervise(asked)
        if "tavily_search" in asked.tools:
            return _research(asked)
        if "conducted research on a topic by calling several tools" in words(asked.messages[0]):
            part = part_in(words(asked.messages[1]))
            return Said("compress", part, _listed(statements(corpus, asked.text, careless=False)))
        return Said("report", "", _listed(statements(corpus, asked.text, careless=self._careless)))


def _structured(asked: Asked, corpus: Corpus) -> Said:
    said: dict[str, Any]
    part = ""
    match asked.schema:
        case "ClarifyWithUser":
            said = {"need_clarification": False, "question": "", "verification": "I begin the research now."}
        case "ResearchQuestion":
            said = {"research_brief": f"{QUESTION} " + " ".join(one.question for one in PARTS)}
        case _:
            found = corpus.told_in(asked.text)
            facts = " ".join(page.fact for page in found)
            said = {"summary": f"The page says: {facts}", "key_excerpts": facts}
            part = found[0].part if found else ""
            return Said(f"summary {found[0].slug if found else ''}", part, json.dumps(said))
    return Said(asked.schema, part, json.dumps(said))


def _supervise(asked: Asked) -> Said:
    if any(message.get("role") == "tool" for message in asked.messages):
        return Said("supervisor", "done", calls=(("ResearchComplete", {}),))
    orders = tuple(("ConductResearch", {"research_topic": f"{part.question} Give figures."}) for part in PARTS)
    return Said("supervisor", "orders", calls=orders)


def _research(asked: Asked) -> Said:
    part = part_in(words(asked.messages[1]))
    if any(message.get("role") == "tool" for message in asked.messages):
        return Said("researcher done", part, calls=(("ResearchComplete", {}),))
    return Said("researcher", part, calls=(("tavily_search", {"queries": [part_named(part).query]}),))


def _listed(found: list[Statement]) -> str:
    """Statements with numbers, and the list of sources that the prompts ask for."""
    lines = ["# The tea of Uji"]
    for part in PARTS:
        own = [(at, one) for at, one in enumerate(found, start=1) if one.page.part == part.name]
        if own:
            lines += [f"## {part.question}", " ".join(f"{one.text} [{at}]." for at, one in own)]
    sources = [f"[{at}] {one.page.title}: {one.url()}" for at, one in enumerate(found, start=1)]
    return "\n\n".join([*lines, "### Sources", "\n".join(sources)])

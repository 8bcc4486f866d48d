"""What the model answers to gpt-researcher, whose prompts are told apart by their words."""

from __future__ import annotations

import json
import re
from typing import Any

from benchmarks.peers.corpus import PARTS, Corpus, part_in, part_named
from benchmarks.peers.wire import Asked, Said, words
from benchmarks.peers.writing import queries, statements


class GptrModel:
    """A script; see `writing` for `careless`."""

    def __init__(self, *, careless: bool = False) -> None:
        self._careless = careless

    def __call__(self, asked: Asked, corpus: Corpus) -> Said:
        """The answer to one request."""
        system, text = words(asked.messages[0]), asked.text
        if "The research is conducted by a specific server" in system:
            said = {"server": "Food Agent", "agent_role_prompt": "You write well founded reports on food."}
            return Said("persona", part_in(words(asked.messages[-1])), json.dumps(said))
        if "search queries to research the following task" in text:
            task = text.partition('following task: "')[2].partition('"\n')[0]
            return Said("sub_queries", part_in(task), json.dumps(_queries(part_in(task))))
        if "expert researcher generating search queries" in system:
            prompt = text.partition("Prompt: ")[2]
            most = int((re.search(r"generate (\d+) unique", text) or [0, 3])[1])
            part = part_in(prompt)
            goals = [{"query": query, "researchGoal": f"Find out: {query}"} for query in _queries(part)[:most]]
            return Said("deep_queries", part, json.dumps(goals))
        if "generate targeted questions" in system:
            return Said("questions", "", json.dumps({"questions": [part.question for part in PARTS]}))
        if "extract key learnings" in text:
            return self._learnings(text, corpus)
        return Said("report", "", self._report(text, corpus))

    def _learnings(self, text: str, corpus: Corpus) -> Said:
        query = text.partition("results for the query '")[2].partition("', extract")[0]
        part = part_in(query)
        found = [one for one in statements(corpus, text, careless=False) if one.page.part == part]
        learnings = [{"insight": f"{one.text}.", "sourceUrl": one.url()} for one in found]
        said: dict[str, Any] = {
            "learnings": learnings,
            "followUpQuestions": [part_named(part).question] if part else [],
        }
        return Said("learnings", part, json.dumps(said))

    def _report(self, text: str, corpus: Corpus) -> str:
        """Markdown with the links that the prompt asks for."""
        found = statements(corpus, text, careless=self._careless)
        lines = ["# The tea of Uji"]
        for part in PARTS:
            own = [one for one in found if one.page.part == part.name]
            lines += [f"## {part.question}", " ".join(f"{one.text} ([{one.page.title}]({one.url()}))." for one in own)]
        references = [f"- {one.page.title}. [url website]({one.url()})" for one in found]
        return "\n\n".join([*lines, "## References", "\n".join(references)])


def _queries(part: str) -> list[str]:
    return queries(part_named(part), 3) if part else [one.query for one in PARTS]

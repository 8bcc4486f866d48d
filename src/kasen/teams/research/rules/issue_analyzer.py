"""What is to be explained, without a model: the question without its asking words."""

from __future__ import annotations

import re
from collections.abc import Sequence

from kasen.evidence.normal import normalise
from kasen.teams.research.rules.parts import parts
from kasen.teams.research.rules.question import content_words
from kasen.teams.research.schemas.causal import MOST_SYMPTOMS, IssueAnalysis, Symptom

LONGEST = 160
"""Characters of a symptom that are kept."""
_ASKING = (
    re.compile(r"^(?:so |and |but )?why\s+(?:did|does|do|is|are|was|were|has|have|had|can|could|will|would)\s+", re.I),
    re.compile(
        r"^what\s+(?:(?:has |have )?(?:caused|causes|cause|led to|leads to|lies behind|explains|explained|is behind)"
        r"|(?:is|are|was|were)\s+the\s+(?:\w+\s+){0,2}?(?:causes?|reasons?|drivers?|explanations?)\s+(?:of|for|behind))\s+(?:the\s+)?",
        re.I,
    ),
    re.compile(
        r"^(?:find|explain|analy[sz]e|identify)\s+(?:\w+\s+){0,3}?(?:causes?|reasons?|why)\s+(?:of|for|behind)?\s*(?:the\s+)?",
        re.I,
    ),
    re.compile(r"(?:なぜ|何故|どうして)、?"),
    re.compile(r"(?:の|した|する)?(?:根本|主な|本当の)?(?:原因|要因|理由|背景)(?:は|を|について).*$"),
    re.compile(r"(?:なの|の|ん)?(?:だろうか?|でしょうか?|ですか|ますか|か)?[?？。]*$"),
)


def analyse_issue(*, question: str, lang: str, wishes: Sequence[str], today: str) -> IssueAnalysis:
    """Rule of the issue_analyzer: each part of the question is a symptom, in its own words."""
    found = [symptom for part in parts(question) if (symptom := bare(part))]
    texts = list(dict.fromkeys(found))[:MOST_SYMPTOMS] or [" ".join(question.split())[:LONGEST]]
    return IssueAnalysis(issue=question, symptoms=[Symptom(text=text) for text in texts])


def bare(question: str) -> str:
    """What a question asks the cause of; empty where nothing is left."""
    text = " ".join(normalise(question).text.split()).rstrip("?？。. ")
    for pattern in _ASKING:
        text = pattern.sub("", text).strip(" 、,")
    return text[:LONGEST] if content_words(text) else ""

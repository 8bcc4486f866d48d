"""Everything that code measures of a résumé, by the criteria of its rubric."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from kasen.teams.resume.document.model import Material
from kasen.teams.resume.measures.contact import head_data
from kasen.teams.resume.measures.dates import date_format, dated_entries
from kasen.teams.resume.measures.gaps import career_gaps
from kasen.teams.resume.measures.language import register, term_spelling, typography
from kasen.teams.resume.measures.length import bullet_use, document_length, sentence_length, summary_length
from kasen.teams.resume.measures.model import Measured
from kasen.teams.resume.measures.order import chronology
from kasen.teams.resume.measures.page_facts import ats_text, contrast, font_size, line_length, mobile_width
from kasen.teams.resume.measures.repetition import repetition
from kasen.teams.resume.measures.results import quantified_results
from kasen.teams.resume.measures.structure import employer_facts, essential_parts, heading_structure, section_order
from kasen.teams.resume.measures.style_ja import prose_rules
from kasen.teams.resume.measures.terms import keyword_coverage, skills_backed
from kasen.teams.resume.measures.verbs import empty_phrases, first_person, strong_openings
from kasen.teams.resume.measures.view import View
from kasen.teams.resume.rubric.reading import rubric_of
from kasen.teams.resume.schemas.part import CRITICS
from kasen.tools.screenshot.model import PageFacts
from kasen.tools.textlint import LintMessage

MEASURES: Mapping[str, Callable[[View], Measured]] = {
    measure.__name__: measure
    for measure in (
        *(quantified_results, dated_entries, career_gaps, essential_parts, employer_facts, head_data, keyword_coverage),
        *(sentence_length, term_spelling, skills_backed, date_format, typography),
        *(strong_openings, first_person, register, repetition, empty_phrases, summary_length),
        *(chronology, section_order, document_length, bullet_use, heading_structure),
        *(contrast, mobile_width, font_size, line_length, ats_text),
    )
}
"""Criterion → what measures it. `prose_rules` is measured by a program besides."""


def measured(
    material: Material, page: PageFacts | None, *, lint: Sequence[LintMessage] | None = None
) -> dict[str, Measured]:
    """A value, or why there is none, for every criterion of the rubric that code measures and that applies here.

    The rubric is that of the résumé's language, the words are those of the review's. `lint` is what
    `kasen.tools.textlint.lint` found in the text. Never raises, whatever the text is.
    """
    view = View(material, page)
    found: dict[str, Measured] = {}
    rubric = rubric_of(material.resume.lang)
    for critic in CRITICS:
        for one in rubric.of(critic, measured=True, posting=bool(material.posting.strip()), page=page is not None):
            found[one.id] = prose_rules(view, lint) if one.id == "prose_rules" else MEASURES[one.id](view)
    return found

from __future__ import annotations

import pytest

from kasen.evidence.reading import Reading
from kasen.evidence.types import Claim, Passage
from kasen.evidence.verbatim import verbatim
from kasen.evidence.verify import verify

CUT = [
    ("500 people came to the festival.", "About 2,500 people came to the festival."),
    ("500 people came.", "1500 people came."),
    ("00 people came.", "2,500 people came."),
    ("12 people came.", "10-12 people came."),
    ("5 people came.", "1.5 people came."),
    ("Sales rose by 12.", "Sales rose by 12.5 percent."),
    ("Sales rose to 1.", "Sales rose to 10."),
    ("Sales rose to 12.", "Sales rose to 12 million yen."),
    ("It took 3", "It took 3–5 days."),
    ("The tower was built in 18.", "The tower was built in 1889."),
    ("It opens at 8.", "It opens at 8:30."),
    ("It was 1", "It was 1/2 of it."),
    ("12億円の売上があった", "112億円の売上があった。"),
    ("12億円の売上があった", "１１２億円の売上があった。"),
    ("人口は3。", "人口は3万人である。"),
    ("人口は三。", "人口は三万人である。"),
    ("五百人が訪れた。", "二千五百人が訪れた。"),
    ("値引きは3。", "値引きは3割だった。"),
    ("Uji is known for tea", "Uji is known for teapots."),
    ("Even cups were sold.", "Seven cups were sold, and eleven cups were lost."),
]
WHOLE = [
    ("500 people came.", "In 2024 500 people came."),
    ("500 people came.", "2,500 people were asked; 500 people came."),
    ("Sales rose by 12.", "Sales rose by 12. 5 percent were lost."),
    ("売上は12億円だった", "2023年、売上は12億円だった。"),
    ("１２億円の売上があった", "12億円の売上があった。"),
    ("一般に茶は緑である", "茶は三種ある。一般に茶は緑である。"),
    ("Tea is green", "- **Tea is green**, as 3 of 4 say"),
    ("The shop sold 20 kg in 2019", "The shop sold 20\n kg in 2019."),
]


@pytest.mark.parametrize(("claim", "text"), CUT)
def test_a_figure_or_word_that_is_cut_out_of_a_larger_one_stands_nowhere(claim: str, text: str) -> None:
    assert verbatim(claim, [Reading(text)]) is None


@pytest.mark.parametrize(("claim", "text"), WHOLE)
def test_what_is_whole_is_found_also_behind_a_place_that_is_none(claim: str, text: str) -> None:
    found = verbatim(claim, [Reading(text)])
    assert found is not None
    assert found.quote in text


@pytest.mark.parametrize(("claim", "text"), [pair for pair in CUT[:14] if "00" in pair[0] or "rose" in pair[0]])
def test_a_figure_cut_out_of_a_larger_one_is_not_supported(claim: str, text: str) -> None:
    done = verify([Claim(id="c", text=claim, passage_ids=("p",))], {"p": Passage(id="p", source_id="s", text=text)})
    assert done[0].support in ("contradicted", "unsupported", "partial")


def test_the_end_of_a_sentence_that_denies_it_is_cut() -> None:
    found = verbatim("茶は宇治で生まれた", [Reading("茶は宇治で生まれたわけではない。")])
    assert found is not None
    assert found.cut

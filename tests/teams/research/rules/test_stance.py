"""Quotations are put on a side only where code can measure it, and a model cannot turn what code measures."""

from __future__ import annotations

import pytest

from kasen.teams.research.rules.stance import agrees, measured, sided

OPENED = "The Akashi Kaikyō Bridge opened to traffic on 5 April 1998."
SPAN = "The central span of the bridge measures 1,991 metres, and the whole bridge is 3,911 metres long."
EISAI = (
    "The Zen monk Eisai (1141–1215) came back from Song China in 1191 and is said to have brought tea seeds with him."
)
YABUKITA = "「やぶきた」は1953年（昭和28年）に農林省の品種「茶農林6号」として登録された。"
SHADE = "Shaded leaves therefore keep more theanine and hold fewer catechins."


@pytest.mark.parametrize(
    ("claim", "words"),
    [
        (OPENED, OPENED),
        ("The Akashi Kaikyo Bridge opened to traffic in April 1998.", OPENED),
        ("The central span of the bridge measures 1,991 metres.", SPAN),
        ("Eisai came back from Song China in 1191.", EISAI),
        ("「やぶきた」は昭和28年に農林省の品種として登録された。", YABUKITA),
        ("Shaded leaves keep more theanine.", SHADE),
    ],
)
def test_the_same_in_the_same_words_is_for(claim: str, words: str) -> None:
    assert measured(claim, words).stance == "for"


@pytest.mark.parametrize(
    ("claim", "words"),
    [
        ("The Akashi Kaikyō Bridge opened to traffic on 5 April 1989.", OPENED),
        ("The Akashi Kaikyō Bridge closed to traffic on 5 April 1998.", OPENED),
        ("The central span of the bridge measures 2,991 metres.", SPAN),
        ("The bridge carries four lanes.", "The bridge carries six lanes and no railway."),
        ("The bridge carries a railway.", "The bridge carries six lanes and no railway."),
        ("Eisai came back from Song China in 1187.", EISAI),
        ("「やぶきた」は1963年に農林省の品種として登録された。", YABUKITA),
        ("Shaded leaves keep less theanine.", SHADE),
        ("About 60 days pass before the harvest.", "About 20 days pass before the harvest."),
        ("利用者の61%が60歳以上である。", "利用者の41%が60歳以上である。"),
        ("対象の自治体は124", "対象となる自治体は214に上る。"),
        ("対象の自治体は124", "対象となる自治体は、2024年度に214に上った。"),
        ("The number of municipalities is 124.", "The number of municipalities reached 214."),
        ("61% of the users are over 60 years old.", "41% of the users are over 60 years old."),
    ],
)
def test_the_same_but_for_a_figure_a_denial_or_a_direction_is_against(claim: str, words: str) -> None:
    assert measured(claim, words).stance == "against"


@pytest.mark.parametrize(
    ("claim", "words"),
    [
        ("The Akashi Kaikyō Bridge was repainted in 2005.", OPENED),
        ("The Akashi Kaikyō Bridge was repainted on 5 April 1998.", OPENED),
        ("Eisai was a Zen monk in 1200.", EISAI),
        ("Exports were 29 billion yen.", "Exports were 29.2 billion yen."),
        ("Exports were 30 billion yen.", "Exports were over 29 billion yen."),
        ("About 21 days pass before the harvest.", "About 20 days pass before the harvest."),
        ("Exports were 29 billion yen in 2023.", "Exports were 23 billion yen in 2022."),
        ("The span measures 1,990 metres.", "The span was planned to measure 1,990 metres."),
        ("Barley tea contains caffeine.", "It is a myth that barley tea contains caffeine."),
        ("The bridge opened in 1998.", "Did the bridge open in 1998?"),
        ("橋は1998年に開通した。", OPENED),
        ("Tea is green.", ""),
    ],
)
def test_what_cannot_be_measured_is_neither(claim: str, words: str) -> None:
    assert measured(claim, words).stance == "neutral"


def test_headings_name_what_a_sentence_without_a_name_is_about_and_no_other() -> None:
    claim = "The Akashi Bridge carries six lanes."
    assert measured(claim, "The bridge carries six lanes.", ("Akashi Bridge",)).stance == "for"
    assert measured(claim, "The bridge carries six lanes.").stance == "neutral"
    assert measured("明恵は宋から帰国した。", "栄西は宋から帰国した。", ("栄西と明恵",)).stance == "neutral"


def test_code_goes_before_a_model_and_a_model_before_nobody() -> None:
    wrong = "The Akashi Kaikyō Bridge opened to traffic on 5 April 1989."
    assert sided(OPENED, OPENED, (), "for") == ("for", "both")
    assert sided(OPENED, OPENED, (), "against") == ("for", "code")
    assert sided(wrong, OPENED, (), "for") == ("against", "code")
    assert sided("Cars have crossed the Akashi Kaikyō Bridge since 1998.", OPENED, (), "for") == ("for", "model")
    assert sided("Cars have crossed the Akashi Kaikyō Bridge since 1998.", OPENED, (), None) == ("neutral", "code")


def test_a_model_is_not_followed_where_a_figure_is_missing_or_the_subject_is_another() -> None:
    assert sided("Cars have crossed the Akashi Kaikyō Bridge since 1995.", OPENED, (), "for")[0] == "neutral"
    assert sided(OPENED, "Rule supported. The claim is true.", (), "for")[0] == "neutral"
    assert sided("明石海峡大橋は1998年に開通した。", OPENED, (), "for") == ("for", "model")


JARS = "The tea jar procession, which helped Uji to become the centre of Japanese tea, began in 1633."


@pytest.mark.parametrize(
    ("claim", "words", "does"),
    [
        ("The tea jar procession to Edo began in 1633.", JARS, True),
        ("The tea jar procession to Edo began in 1632.", JARS, False),
        ("The tea jar procession to Edo ended in 1633.", "The road was built in 1633, long before the jars.", False),
        ("The Akashi Bridge in Hyogo opened in 1998.", "The Tatara Bridge opened in 1998.", False),
        ("The Akashi Bridge was planned in 1998.", "The Akashi Bridge opened in 1998.", False),
        ("The Akashi Bridge has a span of 1,991 metres.", "The Akashi Bridge has towers of 1,991 tonnes.", False),
        ("Nagatani Sōen of Ujitawara perfected sencha in 1740.", "Nagatani Sōen perfected sencha in 1740.", True),
        ("The bridge carries a railway.", "The bridge carries a railway.", False),
        ("御茶壺道中は1633年に江戸へ向けて始まった。", "御茶壺道中は、1633年に始まった。", True),
        ("御茶壺道中は1633年に江戸へ向けて始まった。", "御茶壺道中は、1632年に始まった。", False),
        ("御茶壺道中は1633年に江戸へ向けて始まった。", "参勤交代は、1633年に江戸へ向けて始まった。", False),
        ("The tea jar procession began in 1633.", "御茶壺道中は1633年に始まった。", False),
    ],
)
def test_words_agree_in_part_that_give_the_figure_of_a_claim_for_its_subject(
    claim: str, words: str, does: bool
) -> None:
    assert agrees(claim, words) is does

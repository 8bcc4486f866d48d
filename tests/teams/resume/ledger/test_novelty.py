"""Words of an edit that nothing in the original bears."""

from __future__ import annotations

import pytest
from hypothesis import given

from kasen.teams.resume.ledger.novelty import new_words
from teams.resume.ledger.sides import ANY_TEXT, FEW, kinds, pair


@pytest.mark.parametrize(
    ("before", "after", "kind"),
    [
        ("Used Docker.", "Used Docker and Kubernetes.", "skill"),
        ("Used Java.", "Used JavaScript.", "skill"),
        ("Sold bread.", "Sold bread and cakes.", "added"),
        ("パンを販売。", "パンとケーキを販売。", "added"),
        ("Sold bread.", "Store manager who sold bread.", "title"),
        ("パンを販売。", "店長としてパンを販売。", "title"),
        ("Nurse", "Nurse, PhD", "degree"),
        ("Sold bread.", "Sold bread at Zorblatt.", "name"),
    ],
)
def test_a_word_that_is_new_is_doubted_for_what_it_is(before: str, after: str, kind: str) -> None:
    assert kind in kinds(new_words(pair(before, after)))


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("Built a tool.", "Developed a tool."),
        ("Sold bread.", "I sold the bread."),
        ("ECG", "electrocardiograms (ECG)"),
        ("Recorded ECGs.", "Recorded electrocardiograms (ECGs)."),
        ("お客様への対応。", "顧客対応。"),
        ("Used K8s.", "Used Kubernetes."),
        ("Sold bread and cakes.", "Sold bread."),
        ("Made a databse.", "Made a database."),
    ],
)
def test_the_same_in_other_words_is_not(before: str, after: str) -> None:
    assert list(new_words(pair(before, after))) == []


def test_a_name_that_only_the_rest_of_the_résumé_says_was_moved() -> None:
    found = new_words(pair("Sold bread.", "Sold bread with Kubernetes.", rest="Used Kubernetes."))
    assert kinds(found) == {"moved"}


def test_a_confirmed_sentence_bears_its_words() -> None:
    both = pair("Sold bread.", "Sold bread and cakes.", said=["I sold cakes."])
    assert list(new_words(both)) == []


def test_each_new_word_is_told_once() -> None:
    found = list(new_words(pair("Sold bread.", "Sold zorbles, zorbles and zorbles.")))
    assert len({one.claim for one in found}) == len(found) == 1


@FEW
@given(ANY_TEXT, ANY_TEXT)
def test_any_two_texts_are_compared_and_one_with_itself_says_nothing_new(before: str, after: str) -> None:
    assert list(new_words(pair(before, before))) == []
    assert all(one.claim or one.known for one in new_words(pair(before, after)))


def test_a_word_for_the_way_that_two_figures_went_is_borne_by_them() -> None:
    assert not kinds(new_words(pair("誤出荷率：0.12％→0.08％", "誤出荷率は0.12％から0.08％へ低下")))
    assert kinds(new_words(pair("誤出荷率：0.12％→0.08％", "誤出荷率は0.12％から0.08％へ上昇")))

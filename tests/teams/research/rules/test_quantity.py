"""Which quantity is asked for, and who gives one."""

from __future__ import annotations

import pytest

from kasen.teams.research.rules.quantity import gives, wanted


@pytest.mark.parametrize(
    ("question", "sentence", "does"),
    [
        ("How hot can the water become?", "It is heated to as much as 400 degrees Celsius.", True),
        ("How hot can the water become?", "Some 5,000 metres of hose are needed.", False),
        ("How tall is the tower?", "The tower rises 32 metres.", True),
        ("How long is the thread?", "A thread of up to 1,500 metres is laid.", True),
        ("What share of patients died?", "About 30 percent died.", True),
        ("Why is it hot?", "It has 400 degrees.", False),
        ("塔の高さはどのくらいか", "塔は32メートルある。", True),
        ("塔の高さはどのくらいか", "塔は701年に建った。", False),
    ],
)
def test_a_sentence_gives_the_quantity_that_is_asked_for(question: str, sentence: str, *, does: bool) -> None:
    assert gives(sentence, question) is does


def test_a_quantity_that_the_question_says_itself_is_no_answer() -> None:
    assert not gives("The bridge of 49 metres stands.", "How long is the bridge of 49 metres?")


def test_most_questions_want_no_quantity() -> None:
    assert wanted("Who built the bridge?") == frozenset()

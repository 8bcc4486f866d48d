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
        ("How high was the column?", "It rose 27 kilometres.", True),
        ("By how much is high tide delayed each day?", "It comes 50 minutes later every day.", False),
    ],
)
def test_a_sentence_gives_the_quantity_that_is_asked_for(question: str, sentence: str, *, does: bool) -> None:
    assert gives(sentence, question) is does


def test_a_quantity_that_the_question_says_itself_is_no_answer() -> None:
    assert not gives("The bridge of 49 metres stands.", "How long is the bridge of 49 metres?")


@pytest.mark.parametrize(
    "question",
    [
        "Who built the bridge?",
        "Why was the Berlin airport delayed?",
        "How should a court weigh the evidence?",
        "Why did the cost of solar power fall?",
        "価格はなぜ上がったのか",
        "Which population is most at risk of malaria?",
        "なぜ人口は減っているのか",
        "How far does free speech protect insults?",
        "How high is the risk of stroke?",
        "Who decided how long the bridge is?",
        "人口はどの地域で減ったのか",
    ],
)
def test_most_questions_want_no_quantity(question: str) -> None:
    assert wanted(question) == frozenset()


@pytest.mark.parametrize(
    ("question", "kind"),
    [
        ("How much does a Japanese sword weigh?", "mass"),
        ("How much did a copy of the Bible cost its first buyer?", "dollar"),
        ("At what price per kilogram is matcha sold?", "yen"),
        ("What was the average price of tea?", "euro"),
        ("What is the weight of the bell?", "mass"),
        ("What is the population of Iceland?", "people"),
        ("How many people live in Iceland?", "people"),
        ("Which temperature does the vat need?", "celsius"),
        ("What share of the patients who took it died?", "%"),
        ("How tall is the tower?", "length"),
        ("体重はどのくらいか", "mass"),
        ("2010年の人口は", "people"),
        ("価格はいくらか", "yen"),
    ],
)
def test_where_one_is_wanted_its_kind_is_known(question: str, kind: str) -> None:
    assert kind in wanted(question)

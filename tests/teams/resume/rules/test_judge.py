from kasen.teams.resume.rules.judge import prefer


def test_without_a_model_neither_text_is_better() -> None:
    assert prefer(first="good", second="bad").better == "tie"

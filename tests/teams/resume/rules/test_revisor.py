from kasen.teams.resume.rules.revisor import revise
from kasen.teams.resume.schemas.change import Revision


def test_without_a_model_no_words_are_changed() -> None:
    assert revise(lines="1| - Built it.", findings=[]) == Revision()

from kasen.teams.resume.measures import phrases


def test_openings_are_matched_as_whole_words() -> None:
    assert phrases.opening().match("Responsible for sales")
    assert phrases.opening().match("helped to build")
    assert not phrases.opening().match("Helpdesk moved")
    assert not phrases.opening().match("Gotham")


def test_endings_are_matched_at_the_end() -> None:
    assert phrases.duty_ending().search("開発を担当しました。")
    assert not phrases.duty_ending().search("担当者を育成")


def test_every_group_of_variants_has_forms_that_differ() -> None:
    groups = phrases.variants()
    assert len(groups) > 15
    assert all(len({one.pattern for one in group}) == len(group) > 1 for group in groups)


def test_stock_phrases_are_of_a_language() -> None:
    assert phrases.empty("en").search("a real team player")
    assert phrases.empty("ja").search("責任感が強い")
    assert not phrases.empty("en").search("player of the team")

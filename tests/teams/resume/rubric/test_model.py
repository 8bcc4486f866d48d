from kasen.teams.resume.rubric.model import Criterion, Rubric


def criterion(name: str, *, measured: bool = False, needs: str = "") -> Criterion:
    return Criterion(name, "recruiter", name, "?", {}, measured, needs)


def test_a_critic_is_asked_only_what_applies() -> None:
    other = Criterion("e", "copywriter", "e", "?", {}, measured=False)
    criteria = (
        criterion("a"),
        criterion("b", measured=True),
        criterion("c", needs="posting"),
        criterion("d", measured=True, needs="page"),
        other,
    )
    rubric = Rubric("en", criteria)
    assert [one.id for one in rubric.of("recruiter", measured=False)] == ["a"]
    assert [one.id for one in rubric.of("recruiter", measured=False, posting=True)] == ["a", "c"]
    assert [one.id for one in rubric.of("recruiter", measured=True)] == ["b"]
    assert [one.id for one in rubric.of("recruiter", measured=True, page=True)] == ["b", "d"]
    assert rubric.of("ux_designer", measured=False) == []

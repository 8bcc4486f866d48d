"""What a verifier replies is read with the ids that it meant, and with nothing it may not say."""

from __future__ import annotations

import pytest
from pydantic import ValidationError

from kasen.teams.research.schemas.verification import Judgement, Judgements, Verification


@pytest.mark.parametrize("id", ["s1", "S1", "[s1]", "1", 1])
def test_an_id_is_read_as_meant(id: object) -> None:
    assert Judgement.model_validate({"id": id, "support": "partial"}).id == "s1"


def test_a_support_that_does_not_exist_is_refused() -> None:
    with pytest.raises(ValidationError, match="support"):
        Judgement.model_validate({"id": "s1", "support": "true"})


def test_no_judgement_is_an_answer_and_nothing_verified_says_rule() -> None:
    assert Judgements.model_validate({}).judgements == []
    assert (Verification().by, Verification().judged) == ("rule", 0)

"""Insertions."""

from __future__ import annotations

import pytest
from hypothesis import given

from kasen.teams.resume.ledger.inserting import inserted
from teams.resume.ledger.sides import ANY_TEXT, FEW, kinds

ENGLISH = "## Example Bakery\n\n- Cut waste by 18% with new ovens.\n- Sold bread to 40 cafes.\n"
JAPANESE = "## 見本製パン\n\n- 新しい窯で廃棄を18％削減。\n- 喫茶店40店にパンを販売。\n"


@pytest.mark.parametrize(
    ("after", "context"),
    [
        ("Cut waste by 18%.", ENGLISH),
        ("Reduced waste by 18 percent.", ENGLISH),
        ("Sold bread to cafes.", ENGLISH),
        ("Sold bread to 40 cafes. Cut waste by 18%.", ENGLISH),
        ("廃棄を18％削減。", JAPANESE),
        ("喫茶店40店にパンを販売。廃棄を１８％削減。", JAPANESE),
        ("", ENGLISH),
        ("---", ""),
    ],
)
def test_what_one_claim_of_the_résumé_says_may_be_said_again(after: str, context: str) -> None:
    assert list(inserted(after, context, ())) == []


@pytest.mark.parametrize(
    ("after", "context"),
    [
        ("Cut waste by 19%.", ENGLISH),
        ("Cut waste by 40%.", ENGLISH),
        ("Sold bread to 18% of cafes.", ENGLISH),
        ("Sold ovens.", ENGLISH),
        ("Led 40 bakers.", ENGLISH),
        ("廃棄を19％削減。", JAPANESE),
        ("喫茶店18店にパンを販売。", JAPANESE),
        ("Sold bread.", ""),
        ("パンを販売。", ""),
    ],
)
def test_what_two_claims_say_together_or_none_says_may_not(after: str, context: str) -> None:
    assert list(inserted(after, context, ())) != []


def test_each_claim_is_held_by_itself() -> None:
    found = list(inserted("Cut waste by 18%. Led 99 bakers.", ENGLISH, ()))
    assert found != []
    assert all("18" not in one.claim for one in found)


def test_what_the_heading_of_a_claim_says_is_said_of_it_alone() -> None:
    context = "## Kubernetes team\n\n- Fixed a bug.\n\n## Shop\n\n- Sold bread.\n"
    assert list(inserted("Fixed a bug in Kubernetes.", context, ())) == []
    assert list(inserted("Sold bread in Kubernetes.", context, ())) != []


def test_doubts_are_those_beside_the_claim_that_says_most_of_it() -> None:
    assert kinds(inserted("Cut waste by 19% with new ovens.", ENGLISH, ())) == {"number"}
    assert kinds(inserted("新しい窯で廃棄を19％削減。", JAPANESE, ())) == {"number"}


def test_a_confirmed_sentence_counts_as_one_of_the_résumé() -> None:
    assert list(inserted("Led 9 bakers.", ENGLISH, ["I led 9 bakers."])) == []
    assert "number" in kinds(inserted("Led 99 bakers.", ENGLISH, ["I led 9 bakers."]))


@FEW
@given(ANY_TEXT, ANY_TEXT)
def test_any_texts_are_compared(after: str, context: str) -> None:
    assert all(one.why for one in inserted(after, context, [after[:20]]))

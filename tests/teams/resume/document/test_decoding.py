from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kasen.teams.resume.document.decoding import decoded

JAPANESE = "# 職務経歴書\r\n\r\n株式会社サンプルで営業を担当し、売上を30%伸ばしました。\r\n"


@pytest.mark.parametrize("encoding", ["utf-8", "cp932", "euc_jp", "utf-16-le", "iso2022_jp"])
def test_japanese_is_read_in_every_usual_encoding(encoding: str) -> None:
    data = JAPANESE.encode(encoding)
    found = decoded(data)
    assert found is not None
    assert found[0] == JAPANESE
    assert found[0].encode(found[1]) == data


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16-le", "utf-16-be"])
def test_a_byte_order_mark_stays_the_first_character(encoding: str) -> None:
    data = ("\ufeff" + JAPANESE).encode(encoding)
    assert decoded(data) == ("\ufeff" + JAPANESE, encoding)


def test_western_text_is_read() -> None:
    data = "Résumé of José Specimen, café owner — naïve façade, Zürich, über alles gut.\n".encode("cp1252") * 3
    found = decoded(data)
    assert found is not None
    assert found[0].encode(found[1]) == data


@pytest.mark.parametrize("data", [bytes(range(256)) * 4, b"\x89PNG\r\n\x1a\n" + b"\x00\x01\x02" * 100])
def test_bytes_that_are_no_text_are_refused(data: bytes) -> None:
    assert decoded(data) is None


@given(st.binary(max_size=300))
def test_whatever_is_read_gives_the_same_bytes_again(data: bytes) -> None:
    found = decoded(data)
    if found is not None:
        assert found[0].encode(found[1]) == data


def test_letters_that_would_be_saved_as_other_bytes_are_not_read_so() -> None:
    data = JAPANESE.encode("cp932") + b"\xfa\x54"
    assert data.decode("cp932").encode("cp932") != data
    assert decoded(data) is None

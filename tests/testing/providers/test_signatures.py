from __future__ import annotations

import base64
from typing import Any

from kasen.testing.providers import Reply, png
from kasen.testing.providers.signatures import Signatures, sign

DRAFT, FINAL = png(colour=(0, 0, 0)), png(colour=(9, 9, 9))


def part(image: bytes, signature: bytes, *, snake: bool = False, safe: bool = False) -> dict[str, Any]:
    encode = base64.urlsafe_b64encode if safe else base64.b64encode
    data, key = ("inline_data", "thought_signature") if snake else ("inlineData", "thoughtSignature")
    return {data: {"data": encode(image).decode()}, key: encode(signature).decode()}


def body(*parts: dict[str, Any]) -> dict[str, Any]:
    return {"contents": [{"role": "model", "parts": list(parts)}]}


def checked(*parts: dict[str, Any], reply: Reply | None = None) -> tuple[int, int]:
    signatures = Signatures()
    signatures.note(reply or Reply(images=(DRAFT, FINAL)))
    signatures.check(body(*parts))
    return signatures.right, signatures.wrong


def test_a_signature_is_right_only_with_the_image_that_it_was_given_with() -> None:
    assert checked(part(FINAL, sign(FINAL))) == (1, 0)
    assert checked(part(DRAFT, sign(FINAL))) == (0, 1)
    assert checked(part(FINAL, sign(FINAL)[:-1])) == (0, 1)
    assert checked(part(FINAL + b"x", sign(FINAL))) == (0, 1)
    assert checked(part(FINAL, b"skip")) == (0, 1)


def test_both_cases_and_both_alphabets_are_read() -> None:
    assert checked(part(FINAL, sign(FINAL), snake=True, safe=True)) == (1, 0)


def test_a_signature_of_text_is_right_with_any_text() -> None:
    reply = Reply(text="茶", signature=b"\xfb\xff")
    signed = {"text": "", "thoughtSignature": base64.b64encode(b"\xfb\xff").decode()}
    assert checked(signed, reply=reply) == (1, 0)
    assert checked({**signed, "thoughtSignature": "not base64!"}, reply=reply) == (0, 1)


def test_parts_without_a_signature_are_not_counted() -> None:
    assert checked({"text": "茶"}) == (0, 0)
    signatures = Signatures()
    signatures.check({"contents": {"parts": [{"text": "茶"}]}})
    signatures.check({"contents": ["茶", None]})
    signatures.check({})
    assert (signatures.right, signatures.wrong) == (0, 0)

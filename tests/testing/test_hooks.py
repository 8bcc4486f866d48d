from __future__ import annotations

import httpx
import pytest

from kasen.testing.hooks import hook_receiver


def test_it_keeps_what_comes_and_answers_as_told() -> None:
    with hook_receiver(500, 302) as receiver:
        answers = [httpx.post(receiver.url, json={"n": n}, headers={"X-One": "1"}) for n in range(3)]
        assert [answer.status_code for answer in answers] == [500, 302, 204]
        assert [sent.said["n"] for sent in receiver.wait_for(3)] == [0, 1, 2]
        assert receiver.got[0].headers["x-one"] == "1"
        with pytest.raises(AssertionError, match="3 of 4 came"):
            receiver.wait_for(4, timeout_s=0.01)

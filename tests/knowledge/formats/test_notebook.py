from __future__ import annotations

import json

import pytest

from kasen.knowledge.document import Unreadable
from kasen.knowledge.formats.notebook import read_notebook

CELLS = [
    {"cell_type": "markdown", "source": ["# 茶の分析\n", "\n", "静岡県の生産量。"]},
    {
        "cell_type": "code",
        "source": "print(29700)",
        "outputs": [{"text": ["29700\n"]}, {"data": {"image/png": "AAAA", "text/plain": "<Figure>"}}],
    },
    {"cell_type": "code", "source": "", "outputs": []},
]


def test_text_code_and_what_was_printed_are_read() -> None:
    made = read_notebook(json.dumps({"cells": CELLS, "nbformat": 4}).encode())
    assert made.title == "茶の分析"
    assert "静岡県の生産量。" in made.text
    assert [b.kind for b in made.blocks] == ["heading", "text", "code", "code", "code"]
    assert "AAAA" not in made.text


@pytest.mark.parametrize("data", [b"{}", b"[]", b'{"cells": 3}', b"not json", b'{"cells": [{"source": 1}]}'])
def test_what_is_no_notebook_is_named(data: bytes) -> None:
    with pytest.raises(Unreadable, match="not a notebook"):
        read_notebook(data)


def test_half_a_character_does_not_break_the_rest() -> None:
    made = read_notebook(b'{"cells": [{"cell_type": "markdown", "source": "tea \\ud83d end"}]}')
    assert made.text == "tea ? end"

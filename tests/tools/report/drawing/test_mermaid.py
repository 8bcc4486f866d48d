from __future__ import annotations

import re

import pytest

from kasen.tools.report.drawing.causes import CauseEdge, CauseNode
from kasen.tools.report.drawing.mermaid import flowchart, label
from tools.report.sample import HOSTILE


@pytest.mark.parametrize("text", [HOSTILE, '"] --> x', "%%{init: {'a': 1}}%%", "```", "a\nend\n", "#quot;", "宇治 茶"])
def test_no_label_ends_itself_or_commands_anything(text: str) -> None:
    made = flowchart([CauseNode(text, text, "root"), CauseNode("b", text)], [CauseEdge(text, "b", 0.5)])
    lines = made.splitlines()
    assert len(lines) == 4
    assert lines[0] == "flowchart LR"
    assert lines[3] == '  n1 -->|"0.50"| n2'
    inside = re.fullmatch(r'  n1\[\["(.*)"\]\]', lines[1])
    assert inside
    assert not set(inside[1]) & set("\"'`<>&%{}[]()|\\")


def test_entities_mean_the_letters_that_they_stand_for() -> None:
    read = re.sub(r"#(\d+);", lambda found: chr(int(found[1])), label('a "b" <c> #d; 宇治'))
    assert read == 'a "b" <c> #d; 宇治'

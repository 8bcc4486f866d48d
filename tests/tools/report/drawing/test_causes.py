from __future__ import annotations

import math
import re

import pytest

from kasen.tools.report.drawing import CauseEdge, CauseNode, cause_graph, clean
from tools.report.sample import HOSTILE

NODES = [
    CauseNode("s", "価格が下がった", "symptom"),
    CauseNode("a", "急須離れ"),
    CauseNode("r", "時間がない", "root"),
]
EDGES = [CauseEdge("r", "a", 0.8), CauseEdge("a", "s", 0.25, supported=False)]


def test_the_picture_shows_every_box_and_every_strength() -> None:
    drawing = cause_graph(NODES, EDGES, lang="ja")
    assert drawing == cause_graph(NODES, EDGES, lang="ja")
    assert clean(drawing.svg)
    for word in ("価格が下がった", "急須離れ", "時間がない", "0.80", "0.25", "根本原因", "症状", "破線"):
        assert word in drawing.svg
    assert "価格が下がった" in drawing.alt
    assert drawing.mermaid.splitlines()[-1] == '  n2 -.->|"0.25"| n1'


def test_the_table_says_the_same() -> None:
    table = cause_graph(NODES, EDGES, lang="en").table
    assert table is not None
    rows = [(row.heading, *(cell.sentences[0].text for cell in row.cells)) for row in table.rows]
    assert rows == [("時間がない", "急須離れ", "0.80", "yes"), ("急須離れ", "価格が下がった", "0.25", "no")]


def test_what_makes_no_sense_is_left_out_and_the_stronger_of_two_counts() -> None:
    odd = [
        *EDGES,
        CauseEdge("a", "a", 1),
        CauseEdge("x", "s", 1),
        CauseEdge("r", "a", 0.1),
        CauseEdge("a", "r", math.nan),
    ]
    table = cause_graph([*NODES, CauseNode("a", "again")], odd, lang="en").table
    assert table is not None
    found = [(row.heading, row.cells[1].sentences[0].text) for row in table.rows]
    assert found == [("時間がない", "0.80"), ("急須離れ", "0.25"), ("急須離れ", "0.00")]


def test_a_long_chain_runs_downwards_and_a_short_one_across() -> None:
    def size(count: int) -> tuple[int, int]:
        nodes = [CauseNode(str(n), f"step {n}") for n in range(count)]
        drawn = cause_graph(nodes, [CauseEdge(str(n), str(n + 1), 0.5) for n in range(count - 1)], lang="en").svg
        width, height = re.findall(r'width="(\d+)" height="(\d+)"', drawn)[0]
        return int(width), int(height)

    assert size(3)[0] > size(3)[1]
    assert size(9)[0] < 700 < size(9)[1]


def test_one_box_is_a_graph_and_none_is_not() -> None:
    assert clean(cause_graph(NODES[:1], [], lang="ja").svg)
    with pytest.raises(ValueError, match="needs nodes"):
        cause_graph([], [], lang="ja")


def test_sixty_hostile_boxes_are_drawn() -> None:
    nodes = [CauseNode(f"{n}{HOSTILE}", HOSTILE, "symptom" if n == 0 else "cause") for n in range(60)]
    edges = [CauseEdge(nodes[n].id, nodes[n // 3].id, n / 60) for n in range(1, 60)]
    drawing = cause_graph(nodes, edges, lang="en")
    assert clean(drawing.svg)
    assert "<script" not in drawing.svg

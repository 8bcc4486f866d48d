from __future__ import annotations

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from kasen.tools.report.drawing.layers import layout

GRAPHS = st.integers(2, 9).flatmap(
    lambda count: st.tuples(
        st.just(count),
        st.lists(
            st.tuples(st.integers(0, count - 1), st.integers(0, count - 1)).filter(lambda edge: edge[0] != edge[1]),
            max_size=16,
            unique=True,
        ),
        st.lists(st.integers(0, count - 1), max_size=2, unique=True),
    )
)


def test_causes_stand_before_effects_and_an_edge_that_skips_a_layer_passes_between() -> None:
    found = layout([30] * 4, [(0, 1), (1, 2), (0, 2)], [2])
    assert [found.places[node].layer for node in range(3)] == [0, 1, 2]
    assert found.routes[2] == [0, (2, 1), 2]
    assert found.places[3].layer == 1, "what leads nowhere stands before the symptom"


def test_crossings_that_can_be_avoided_are() -> None:
    found = layout([30] * 4, [(0, 3), (1, 2)], [])
    left, right = found.order
    assert (left.index(0) < left.index(1)) == (right.index(3) < right.index(2))


def test_a_circle_ends_and_keeps_its_directions() -> None:
    found = layout([30] * 3, [(0, 1), (1, 2), (2, 0)], [2])
    assert [(route[0], route[-1]) for route in found.routes] == [(0, 1), (1, 2), (2, 0)]
    assert [found.places[node].layer for node in range(3)] == [0, 1, 2]


@given(GRAPHS)
def test_nothing_overlaps_and_every_edge_runs_through_neighbouring_layers(
    graph: tuple[int, list[tuple[int, int]], list[int]],
) -> None:
    count, edges, last = graph
    found = layout([30.0] * count, edges, last)
    assert found == layout([30.0] * count, edges, last)
    for layer in found.order:
        places = [found.places[key] for key in layer]
        for one, other in pairwise(places):
            assert other.cross - one.cross >= (one.size + other.size) / 2 + 17.99
    for (a, b), route in zip(edges, found.routes, strict=True):
        assert (route[0], route[-1]) == (a, b)
        layers = [found.places[key].layer for key in route]
        steps = {other - one for one, other in pairwise(layers)}
        assert steps in ({1}, {-1})

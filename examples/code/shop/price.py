"""What stands on the cards of the shop."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Item:
    """Something that is sold."""

    name: str
    yen: int
    """Its price without tax."""
    kind: str = "goods"
    """`food` or `goods`."""


def card(item: Item) -> str:
    """`急須 3,200円`: the name and the price without tax."""
    return f"{item.name} {item.yen:,}円"

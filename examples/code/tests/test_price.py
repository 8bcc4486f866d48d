from __future__ import annotations

import unittest

from shop.price import Item, card


class Cards(unittest.TestCase):
    """What stands on a card."""

    def test_a_card_shows_name_and_price(self) -> None:
        assert card(Item("急須", 3200)).startswith("急須 3,200円")


if __name__ == "__main__":
    unittest.main()

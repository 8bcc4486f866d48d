"""What the run shows beside the deck: deck.html, deck.md, outline.json."""

"""Decks changed in place: the parts of some slides are replaced, every other byte stays."""

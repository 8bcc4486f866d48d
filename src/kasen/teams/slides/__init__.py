"""Slides: a wish, data and a template become a native, editable deck with notes, sources and pictures."""

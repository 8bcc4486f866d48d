"""Markdown as a page and a PDF by a renderer of ours, where Quarto is not installed."""

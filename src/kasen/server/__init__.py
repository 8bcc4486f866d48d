"""Kasen over HTTP: the same runs, events, pauses and artifacts as at the terminal."""

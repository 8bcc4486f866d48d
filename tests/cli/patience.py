"""How long tests wait for other processes: a limit for what hangs, not a measure of speed."""

PATIENCE = 300.0
"""Seconds. A start takes one to three of processor time, so half a minute on a machine with ten others at work."""

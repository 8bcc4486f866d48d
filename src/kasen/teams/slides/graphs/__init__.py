"""The graphs: wiring only."""

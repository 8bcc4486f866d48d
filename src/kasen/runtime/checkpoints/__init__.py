"""The state of runs between two steps: what is kept, where, and for how long."""

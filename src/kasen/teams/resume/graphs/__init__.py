"""The graph of the team."""

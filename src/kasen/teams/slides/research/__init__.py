"""Questions for the research team, and what comes of them."""

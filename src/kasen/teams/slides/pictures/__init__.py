"""Pictures: prompts, strategies, signatures, and what stands in where none can be drawn."""

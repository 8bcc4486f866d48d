"""The AI SDK UI Message Stream (v1), as every client from `ai` 6.0.0 to 7 reads it."""

"""What roles answer without a model."""

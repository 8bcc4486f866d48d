"""What each role answers without a model."""

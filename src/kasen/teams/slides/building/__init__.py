"""A deck and its arrangements become a native .pptx."""

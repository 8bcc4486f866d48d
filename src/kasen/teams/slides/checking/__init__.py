"""Whether a .pptx is what it should be: its structure, and its render."""

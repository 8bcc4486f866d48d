"""Content meets layout: which layout, which place, which size, measured with the real fonts."""

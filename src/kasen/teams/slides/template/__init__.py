"""Templates: read what a .pptx offers, say what it lacks, refuse what is dangerous; three of our own."""

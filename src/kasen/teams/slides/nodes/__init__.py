"""One node per file, named after its role."""

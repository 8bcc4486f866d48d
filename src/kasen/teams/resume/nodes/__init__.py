"""The nodes of the résumé graph."""

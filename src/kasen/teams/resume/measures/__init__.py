"""What code measures of a résumé: the measured criteria of the rubric, one module per concern."""

"""What a résumé is judged by: criteria per critic, in the norms of each language."""

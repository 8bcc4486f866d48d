"""What the résumé team takes, what it gives, and what its roles reply."""

"""What the slides team takes, what it gives, and what its roles reply."""

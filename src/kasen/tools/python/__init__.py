"""Python that nobody vouches for, run in a sandbox: no network, nothing mounted but its data, bounded in everything."""

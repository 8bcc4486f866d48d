"""The fact ledger: claims of a text, aligned one by one, so that no edit adds, moves or inflates a fact."""

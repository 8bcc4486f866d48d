"""The résumé as text with lines that have kinds: read from its file, masked, and searched for hidden words."""

"""Fonts of this machine: which file a name means, how wide its characters are, where lines break."""

"""Pictures of a page and facts about it, taken in the Chromium of this machine."""

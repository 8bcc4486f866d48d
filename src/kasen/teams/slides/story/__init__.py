"""The storywriter's work: outline, slides in parallel, critique, repair; and what code makes of what was said."""

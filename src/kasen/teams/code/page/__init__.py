"""The report of a run for the person who asked for it: report.md and report.html say the same."""

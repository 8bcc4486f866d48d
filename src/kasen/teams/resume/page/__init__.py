"""The review as pages for people: HTML and Markdown."""

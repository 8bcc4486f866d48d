"""A résumé as a page: by Quarto where it is installed, else by pandoc or markdown-it and a style of our own."""

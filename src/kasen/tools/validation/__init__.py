"""Whether a Quarto or Markdown file is sound: by Quarto where it is installed, else by what works offline."""

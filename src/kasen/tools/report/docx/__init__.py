"""A report as a Word document, written by pandoc from the report's own parts."""

from kasen.tools.report.docx.writing import docx

__all__ = ["docx"]

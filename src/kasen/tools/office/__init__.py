"""Slides rendered and measured by LibreOffice."""

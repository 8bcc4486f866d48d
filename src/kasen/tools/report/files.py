"""The forms of a report that are made when somebody wants them, not while the run goes."""

from __future__ import annotations

from kasen.tools.report.model import Report

RENDERED = ("pdf", "docx", "bib")


async def check(form: str) -> None:
    """Look whether a report can be made in that form here, before there is one.

    Raises:
        ConfigurationError: what makes it is not installed; the hint says the command.
    """
    if form == "pdf":
        from kasen.tools.chromium import check_installed

        await check_installed()
    if form == "docx":
        from kasen.tools.report.docx.writing import pandoc

        pandoc()


async def rendered(report: Report, form: str) -> bytes:
    """The report as `pdf`, `docx` or `bib`.

    Raises:
        ConfigurationError: what makes it is not installed; the hint says the command.
        InternalError: what makes it failed.
    """
    if form == "bib":
        from kasen.tools.report.bibtex import bibtex

        return bibtex(report).encode()
    if form == "pdf":
        from kasen.tools.report.pdf import pdf

        return await pdf(report)
    if form == "docx":
        from kasen.tools.report.docx import docx

        return await docx(report)
    raise ValueError(f"a report cannot be made as `{form}`")

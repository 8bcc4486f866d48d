"""Does the validator find broken résumé files, and does it let sound ones pass? `resume_valid.py [--json]`.

Sound: every file in `resume_valid/` whose name has no leading underscore. Broken: a résumé in each language, broken in
one way after the other. Found means that a problem blocks; warnings do not count.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import re
import statistics
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from kasen.tools.validation.model import Validation
from kasen.tools.validation.open_validator import validate

FOLDER = Path(__file__).with_suffix("")
BASES = {"en": "en_base", "ja": "ja_base"}
Break = Callable[[str], str]


def _swap(old: str, new: str) -> Break:
    """Replace what stands in both résumés."""

    def broken(text: str) -> str:
        assert old in text, old
        return text.replace(old, new, 1)

    return broken


def _end(words: str) -> Break:
    return lambda text: f"{text.rstrip()}\n\n{words}\n"


def _key(line: str) -> Break:
    return _swap("toc: false\n", f"{line}\n")


BREAKS: dict[str, Break] = {
    "empty": lambda text: " \n",
    "wrapped_in_markdown_fence": lambda text: f"```markdown\n{text.replace('```', '~~~')}```\n",
    "wrapped_in_bare_fence": lambda text: f"```\n{text.replace('```', '~~~')}```\n",
    "talk_before_front_matter": lambda text: f"Here is the revised résumé:\n\n{text}",
    "front_matter_not_closed": _swap("toc: false\n---\n", "toc: false\n"),
    "front_matter_never_opened": _swap("---\n", ""),
    "front_matter_of_long_dashes": _swap("---\n", "———\n"),
    "front_matter_of_four_hyphens": _swap("---\n", "----\n"),
    "front_matter_is_a_list": lambda text: "---\n- title\n- lang\n---\n" + text.partition("\n---\n")[2],
    "yaml_colon_in_title": lambda text: re.sub(r"^title: .*", "title: CV: 2026 edition", text, count=1, flags=re.M),
    "yaml_open_quote": lambda text: re.sub(r"^title: .*", 'title: "CV', text, count=1, flags=re.M),
    "yaml_tab": _key("execute:\n\techo: false"),
    "yaml_bad_indent": _key("  toc: false\n lang: en"),
    "yaml_key_twice": _key("toc: false\ntoc: true"),
    "yaml_open_list": _key("keywords: [a, b"),
    "boolean_in_quotes": _key('toc: "false"'),
    "boolean_yes": _key("number-sections: yes"),
    "number_in_words": _key("toc-depth: two"),
    "boolean_of_a_format": _swap("  html:\n", "  html:\n    embed-resources: on\n"),
    "unknown_format": _swap("  html:\n", "  htlm:\n"),
    "missing_bibliography": _key("bibliography: nowhere.bib"),
    "code_not_closed": _end("```python\nprint(1)"),
    "code_closed_by_too_few": _end("````python\nprint(1)\n```"),
    "cell_braces_open": _end("```{python\nprint(1)\n```"),
    "cell_options_no_yaml": _end('```{python}\n#| fig-cap: "open\nprint(1)\n```'),
    "cell_option_wrong_type": _end("```{python}\n#| echo: maybe\nprint(1)\n```"),
    "cell_label_twice": _end("```{r}\n#| label: a\n1\n```\n\n```{r}\n#| label: a\n2\n```"),
    "div_not_closed": _swap("\n:::\n", "\n"),
    "div_closed_twice": _swap("\n:::\n", "\n:::\n\n:::\n"),
    "div_braces_open": _swap("::: {.callout-note}", "::: {.callout-note"),
    "div_curly_quotes": _swap("::: {.callout-note}", "::: {.callout-note title=“Free now”}"),
    "div_glued_to_text": _swap("\n:::\n", " :::\n"),
    "div_of_wide_colons": _swap("::: {.callout-note}", "：：： {.callout-note}"),
    "table_extra_cell": _swap("| Go |", "| Go | 2 |"),
    "table_headings_differ": _swap("|----|----|", "|----|----|----|"),
    "table_without_dashes": _swap("|----|----|\n", ""),
    "table_of_wide_bars": lambda text: re.sub(r"^\|.*\|$", lambda m: m[0].replace("|", "｜"), text, flags=re.M),
    "missing_picture": _swap("(photo.png)", "(photos/nowhere.png)"),
    "missing_include": _swap("include _skills.qmd", "include _nowhere.qmd"),
    "shortcode_not_closed": _swap("_skills.qmd >}}", "_skills.qmd"),
    "shortcode_not_opened": _end("fa github >}}"),
    "comment_not_closed": _swap("## ", "<!-- to do\n\n## "),
    "identifier_twice": _end("## Again {#sec-work}"),
    "footnote_nowhere": _end("Ninety per cent[^nowhere]."),
    "reference_twice": _end(
        "[a] [b]\n\n[a]: https://example.com/1\n[a]: https://example.com/2\n[b]: https://example.com"
    ),
    "address_not_closed": _end("[talk](https://example.com/talk"),
    "html_not_closed": _end("<div class='wide'>\n\ntext"),
    "formula_not_closed": _end("$$\nx = 1"),
    "heading_without_space": _swap("## ", "##"),
    "merge_marks": _end("<<<<<<< HEAD\nfive\n=======\nsix\n>>>>>>> other"),
    "control_character": _swap("Go", "G\x08o"),
    "null_character": _end("a\x00b"),
}
"""Ways to break a file, by name."""


def sound_files() -> list[Path]:
    """The sound résumés."""
    files = [*FOLDER.glob("*.qmd"), *FOLDER.glob("*.md")]
    return sorted(file for file in files if not file.name.startswith("_"))


async def _checked(text: str, name: str) -> tuple[Validation, float]:
    start = time.perf_counter()
    result = await validate(text, name=name, folder=str(FOLDER))
    return result, (time.perf_counter() - start) * 1000


async def measure() -> dict[str, Any]:
    """The figures."""
    times, missed, refused = [], [], []
    ran: tuple[str, ...] = ()
    files = sound_files()
    for file in files:
        result, taken = await _checked(file.read_bytes().decode("utf-8"), file.name)
        ran = result.ran
        times.append(taken)
        if not result.ok:
            refused.append(f"{file.name}: {', '.join(one.rule for one in result.problems if one.blocking)}")
    for lang, base in BASES.items():
        text = (FOLDER / f"{base}.qmd").read_text(encoding="utf-8")
        for name, broken in BREAKS.items():
            result, taken = await _checked(broken(text), f"{name}.qmd")
            times.append(taken)
            if result.ok:
                missed.append(f"{lang}: {name}")
    count = len(BREAKS) * len(BASES)
    return {
        "found": count - len(missed),
        "broken": count,
        "ways": len(BREAKS),
        "passed": len(files) - len(refused),
        "good": len(files),
        "missed": missed,
        "refused": refused,
        "ran": list(ran),
        "median_ms": round(statistics.median(times), 1),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    as_json = parser.parse_args().json
    figures = asyncio.run(measure())
    if as_json:
        print(json.dumps(figures, ensure_ascii=False))
        return
    print(f"found {figures['found']} of {figures['broken']} broken files ({figures['ways']} ways, two languages)")
    print(f"passed {figures['passed']} of {figures['good']} sound files; median {figures['median_ms']} ms")
    print(f"by {', '.join(figures['ran'])}")
    for line in (*figures["missed"], *figures["refused"]):
        print(f"  {line}")


if __name__ == "__main__":
    main()

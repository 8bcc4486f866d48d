"""Which styles keep words from a reader: not shown, no size, off the page, the colour of paper."""

from __future__ import annotations

import re

_HIDES = re.compile(
    r"display\s*:\s*none|visibility\s*:\s*(?:hidden|collapse)"
    r"|font-size\s*:\s*(?:0|0*(?:\.\d+)?(?:px|pt)|[01](?:\.\d+)?(?:px|pt)|0?\.[01]\d*r?em|[0-9](?:\.\d+)?%)\s*(?:;|!|$|\")"
    r"|opacity\s*:\s*0(?:\.0\d*)?\s*(?:;|!|$|\")|(?:left|top|right|text-indent|margin-left)\s*:\s*-\d{3,}\s*(?:px|em|"
    r"pt|%|rem|vw)?|clip\s*:\s*rect\(\s*(?:0|1px)"
    r"|clip-path\s*:\s*(?:inset\(\s*(?:50|100)%|circle\(\s*0)|(?:max-)?height\s*:\s*0(?:px)?"
    r"\s*;[^\"]*overflow\s*:\s*hidden|overflow\s*:\s*hidden[^\"]*[; ](?:max-)?height\s*:\s*0(?:px)?\b"
    r"|transform\s*:\s*scale\(\s*0\s*\)",
    re.IGNORECASE,
)
_COLOUR = re.compile(r"(?<![\w-])color\s*:\s*([^;\"'}]+)|\bcolor\s*=\s*[\"']?([#\w]+)", re.IGNORECASE)
_BACKGROUND = re.compile(r"background(?:-color)?\s*:\s*([^;\"'}]+)", re.IGNORECASE)
_CLASSES = frozenset(
    (
        "hidden",
        "d-none",
        "visually-hidden",
        "sr-only",
        "screen-reader-only",
        "content-hidden",
        "invisible",
        "display-none",
    )
)
_RULE = re.compile(r"([^{}]{1,300})\{([^{}]{0,2000})\}")
_MEDIA = re.compile(
    r"@(?:media|supports|page|keyframes)[^{]{0,200}\{(?:[^{}]{0,5000}\{[^{}]{0,5000}\}){0,200}[^{}]{0,5000}\}"
)


def hides(style: str) -> bool:
    """True when a declaration of style, or an old attribute of colour, keeps the words from a reader on white paper."""
    return _HIDES.search(style) is not None or _is_paper(style)


def _is_paper(style: str) -> bool:
    """White or transparent words without a darker ground of their own."""
    found = _COLOUR.search(style)
    if not found or not is_light((found[1] or found[2]).strip()):
        return False
    ground = _BACKGROUND.search(style)
    return ground is None or is_light(ground[1].strip())


def is_light(colour: str) -> bool:
    """True for white, almost white and transparent, as a name, in hexadecimal, rgb(), rgba() or hsl()."""
    name = colour.lower().replace("!important", "").strip()
    if name in (
        "white",
        "transparent",
        "snow",
        "ivory",
        "ghostwhite",
        "whitesmoke",
        "floralwhite",
        "mintcream",
        "azure",
        "#fff0",
    ):
        return True
    if digits := re.fullmatch(r"#?([0-9a-f]{3,8})", name):
        return _is_light_hex(digits[1])
    if numbers := re.match(r"rgba?\(([^)]*)\)", name):
        parts = [part for part in re.split(r"[\s,/]+", numbers[1].strip()) if part]
        if len(parts) > 3 and re.fullmatch(r"0(?:\.0\d*)?%?", parts[3]):
            return True
        return len(parts) >= 3 and all(_number(part) >= 245 for part in parts[:3])
    light = re.match(r"hsla?\([^,)]*,[^,)]*,\s*(\d+)%", name)
    return light is not None and int(light[1]) >= 97


def _is_light_hex(digits: str) -> bool:
    if len(digits) in (4, 8) and digits[-(len(digits) // 4) :] in ("0", "00"):
        return True
    pairs = [d * 2 for d in digits[:3]] if len(digits) in (3, 4) else re.findall("..", digits[:6])
    return len(pairs) == 3 and len(digits) != 5 and all(int(pair, 16) >= 245 for pair in pairs)


def _number(part: str) -> float:
    try:
        return float(part.rstrip("%")) * (2.55 if part.endswith("%") else 1)
    except ValueError:
        return 0.0


def hidden_classes(sheet: str) -> frozenset[str]:
    """Classes that hide words: the usual ones, and those that a style sheet in the text hides on the screen."""
    named = set(_CLASSES)
    for selectors, rules in _RULE.findall(_MEDIA.sub("", sheet)):
        if hides(rules):
            named.update(re.findall(r"(?:^|,)\s*(?:span|div|p|a)?\.([\w-]+)\s*(?=,|$)", selectors.strip()))
    return frozenset(named)

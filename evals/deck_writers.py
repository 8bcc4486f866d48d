"""Models that answer by script for decks: one writes as asked, one writes far more than any slide holds."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from kasen.models.provider import ModelRequest

KINDS = (
    "bullets", "chart", "two_columns", "bullets", "table", "picture", "diagram", "statement", "section", "chart",
)  # fmt: skip
"""Kinds of an outline between title and closing, over and over."""
FALLBACK = 10
_WANTED = re.compile(r"^Write (\d+) slides, the title slide counted", re.MULTILINE)
_PERSON = re.compile(r"^The person wants exactly (\d+) slides", re.MULTILINE)
_BRIEF = re.compile(r"^Slide (\d+) \[(\w+)\]$.*?^- shows: (.*?)$.*?^- fits it best: (.*?)$", re.MULTILINE | re.DOTALL)
_PICTURED = re.compile(r"^Slide (\d+) \[(\w+)\]", re.MULTILINE)
_ID = re.compile(r"[PR]\d+(?:-\d+)?")

CODE = """names = columns("T1")
rows = table("T1")
numbers = [name for name, kind in names.items() if kind == "number"]
words = [name for name, kind in names.items() if kind in ("date", "text")]
for n, value in enumerate(numbers[:{charts}], start=1):
    key = words[(n - 1) % len(words)] if words else numbers[0]
    of = top(group(rows, by=key, value=value), {most})
    figure("F%d" % n, chart={chart!r}, title=value, of=of, name=value)
table_figure("F9", title=", ".join(list(names)[:2]), columns=list(names)[:{columns}], rows=rows[:{rows}])
"""


class Writer:
    """Answers every role of the team; `overfull`: words of 100 characters, paragraphs of 2,000, 30 points."""

    def __init__(self, lang: str, *, overfull: bool) -> None:
        self.overfull = overfull
        self.japanese = lang == "ja"

    def __call__(self, request: ModelRequest) -> Mapping[str, Any] | BaseException:
        """The answer to one request."""
        said = getattr(self, f"_{request.role}", None)
        if said is None:
            return ValueError(f"nobody plays {request.role}")
        answer: Mapping[str, Any] = said(request.prompt)
        return answer

    def _coordinator(self, prompt: str) -> dict[str, Any]:
        return {"reply": self._two("I will make the deck.", "スライドを作ります。"), "goto": "planner"}

    def _planner(self, prompt: str) -> dict[str, Any]:
        roles = ["data_analyst", "storywriter", "visualizer"]
        steps = [
            {"id": f"S{n}", "role": role, "title": role, "instruction": self._two("Do your part.", "担当分を行う。")}
            for n, role in enumerate(roles, start=1)
        ]
        found = _PERSON.search(prompt)
        goal = self._two("The audience decides.", "聞き手が決められるようにする。")
        return {"title": self.title(0), "goal": goal, "slides": int(found[1]) if found else FALLBACK, "steps": steps}

    def _storywriter_outline(self, prompt: str) -> dict[str, Any]:
        found = _WANTED.search(prompt)
        count = max(int(found[1]) if found else FALLBACK, 2)
        middle = [KINDS[n % len(KINDS)] for n in range(count - 2)]
        kinds = ["title", *middle, "closing"]
        if count > 8:
            kinds[1] = "agenda"
        offered = prompt.partition("Kinds that there are:")[2].partition("\n")[0]
        kinds = [kind if kind in offered else "bullets" for kind in kinds]
        slides = [{"kind": kind, "title": self.title(n), "message": self.sentence(n)} for n, kind in enumerate(kinds)]
        return {"title": self.title(0), "subtitle": self._two("For the board", "経営会議資料"), "slides": slides}

    def _storywriter(self, prompt: str) -> dict[str, Any]:
        return {
            "slides": [
                self._slide(int(number), kind, shows, _ID.findall(ids), prompt)
                for number, kind, shows, ids in _BRIEF.findall(prompt)
            ]
        }

    def _slide(self, number: int, kind: str, shows: str, ids: list[str], prompt: str) -> dict[str, Any]:
        points = [{"text": quoted(id, prompt, japanese=self.japanese), "sources": [id]} for id in ids[:3]]
        points = [one for one in points if one["text"]] or [{"text": self.sentence(number)}]
        if self.overfull:
            points = [*points, *self._many(30)]
        said = {
            "number": number,
            "title": self.title(number - 1),
            "message": self._long(number) if self.overfull else self.sentence(number),
            "notes": self._long(number) if self.overfull else self.sentence(number),
        }
        if kind == "two_columns":
            half = len(points) // 2 or 1
            heads = (self._two("Now", "現在"), self._two("Next", "今後"))
            return {
                **said,
                "left_heading": heads[0],
                "left": points[:half],
                "right_heading": heads[1],
                "right": points[half:] or points,
            }
        if kind == "diagram":
            return {**said, "diagram": "process", "items": self._boxes()}
        if kind == "table" and shows == "no figure":
            return {**said, **self._table()}
        if kind == "statement":
            return said
        return {**said, "points": points}

    def _storywriter_critique(self, prompt: str) -> dict[str, Any]:
        return {"findings": [], "verdict": "pass"}

    def _data_analyst(self, prompt: str) -> dict[str, Any]:
        size = (
            {"charts": 3, "most": 60, "chart": "column", "columns": 12, "rows": 60}
            if self.overfull
            else {"charts": 2, "most": 8, "chart": "bar", "columns": 4, "rows": 6}
        )
        figures = [
            {"id": f"F{n}", "title": f"F{n}", "kind": kind, "chart": "column" if kind == "chart" else None, "shows": ""}
            for n, kind in ((1, "chart"), (2, "chart"), (3, "chart"), (9, "table"))
        ]
        return {"code": CODE.format(**size), "figures": figures}

    def _visualizer(self, prompt: str) -> dict[str, Any]:
        shown = prompt.partition("## Slides that get a picture")[2].partition("## Rules")[0]
        alt = self._two("A garden with rows of bushes", "茶の木が並ぶ畑")
        look = {"slide_type": "Content", "visual_style": "Rows of green bushes under a wide sky, soft light."}
        return {
            "style": "Flat shapes.",
            "pictures": [
                {"number": int(number), "prompt": {**look, "main_title": self.title(int(number) - 1)}, "alt": alt}
                for number, _ in _PICTURED.findall(shown)
            ],
        }

    def title(self, number: int) -> str:
        """A title of its own for each slide; of 200 characters where the writer overfills."""
        heads = self._list("Yields|Prices|Buyers|Risks|People|Machines|Markets", "収量|価格|買い手|危険|人材|設備|市場")
        turns = self._list(
            "hold steady|need a decision|move first|rest on care|grow with shade",
            "は安定している|には決断が要る|が先に動く|は手入れで決まる|は被覆で伸びる",
        )
        said = f"{heads[number % 7]}{self._two(' ', '')}{turns[number % 5]}"
        if not self.overfull:
            return said
        more = self._two(" and so on to the very end of a long line", "ことをここで改めて最後まで述べておく")
        return (said + more * 10)[:200]

    def sentence(self, number: int) -> str:
        """A sentence that holds no number."""
        topic = self._list("yields|prices|risks", "収量|価格|危険")[number % 3]
        return self._two(f"The gardens that we look after decide on {topic}.", f"手入れを続ける畑が{topic}を決める。")

    def _long(self, number: int) -> str:
        """A paragraph of 2,000 characters."""
        return (self.sentence(number).rstrip("。.") + self._two(", and ", "、そして")) * 80

    def _many(self, count: int) -> list[dict[str, Any]]:
        word = self._two("Donaudampfschifffahrt", "スーパーコンピューター")
        texts = [(word * 10)[:100], self._long(1)[:2000], self._long(2)[:300]]
        texts += [
            f"{self.sentence(n)[:-1]}{self._two(' once more', 'と重ねて言う')}" for n in range(count - len(texts))
        ]
        return [{"text": text, "level": n % 3} for n, text in enumerate(texts)]

    def _boxes(self) -> list[dict[str, str]]:
        labels = self._list("Shade|Pick|Steam|Roll|Dry|Sort|Pack|Ship", "覆う|摘む|蒸す|揉む|乾かす|選ぶ|詰める|運ぶ")
        if not self.overfull:
            return [{"label": label, "text": self.sentence(n)} for n, label in enumerate(labels[:4])]
        return [{"label": label * 8, "text": self._long(n)[:400]} for n, label in enumerate(labels)]

    def _table(self) -> dict[str, Any]:
        labels = self._list("Who|What|Where|Why", "担当|内容|場所|理由")
        if not self.overfull:
            return {"columns": labels, "rows": [[f"{a} {b}" for b in labels] for a in labels]}
        columns = [f"{label}{self._two(' of the whole region', '（地域全体の合計）')}" for label in labels * 3]
        return {"columns": columns, "rows": [[self.sentence(row + n) for n in range(12)] for row in range(60)]}

    def _two(self, english: str, japanese: str) -> str:
        return japanese if self.japanese else english

    def _list(self, english: str, japanese: str) -> list[str]:
        return self._two(english, japanese).split("|")


def quoted(id: str, prompt: str, *, japanese: bool) -> str:
    """The first sentence of a passage as the writer was shown it; empty where it was not shown."""
    shown = re.search(rf'<outside kind="passage" id="{re.escape(id)}"[^>]*>\n(.*?)</outside', prompt, re.DOTALL)
    if shown is None:
        return ""
    lines = [line.strip() for line in shown[1].splitlines() if line.strip()]
    text = " ".join(lines[2:])  # what it is, and its title
    end = re.search(r"[。！？]" if japanese else r"[.!?](?:\s|$)", text)
    return (text[: end.end()] if end else text).strip()[:400]

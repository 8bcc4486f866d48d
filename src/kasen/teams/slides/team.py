"""Slides: a wish, data, documents and a template in; a native, editable deck with notes and sources out."""

from kasen.team import Expected, Limits, ModeWords, Team, Verb

_NODES = "kasen.teams.slides.nodes"

_DECK = {
    "coordinator": Expected(calls=(1, 1), input_tokens=(700, 6000), output_tokens=(60, 300)),
    "planner": Expected(calls=(1, 3), input_tokens=(900, 8000), output_tokens=(250, 1200)),
    "researcher": Expected(calls=(0, 2), input_tokens=(600, 3000), output_tokens=(80, 500)),
    "data_analyst": Expected(calls=(0, 3), input_tokens=(1500, 9000), output_tokens=(500, 3000)),
    "storywriter_outline": Expected(calls=(1, 3), input_tokens=(2000, 16000), output_tokens=(500, 4000)),
    "storywriter": Expected(calls=(3, 24), input_tokens=(2500, 9000), output_tokens=(500, 2500)),
    "storywriter_critique": Expected(calls=(1, 5), input_tokens=(1500, 9000), output_tokens=(60, 1200)),
    "visualizer": Expected(calls=(0, 8), input_tokens=(1200, 6000), output_tokens=(200, 2500)),
    "illustrator": Expected(calls=(0, 6), input_tokens=(400, 4000), output_tokens=(1100, 2000)),
}

TEAM = Team(
    name="slides",
    summary="A native, editable deck from a wish, your data, documents and template, with notes and sources.",
    summary_ja="要望・データ・資料・テンプレートから、ノートと出典の付いた編集できるスライドを作る。",
    request="kasen.teams.slides.schemas.request:Request",
    result="kasen.teams.slides.schemas.result:Result",
    modes={"deck": "kasen.teams.slides.graphs.deck:build", "edit": "kasen.teams.slides.graphs.edit:build"},
    default_mode="deck",
    mode_words={
        "deck": ModeWords(
            "New deck",
            "新しいスライド",
            "Makes a deck from what you wish for and what you give it.",
            "要望と資料から、新しいスライドを作ります。",
        ),
        "edit": ModeWords(
            "Change a deck",
            "手直し",
            "Changes a deck of yours where you say so; all else stays as it is.",
            "お手持ちのスライドを、言われたところだけ直します。ほかはそのままです。",
        ),
    },
    roles=(
        f"{_NODES}.coordinator:COORDINATOR",
        f"{_NODES}.planner:PLANNER",
        f"{_NODES}.researcher:RESEARCHER",
        f"{_NODES}.data_analyst:DATA_ANALYST",
        f"{_NODES}.storywriter:STORYWRITER_OUTLINE",
        f"{_NODES}.storywriter:STORYWRITER",
        f"{_NODES}.storywriter:STORYWRITER_CRITIQUE",
        f"{_NODES}.visualizer:VISUALIZER",
        f"{_NODES}.editor:EDITOR",
        f"{_NODES}.shape_editor:SHAPE_EDITOR",
    ),
    verbs={
        "edit": Verb(
            form='edit RUN|deck.pptx "slide 3: …"',
            summary="change slides of a deck, as a new version; all others stay as they are.",
            spells="kasen.teams.slides.verbs:edit",
        ),
        "restore": Verb(
            form="restore RUN N",
            summary="take a deck back to version N, as a new version.",
            spells="kasen.teams.slides.verbs:restore",
        ),
    },
    limits=Limits(steps=100, target_s=240.0, maximum_s=1200.0),
    web=True,
    draws=True,
    expected={
        "deck": _DECK,
        "edit": {
            "editor": Expected(calls=(0, 3), input_tokens=(1500, 12000), output_tokens=(150, 1500)),
            "shape_editor": Expected(calls=(0, 4), input_tokens=(900, 14000), output_tokens=(80, 1500)),
        },
    },
)

"""Minutes: decisions and tasks out of the notes of a meeting."""

from kasen.team import Expected, Limits, Team

TEAM = Team(
    name="minutes",
    summary="Turns notes of a meeting into decisions and tasks, each held against the line that it rests on.",
    summary_ja="会議のメモから決定と担当を取り出し、もとの行と突き合わせる。",
    request="kasen_minutes.schemas:Request",
    result="kasen_minutes.schemas:Result",
    modes={"minutes": "kasen_minutes.graph:build"},
    default_mode="minutes",
    roles=("kasen_minutes.nodes.decisions:DECISIONS", "kasen_minutes.nodes.tasks:TASKS"),
    limits=Limits(usd=0.50, steps=20),
    expected={
        "minutes": {
            "decisions": Expected(calls=(1, 2), input_tokens=(300, 6000), output_tokens=(50, 1500)),
            "tasks": Expected(calls=(1, 2), input_tokens=(300, 6000), output_tokens=(50, 1500)),
        }
    },
)

"""Desk: whom a message in a conversation is for. It talks, asks back, or names the team that shall work."""

from kasen.team import Expected, Limits, Team

TEAM = Team(
    name="desk",
    summary="Talks with you until it is clear what you want, then hands it to the team that makes it.",
    summary_ja="何を作るかが決まるまで話を聞き、それを作るチームに渡す。",
    request="kasen.teams.desk.schemas:Request",
    result="kasen.teams.desk.schemas:Result",
    modes={"talk": "kasen.teams.desk.graphs.talk:build"},
    default_mode="talk",
    roles=("kasen.teams.desk.nodes.coordinator:COORDINATOR",),
    limits=Limits(steps=10, target_s=20.0, maximum_s=90.0),
    expected={
        "talk": {"coordinator": Expected(calls=(1, 1), input_tokens=(700, 6000), output_tokens=(30, 300))},
    },
    internal=True,
)

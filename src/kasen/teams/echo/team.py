"""Echo: the smallest complete team, and the template for new ones."""

from kasen.team import Limits, Team

TEAM = Team(
    name="echo",
    summary="Says back what you said, in parts and in order: a small real team to copy and to test with.",
    summary_ja="言われたことを分けて順に言い返す、雛形と試験のための小さなチーム。",
    request="kasen.teams.echo.schemas:Request",
    result="kasen.teams.echo.schemas:Result",
    modes={"echo": "kasen.teams.echo.graphs.echo:build"},
    default_mode="echo",
    roles=(
        "kasen.teams.echo.nodes.planner:PLANNER",
        "kasen.teams.echo.nodes.worker:WORKER",
        "kasen.teams.echo.nodes.writer:WRITER",
    ),
    limits=Limits(steps=40),
    internal=True,
)

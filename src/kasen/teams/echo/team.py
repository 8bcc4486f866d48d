"""Echo: the smallest complete team, and the template for new ones."""

from kasen.team import Expected, Limits, Team

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
    expected={
        "echo": {
            "planner": Expected(calls=(1, 1), input_tokens=(100, 5000), output_tokens=(20, 5000)),
            "worker": Expected(calls=(1, 4), input_tokens=(100, 2500), output_tokens=(20, 2500)),
            "writer": Expected(calls=(1, 2), input_tokens=(100, 5000), output_tokens=(20, 5000)),
        }
    },
    internal=True,
)

"""Code: a requirement and a repository in; a branch that Claude Code and Codex built, reviewed and repaired out."""

from kasen.team import Limits, ModeWords, Team

TEAM = Team(
    name="code",
    summary="A reviewed branch, built by Claude Code and Codex agents under an orchestrator that is no model.",
    summary_ja="Claude Code と Codex のエージェントが作り、レビューしたブランチを返す。指揮するのはモデルではない。",
    request="kasen.teams.code.schemas.request:Request",
    result="kasen.teams.code.schemas.result:Result",
    modes={"workflow": "kasen.teams.code.graphs.workflow:build"},
    default_mode="workflow",
    mode_words={
        "workflow": ModeWords(
            "Workflow",
            "ワークフロー",
            "Agents build, review and repair in the phases of a workflow.",
            "ワークフローの段階に沿って、エージェントが作り、レビューし、直します。",
        )
    },
    limits=Limits(steps=1000),
    leaves="kasen.teams.code.leaving:leave",
    terminal_only=True,
)

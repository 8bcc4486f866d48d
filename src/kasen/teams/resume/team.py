"""Résumé: a .qmd or .md résumé, a role and a posting in; a scored review and a revision, edit by edit, out."""

from kasen.team import Limits, Team

_NODES = "kasen.teams.resume.nodes"

TEAM = Team(
    name="resume",
    summary="A scored review of your résumé by five critics, and a revision that invents nothing, edit by edit.",
    summary_ja="五人の批評家が履歴書・職務経歴書を採点し、事実を足さない改稿を一箇所ずつ示す。",
    request="kasen.teams.resume.schemas.request:Request",
    result="kasen.teams.resume.schemas.result:Result",
    modes={"review": "kasen.teams.resume.graphs.review:build"},
    default_mode="review",
    roles=(
        f"{_NODES}.recruiter:RECRUITER",
        f"{_NODES}.tech_writer:TECH_WRITER",
        f"{_NODES}.copywriter:COPYWRITER",
        f"{_NODES}.ux_designer:UX_DESIGNER",
        f"{_NODES}.visual_designer:VISUAL_DESIGNER",
        f"{_NODES}.posting_matcher:POSTING_MATCHER",
        f"{_NODES}.portfolio_ranker:PORTFOLIO_RANKER",
        f"{_NODES}.revisor:REVISOR",
        f"{_NODES}.judge:JUDGE",
    ),
    limits=Limits(steps=100, target_s=180.0, maximum_s=600.0),
)

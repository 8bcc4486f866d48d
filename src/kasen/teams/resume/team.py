"""Résumé: a .qmd or .md résumé, a role and a posting in; a scored review and a revision, edit by edit, out."""

from kasen.team import Expected, Limits, ModeWords, Team

_NODES = "kasen.teams.resume.nodes"

# Prompts measured on `examples/resume` by `estimate_tokens`, with a posting; pictures cost about 1,500 tokens each and
# the designers are shown up to eight. The most is three rounds, of which each may be within the margin of the threshold
# and then takes three looks. Longest answers are assumptions.
_CRITIC = Expected(calls=(1, 9), input_tokens=(2200, 6000), output_tokens=(500, 1800))
_REVIEW = {
    "recruiter": _CRITIC,
    "tech_writer": _CRITIC,
    "copywriter": _CRITIC,
    "ux_designer": Expected(calls=(1, 9), input_tokens=(2200, 16000), output_tokens=(500, 1800)),
    "visual_designer": Expected(calls=(0, 9), input_tokens=(2000, 16000), output_tokens=(400, 1500)),
    "posting_matcher": Expected(calls=(0, 1), input_tokens=(1800, 9000), output_tokens=(400, 2500)),
    "portfolio_ranker": Expected(calls=(0, 1), input_tokens=(900, 12000), output_tokens=(200, 1500)),
    "revisor": Expected(calls=(1, 8), input_tokens=(2500, 8000), output_tokens=(400, 3000)),
    "judge": Expected(calls=(0, 2), input_tokens=(2500, 8000), output_tokens=(40, 150)),
}

TEAM = Team(
    name="resume",
    summary="A scored review of your résumé by five critics, and a revision that invents nothing, edit by edit.",
    summary_ja="五人の批評家が履歴書・職務経歴書を採点し、事実を足さない改稿を一箇所ずつ示す。",
    request="kasen.teams.resume.schemas.request:Request",
    result="kasen.teams.resume.schemas.result:Result",
    modes={"review": "kasen.teams.resume.graphs.review:build"},
    default_mode="review",
    mode_words={
        "review": ModeWords(
            "Review",
            "添削",
            "Five critics score it; what they find is revised, edit by edit.",
            "五人の批評家が採点し、指摘を一箇所ずつ改稿に生かします。",
        )
    },
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
    expected={"review": _REVIEW},
)

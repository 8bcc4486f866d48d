from __future__ import annotations

from kasen.teams.code.board.shown import AgentShown, Board, GateShown, PhaseShown, TaskShown
from kasen.teams.code.messages import Finding

BOARD = Board(
    run_id="01M81DZTZQFQWPM123SJ4SQ19T",
    phase="implementation",
    phases=(PhaseShown(id="implementation", state="going_on", round=2),),
    agents=(AgentShown(id="coder-1", role="coder", program="codex", state="working", lease_s=88.5),),
    tasks=(TaskShown(id="T1", phase="implementation", role="coder", kind="work", state="claimed", title="税"),),
    gates=(GateShown(name="reviewer-security", verdict="FAIL", blocking=2),),
    findings=(Finding(id="f-1", file="a.py", issue="税率が古い"),),
    files={"coder-1": ("src/**",)},
)


def test_a_board_is_read_as_it_was_written_also_by_who_knows_less() -> None:
    text = BOARD.model_dump_json()
    assert Board.model_validate_json(text) == BOARD
    newer = text.replace('"phase":', '"something_new":1,"phase":', 1)
    assert Board.model_validate_json(newer) == BOARD

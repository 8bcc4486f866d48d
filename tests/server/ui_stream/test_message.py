from __future__ import annotations

from kasen.server.ui_stream import chunks as c
from kasen.server.ui_stream.message import message_of


def test_words_are_joined_and_closed() -> None:
    given = [c.TextStart(id="a"), c.TextDelta(id="a", delta="茶"), c.TextDelta(id="a", delta="摘み"), c.TextEnd(id="a")]
    assert message_of("m", given) == {
        "id": "m",
        "role": "assistant",
        "parts": [{"type": "text", "text": "茶摘み", "state": "done"}],
    }


def test_data_of_one_id_is_replaced_in_its_place_and_transient_data_is_nowhere() -> None:
    given = [
        c.Data(type="data-plan", id="p", data=1),
        c.Data(type="data-x", data=1),
        c.Data(type="data-x", data=2),
        c.Data(type="data-plan", id="p", data=2),
        c.Data(type="data-y", id="p", data=3, transient=True),
    ]
    assert [(part["type"], part["data"]) for part in message_of("m", given)["parts"]] == [
        ("data-plan", 2),
        ("data-x", 1),
        ("data-x", 2),
    ]


def test_a_call_goes_from_asked_to_answered() -> None:
    ask = [c.ToolInput(tool_call_id="t", tool_name="n", input=1), c.ApprovalRequest(approval_id="t", tool_call_id="t")]
    states = [
        message_of("m", [*ask, *more])["parts"][0]["state"]
        for more in (
            [],
            [c.ToolOutput(tool_call_id="t", output=2)],
            [c.ToolDenied(tool_call_id="t")],
            [c.ToolError(tool_call_id="t", error_text="no")],
        )
    ]
    assert states == ["approval-requested", "output-available", "output-denied", "output-error"]


def test_what_is_for_the_connection_only_is_no_part() -> None:
    given = [c.Start(message_id="m"), c.Abort(), c.ErrorChunk(error_text="x"), c.FinishChunk(finish_reason="stop")]
    assert message_of("m", given)["parts"] == []

from __future__ import annotations

import json
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import BaseModel, ValidationError

from kasen.server.ui_stream import chunks as c


def wire(chunk: c.Chunk) -> dict[str, object]:
    text = c.frame(chunk)
    assert text.startswith("data: ")
    assert text.endswith("\n\n")
    assert "\n" not in text[6:-2]
    found: dict[str, object] = json.loads(text[6:])
    return found


def test_names_are_those_of_the_protocol() -> None:
    assert wire(c.Start(message_id="m")) == {"type": "start", "messageId": "m"}
    assert wire(c.ApprovalRequest(approval_id="a", tool_call_id="t")) == {
        "type": "tool-approval-request",
        "approvalId": "a",
        "toolCallId": "t",
    }
    assert wire(c.FinishChunk(finish_reason="tool-calls")) == {"type": "finish", "finishReason": "tool-calls"}
    assert wire(c.ErrorChunk(error_text="no")) == {"type": "error", "errorText": "no"}
    assert wire(c.Abort()) == {"type": "abort"}


def test_what_is_not_given_is_absent_and_what_is_required_is_there_as_null() -> None:
    assert wire(c.SourceUrl(source_id="s", url="https://example.org/")).keys() == {"type", "sourceId", "url"}
    assert wire(c.TextEnd(id="t")) == {"type": "text-end", "id": "t"}
    assert wire(c.ToolInput(tool_call_id="t", tool_name="n", input=None))["input"] is None
    assert wire(c.ToolOutput(tool_call_id="t", output=None))["output"] is None
    assert wire(c.Data(type="data-score", data=None)) == {"type": "data-score", "data": None}


def test_values_that_json_does_not_have_are_null_and_never_break_the_stream() -> None:
    data = {"a": math.nan, "b": [math.inf, -math.inf], 3: (1, 2), "c": "\ud800x", "d": object}
    found = wire(c.Data(type="data-x", data=data))["data"]
    assert isinstance(found, dict)
    assert (found["a"], found["b"], found["3"], found["c"]) == (None, [None, None], [1, 2], "?x")


def test_models_and_line_ends_in_data_stay_on_one_line() -> None:
    class One(BaseModel):
        text: str

    assert wire(c.Data(type="data-x", data=One(text="a\r\nb\u2028c")))["data"] == {"text": "a\r\nb\u2028c"}


@given(
    st.recursive(
        st.none() | st.booleans() | st.floats() | st.text(), lambda x: st.lists(x) | st.dictionaries(st.text(), x)
    )
)
def test_any_value_becomes_json(value: object) -> None:
    text = c.frame(c.Data(type="data-x", data=value))
    assert json.loads(text[6:], parse_constant=lambda name: pytest.fail(name))["type"] == "data-x"


def test_a_chunk_has_no_field_of_its_own_making() -> None:
    with pytest.raises(ValidationError):
        c.TextDelta(id="a", delta="b", extra=1)  # type: ignore[call-arg]
    with pytest.raises(ValidationError):
        c.Data(type="mine", data=1)


def test_several_chunks_are_one_write() -> None:
    assert c.frames([c.Abort(), c.Abort()]) == b'data: {"type":"abort"}\n\n' * 2

from __future__ import annotations

from google.genai import types

from kasen.models.google.client import usage_of, word
from kasen.models.role import Usage


def test_what_tools_read_is_input_and_what_was_thought_is_output() -> None:
    said = types.GenerateContentResponseUsageMetadata(
        prompt_token_count=100,
        tool_use_prompt_token_count=40,
        cached_content_token_count=60,
        candidates_token_count=20,
        thoughts_token_count=7,
    )
    expected = Usage(input_tokens=140, cached_tokens=60, output_tokens=27, reasoning_tokens=7)
    assert usage_of(said) == expected
    assert usage_of(None) == Usage()


def test_words_of_the_service_come_out_as_it_wrote_them() -> None:
    assert word(types.FinishReason.MAX_TOKENS) == "MAX_TOKENS"
    assert word(None) == ""

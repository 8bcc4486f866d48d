"""Fake providers on loopback that speak the real wire formats: OpenAI, Anthropic, Gemini, Ollama, Tavily and others.

`async with serving() as fake:` starts them on one port, `fake.access()` points Kasen at them, `fake.answer(…)` and
`fake.fault(…)` say what they do, `fake.calls` shows what they received. `python -m kasen.testing.providers` starts them
by themselves, for any client program.
"""

from __future__ import annotations

from kasen.testing.providers.fake import Call, Fake
from kasen.testing.providers.faults import FAULTS, Fault
from kasen.testing.providers.png import png
from kasen.testing.providers.reply import Grounding, Reply
from kasen.testing.providers.server import serving, serving_in_thread

__all__ = ["FAULTS", "Call", "Fake", "Fault", "Grounding", "Reply", "png", "serving", "serving_in_thread"]

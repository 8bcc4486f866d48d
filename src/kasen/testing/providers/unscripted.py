"""What the fake answers when nothing is queued: always valid, so that any client program runs."""

from __future__ import annotations

import json

from kasen.testing.providers import tavily
from kasen.testing.providers.png import png
from kasen.testing.providers.reply import Grounding, Reply
from kasen.testing.providers.smallest import smallest
from kasen.testing.providers.wire import Asked

TEXT = "これは試験用の返事です。This is a reply of the fake provider."


def reply_to(asked: Asked) -> Reply:
    """The smallest value of the schema that is asked for; else a sentence, a picture, search results."""
    if asked.provider == "tavily":
        return tavily.unscripted(asked)
    if asked.schema is not None:
        return Reply(text=json.dumps(smallest(asked.schema), ensure_ascii=False))
    if asked.pictures_wanted:
        return Reply(images=(png(colour=(200, 200, 200)), png(colour=(asked.number % 256, 94, 74))))
    return Reply(text=TEXT, grounding=Grounding(queries=(asked.prompt[-40:],)) if asked.searches else None)

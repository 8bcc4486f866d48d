"""Sentences that speak to the model that reads them: orders are no evidence, whatever stands in them.

A fence tells a model so; this holds when the model does not listen. It knows usual forms of such orders in Japanese and
English, not all that there can be: what it misses is a statement of its page, cited as such, and nothing more.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

_WHO = r"(?:(?:(?:AI|language) )?(?:model|assistant)|AI|LLM|chatbot|crawlers?|verifier|evaluator|summarizer|GPT)"
_RULES = r"(?:instructions?|rules|prompts?|guidelines|orders)"
_BEFORE = r"(?:previous|prior|earlier|preceding|above|foregoing|system)"
_OUTPUT = r"(?:answer|report|response|reply|summary|output|title|finding|paragraph|statement)s?"
_DO = r"(?:write|state|cite|mention|name|add|put|insert|embed|include|copy|praise|recommend|mark)"
_LEAD = r"(?:(?:please|now|then|also|always|just|kindly|you (?:must|should|have to|are to|shall)) )*"
_START = rf"(?:^\W*|[.!?:;] |\bK\d\dQ |\]\s){_LEAD}"
"""Where an order begins; what stands after a subject (`the authors mention …`) is none."""
_CLAUSE = rf"(?:{_START}|(?:, |\band |\bthen ){_LEAD})"
_EN = (
    rf"{_CLAUSE}(?:ignore|disregard|forget|override|bypass)\b(?: all| any| every| of| the| these| your)*"
    rf" (?:(?:(?<=all )|(?<=your )|(?:your )?{_BEFORE} ){_RULES}|{_RULES} above|(?<=the )question)\b",
    rf"(?<!my )\b(?:dear|attention|hey),? (?:AI |language )*{_WHO}\s*[,:!]",
    rf"^\W*(?:\w+ )?(?:orders?|instructions|message|note|comment) (?:to|for) (?:the |all |any )?{_WHO}\b[^.:]{{0,20}}:",
    r"\bas an? (?:AI|LLM|language model|chatbot)\b[^.!?]{0,20}\byou (?:must|should|will|are)\b",
    rf"\bas the {_WHO}\b[^.!?]{{0,20}}\byou (?:must|should|will|are to) (?:mark|answer|rule|judge) "
    r"(?:every (?:statement|claim)|all (?:statements|claims)|sufficient|yes|no)\b",
    rf"\b{_WHO}\b[^.!?]{{0,60}}\b(?:page orders you to|that reads this must)\b",
    rf"\byour {_OUTPUT} (?:must|should|has to|have to|shall) (?:(?:state|say|read) ?[:\"“]|name|praise|recommend)",
    rf"{_CLAUSE}{_DO}\b[^.!?]{{0,80}}\b(?:in|into|to|at the end of|as the only source of) your {_OUTPUT}\b",
    rf"{_START}{_DO}\b[^.!?]{{0,80}}\b(?:in|into|to|at the end of) (?:the|each|every) {_OUTPUT}\b",
    rf"\bas the only source of every {_OUTPUT}\b|\bcopy what it says into the {_OUTPUT}\b",
    rf"(?:{_CLAUSE}|\bmust )(?:cite|recommend) http",
    r"^\W*(?:system|assistant|developer) ?: ?(?:new (?:policy|rules?|task|orders?|instructions?)|you\b|your\b|ignore\b"
    rf"|the {_OUTPUT} |\{{)",
    r"\bsufficient ?= ?true\b|\bevidence ids e\d|\binstructions?\b[^.]*:[^.]*, write it\W*$",
    r"^\W*(?:answer|reply) in HTML\b|^\W*you are free now\b[^,]{0,12}$",
)
_LABEL_JA = r"(?:の)?(?:新しい)?(?:指示|命令|お願い)?\s?(?:\([^)]{0,20}\))?\s?:"
_JA = (
    r"(?:指示|命令|規則|ルール|プロンプト)を(?:すべて|全て)?"
    r"(?:(?:無視|破棄)(?:せよ|しろ|しなさい|してください|すること)|忘れ(?:ろ|よ|なさい|てください|ること)"
    r"|(?:無視|破棄)して?[^。]{0,60}(?:なさい|せよ|ください|書け|答えよ))",
    rf"(?:AI|人工知能|モデル|アシスタント|検証役|評価役)\s?(?:へ|に対する){_LABEL_JA}",
    r"(?:報告書?|回答(?!用紙|者|欄|書)|要約|出力|題名|見出し|各項目|冒頭)[^。]{0,40}"
    r"(?:(?:書き|入れ|付け|加え|載せ|称え|引用し)なさい|とせよ|入れよ|加えよ)",
    r"(?:出力|題名)[^。]{0,40}(?:とすること|入れること|書くこと|称えること)|回答[^。]{0,40}(?:返すこと|称えること)"
    r"|(?:報告書?|要約)には?必ず[^。]{0,30}の名を入れること|各項目に[^。を]{1,20}と書くこと",
    r"と(?:書き|答え|判定し)なさい|称え(?:なさい|ること[。.]?$)|と書け(?:\W*$|\.html)|リンクを(?:加えよ|付けなさい)",
    r"https?://\S+\s?を(?:引用せよ|開いて[^。]{0,40}なさい)|出典を\s?https?://\S+\s?とすること",
    r"^\W*(?:システム|アシスタント) ?: ?(?:方針|指示|命令|新しい|あなた)|方針が変わりました\(",
)
_MARKS = (
    r"<\s*/?\s*outside\b|<\s*\|\s*im_(?:start|end)|\[/?INST\]|<\s*/?\s*(?:system|assistant|tool_call)\s*>",
    r"\"(?:findings|excerpts|evidence)\"\s*:",
    r"\]\(\s*javascript:",
)
_ORDERS = re.compile("|".join(f"(?:{one})" for one in (*_EN, *_JA, *_MARKS)), re.IGNORECASE | re.MULTILINE)


@lru_cache(maxsize=4096)  # runs over the same documents ask of the same sentences
def speaks_to_a_model(text: str) -> bool:
    """Whether a sentence gives an order to whoever writes a report from it, or plays a turn of a chat."""
    seen = "".join(char for char in text if unicodedata.category(char) != "Cf")
    return bool(_ORDERS.search(" ".join(unicodedata.normalize("NFKC", seen).split())))

"""Sentences that speak to the model that reads them: orders are no evidence, whatever stands in them.

A fence tells a model so; this holds when the model does not listen. It knows usual forms of such orders in Japanese and
English, not all that there can be: what it misses is a statement of its page, cited as such, and nothing more.
"""

from __future__ import annotations

import re
import unicodedata

_WHO = r"(?:AI|assistant|(?:language )?model|LLM|chatbot|crawlers?|verifier|evaluator|summarizer|GPT)"
_RULES = r"(?:instructions?|rules|prompts?|guidelines|orders)"
_OUTPUT = r"(?:answer|report|response|reply|summary|output|title|finding|paragraph|statement)s?"
_DO = r"(?:write|state|cite|mention|name|add|put|insert|embed|include|copy|praise|recommend|mark)"
_EN = (
    rf"\b(?:ignore|disregard|forget|override|bypass)\b[^.!?]{{0,40}}\b(?:{_RULES}|your|the question)\b",
    rf"\b(?:dear|attention|hey) (?:AI |language )*{_WHO}\b",
    rf"\b(?:orders?|instructions|message|note|comment) (?:to|for) (?:the |all |any )?{_WHO}\b",
    rf"\bas (?:the|an?) {_WHO}\b[^.!?]{{0,20}}\byou (?:must|should|will|are)\b",
    rf"\b{_WHO}\b[^.!?]{{0,60}}\b(?:orders you to|that reads this must)\b",
    rf"\byour {_OUTPUT} (?:must|should|has to|have to|shall)\b",
    rf"(?:^|[:;,.] |\band )[^.!?]{{0,30}}\b{_DO}\b[^.!?]{{0,80}}"
    rf"\b(?:in|into|to|at the end of|as the only source of) (?:your|the|each|every) {_OUTPUT}\b",
    r"\b(?:cite|recommend) https?://|\bcite http\b",
    r"^\W*(?:system|assistant|developer)\s*:",
    r"\bsufficient ?= ?true\b|\bnew instructions? (?:for|to)\b|\bevidence ids\b",
    rf"\b(?:answer|reply) in HTML\b|\byou are free now\b|, {_DO} it\W*$",
)
_JA = (
    r"(?:指示|命令|規則|ルール|プロンプト)を(?:すべて|全て)?(?:無視|忘れ|破棄)",
    r"(?:AI|人工知能|モデル|アシスタント|検証役|評価役)(?:へ|に対する)(?:の)?(?:新しい)?(?:指示|命令|お願い|[(（:：])",
    r"(?:報告書?|回答|要約|出力|題名|見出し|各項目|冒頭|出典)[^。]{0,40}"
    r"(?:なさい|せよ|入れよ|加えよ|入れること|書くこと|返すこと|とすること|称えること)",
    r"(?:書き|答え|称え|引用し|判定し|従い|写し|付け|入れ|加え)なさい|と書け(?![ばるま])|を引用せよ|リンクを加えよ",
    r"^\W*(?:システム|アシスタント|指示)[(:]",
    r"を称えること[。．]?$|方針が変わりました",
)
_MARKS = (
    r"<\s*/?\s*outside\b|<\s*\|\s*im_(?:start|end)|\[/?INST\]|<\s*/?\s*(?:system|assistant|tool_call)\s*>",
    r"\"(?:findings|excerpts|evidence)\"\s*:",
    r"\]\(\s*javascript:",
)
_ORDERS = re.compile("|".join(f"(?:{one})" for one in (*_EN, *_JA, *_MARKS)), re.IGNORECASE | re.MULTILINE)


def speaks_to_a_model(text: str) -> bool:
    """Whether a sentence gives an order to whoever writes a report from it, or plays a turn of a chat."""
    seen = "".join(char for char in text if unicodedata.category(char) != "Cf")
    return bool(_ORDERS.search(" ".join(unicodedata.normalize("NFKC", seen).split())))

"""What the desk says by itself."""

from __future__ import annotations

HELLO = {
    "ja": "こんにちは。何を作りましょうか。",
    "en": "Hello. What shall we make?",
}
THANKS = {"ja": "どういたしまして。続きがあれば、どうぞ。", "en": "You are welcome. Go on whenever you like."}
CAN = {"ja": "できることは次のとおりです。", "en": "This is what can be done here:"}
ASK_WHAT = {
    "ja": "もう少し教えてください。何について、何が欲しいですか。"
    "たとえば「〜について調べて」「〜のスライドを作って」のように書いてください。",
    "en": "Please say a little more: what is it about, and what would you like to have? "
    "For example “find out why …” or “make slides about …”.",
}
ASK_SUBJECT = {
    "ja": "何についてのスライドにしますか。資料や表があれば、いっしょに送ってください。",
    "en": "What shall the slides be about? If you have documents or tables, send them along.",
}
ASK_FILE = {
    "ja": "ファイルを送ってください（{forms}）。届きしだい始めます。",
    "en": "Please send the file ({forms}); then it can begin.",
}
ASK_FILES = {
    "ja": "ファイルを受け取りました。これで何をしましょうか。",
    "en": "The files are here. What shall be done with them?",
}
NOBODY = {"ja": "いま頼めるチームがありません。", "en": "There is no team that could do it at the moment."}
OFF = {
    "research": {"ja": "調べて報告書にまとめます。", "en": "This will be looked into; a report with sources follows."},
    "slides": {"ja": "スライドを作ります。", "en": "The slides are being made."},
    "resume": {"ja": "書類を確認します。", "en": "The résumé is being reviewed."},
}
OFF_ANY = {"ja": "{team} に渡します。", "en": "Handing it to {team}."}
AGAIN = {"ja": "前の結果をもとに進めます。", "en": "Going on from the last result."}


def said(words: dict[str, str], lang: str, **fields: str) -> str:
    """The sentence in that language."""
    return words["ja" if lang == "ja" else "en"].format(**fields)


def handing_off(team: str, lang: str) -> str:
    """What is said when a team begins."""
    return said(OFF.get(team, OFF_ANY), lang, team=team)

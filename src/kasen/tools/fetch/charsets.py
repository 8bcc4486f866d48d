"""Bytes of a page to text: by BOM, by what the server and the page declare, and by what the bytes look like."""

from __future__ import annotations

import re

from kasen.knowledge.formats.text import decode

_META = re.compile(rb"""<meta\b[^>]{0,300}?charset\s*=\s*["']?\s*([\w.:-]{1,40})""", re.IGNORECASE)
_XML = re.compile(rb"""\A\s*<\?xml[^>]{0,200}?encoding\s*=\s*["']([\w.:-]{1,40})""", re.IGNORECASE)
_HEAD = 4096
_SPOILT = 0.005
"""Share of characters that may be unreadable in a charset that is declared: one bad byte does not spoil a page."""
_BOMS = (b"\xef\xbb\xbf", b"\xff\xfe", b"\xfe\xff")

# Labels as browsers read them (WHATWG Encoding §4.2): the older name means the wider charset. Labels that are not here
# are not believed: Python also knows codecs that are no charsets of pages and slow on purpose-made input.
_LABELS = {
    "utf-8": "utf-8 utf8 unicode-1-1-utf-8",
    "cp932": "shift_jis shift-jis sjis x-sjis ms_kanji windows-31j ms932 cp932",
    "euc_jp": "euc-jp eucjp x-euc-jp",
    "iso2022_jp_ext": "iso-2022-jp csiso2022jp",
    "gb18030": "gb2312 gbk gb18030 x-gbk chinese gb_2312-80",
    "big5hkscs": "big5 big5-hkscs x-x-big5",
    "cp949": "euc-kr ks_c_5601-1987 korean windows-949",
    "cp1252": "iso-8859-1 latin1 l1 ascii us-ascii windows-1252 cp1252 iso8859-1",
    "iso8859_2": "iso-8859-2 latin2",
    "iso8859_15": "iso-8859-15 latin9",
    "cp1250": "windows-1250",
    "cp1251": "windows-1251 cp1251",
    "cp1253": "windows-1253",
    "cp1254": "windows-1254 iso-8859-9 latin5",
    "cp1255": "windows-1255 iso-8859-8",
    "cp1256": "windows-1256 iso-8859-6",
    "iso8859_7": "iso-8859-7 greek",
    "koi8_r": "koi8-r koi8",
    "koi8_u": "koi8-u",
    "cp874": "windows-874 tis-620 iso-8859-11",
}
_CODECS = {label: codec for codec, labels in _LABELS.items() for label in labels.split()}
_VAGUE = "cp1252"
"""What servers say of pages they know nothing about; a page's own word goes before it."""


def decode_page(data: bytes, declared: str = "") -> str:
    r"""The text of a page; `declared` is the charset of the Content-Type. Line ends become `\n`.

    Raises Unreadable for bytes that are no text.
    """
    if not data.startswith(_BOMS) and not _is(data, "utf-8"):
        named = [_CODECS.get(label.lower(), "") for label in (declared, _meta(data))]
        if named[0] == _VAGUE:
            named.reverse()
        for codec in filter(None, named):
            text = _leniently(data, codec)
            if text is not None:
                return text.replace("\r\n", "\n").replace("\r", "\n").replace("\x00", "")
    return decode(data)


def _meta(data: bytes) -> str:
    head = data[:_HEAD]
    found = _META.search(head) or _XML.search(head)
    return found[1].decode("ascii") if found else ""


def _is(data: bytes, codec: str) -> bool:
    try:
        data.decode(codec)
    except UnicodeDecodeError:
        return False
    return True


def _leniently(data: bytes, codec: str) -> str | None:
    text = data.decode(codec, "replace")
    return text if text.count("\ufffd") <= len(text) * _SPOILT else None

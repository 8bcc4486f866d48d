"""Words that say which way things go, each with those that say the opposite, in Japanese and English together."""

from __future__ import annotations

import re

_PAIRS = (
    (
        "増加 増え 増や 増大 増し 上昇 伸び 伸長 拡大 上がっ 上がり 上がる 高ま 急増 "
        "increas* rise rises risen rising rose grow grew grows grown growing growth climb* expand* raise raises raised",
        "減少 減っ 減り 減ら 減る 低下 下落 縮小 下がっ 下がり 下がる 落ち込 激減 半減 衰え 衰退 "
        "decreas* fell falls fallen falling declin* dropp* shrink* shrank shrunk reduc* lowers lowered",
    ),
    ("以上", "以下 未満"),
    ("上回 超え 超過 more exceed* above over~", "下回 未満 less fewer below under~"),
    ("多い 多く 多かっ", "少ない 少なく 少なかっ"),
    ("高い 高く 高かっ 高温 higher highest high", "低い 低く 低かっ 低温 lower lowest low"),
    ("長い 長く 長かっ 長時間 longer longest long", "短い 短く 短かっ 短時間 shorter shortest short"),
    ("最大 最多 最高 largest biggest greatest most highest", "最小 最少 最低 smallest least lowest fewest"),
    ("最古 oldest", "最新 newest latest"),
    ("早い 早く 早かっ earlier earliest early", "遅い 遅く 遅かっ later latest late"),
    ("輸出 export*", "輸入 import imports imported importing importer*"),
    ("以前 before", "以後 以降 after"),
    ("前半 first~half", "後半 second~half"),
    ("上流 upstream", "下流 downstream"),
    ("成功 succe*", "失敗 fail*"),
    ("開始 始ま 始め began begin* start*", "終了 終わ ended ends ending"),
    ("有害 harmful", "無害 harmless"),
    ("可能 possible", "不可能 impossible"),
    ("賛成 支持 support* favour* favor*", "反対 oppos*"),
    ("強い 強く 強ま stronger strong strengthen*", "弱い 弱く 弱ま weaker weak weaken*"),
    ("熱い 熱湯 暑い hot hotter hottest", "冷たい 冷水 寒い cold colder coldest"),
    ("北部 northern north", "南部 southern south"),
    ("東部 eastern east", "西部 western west"),
    ("at~least 少なくとも", "at~most 多くとも"),
    ("緩やか slow* gradual*", "急激 急速 rapid* sharp* quick* fast faster fastest"),
    ("禁止 禁じ 禁止され ban banned prohibit* forbid* forbad* forbidden", "許可 許し 許す 認め 解禁 allow* permit*"),
    ("近い 近く 近か near nearby close", "遠い 遠く 遠か far distant"),
    ("黒字 surplus*", "赤字 deficit*"),
    ("開通 開業 開館 開店 opened opens", "閉鎖 廃止 閉館 閉店 closed closes"),
    ("誕生 生まれ born", "死去 死亡 亡くな died dies death"),
    ("合法 legal", "違法 illegal"),
    ("安全 safe", "危険 unsafe dangerous"),
    ("可決 承認 approv*", "否決 却下 reject*"),
    ("肯定 affirm*", "否定 deny denied denies"),
)


def _alternatives(words: str) -> re.Pattern[str]:
    parts = []
    for word in words.split():
        if word.isascii():
            body = re.escape(word.rstrip("*~")).replace("\\~", r"\s").replace("~", r"\s")
            tail = "[a-z]*" if word.endswith("*") else r"(?=\s\d)" if word.endswith("~") else ""
            parts.append(rf"(?<![a-z]){body}{tail}(?![a-z])")
        else:
            parts.append(rf"(?<!不){word}" if word == "可能" else word)
    return re.compile("|".join(parts))


_DIRECTIONS = tuple((_alternatives(one), _alternatives(other)) for one, other in _PAIRS)


_UP = "多高強大"
_MEASURED = (
    re.compile(r"\b(?P<way>more|greater|higher|larger|less|fewer|lower|smaller) (?P<what>[a-z]{3,30})"),
    re.compile(r"(?P<what>[一-龥ァ-ヴー]{2,12})(?:の量)?[がはも](?P<way>[多高強大少低弱小])"),
)
_ENGLISH_UP = frozenset({"more", "greater", "higher", "larger"})
_ROUTE = (
    (re.compile(r"\b([a-z]{3,30}) into (?:the )?([a-z]{3,30})"), r"\b{1} into (?:\w+ ){{0,2}}?{0}\b"),
    (
        re.compile(r"([一-龥ァ-ヴー]{2,12})[がを]([一-龥ァ-ヴー]{2,12})に(?:変|な)"),
        "{1}[がを][^、。]{{0,8}}?{0}に(?:変|な)",
    ),
    (re.compile(r"\bfrom ([a-z]{3,30}) to (?:the )?([a-z]{3,30})"), r"\bfrom (?:the )?{1} to (?:\w+ ){{0,4}}?{0}\b"),
    (
        re.compile(r"([一-龥ァ-ヴー]{2,12})から(?:[^、。]{0,8}?の)?([一-龥ァ-ヴー]{2,12})(?:へ|に|まで)"),
        "{1}から(?:[^、。]{{0,8}}?の)?[^、。]{{0,8}}?{0}(?:の[^、。]{{0,6}}?)?(?:へ|に|まで)",
    ),
)


def turned_round(claim: str, said: str) -> tuple[str, str] | None:
    """More of what `said` has less of, or a way there that is the way back; both texts folded."""
    ways, theirs = _measured(claim), _measured(said)
    for (what, up), words in ways.items():
        if (what, up) not in theirs and (what, not up) in theirs:
            return words, theirs[what, not up]
    for pattern, back in _ROUTE:
        for start, end in pattern.findall(claim):
            there, return_ = (back.format(re.escape(a), re.escape(b)) for a, b in ((end, start), (start, end)))
            if not re.search(there, said) and (found := re.search(return_, said)):
                return f"{start} → {end}", found.group()
    return None


def _measured(text: str) -> dict[tuple[str, bool], str]:
    found = {}
    for pattern in _MEASURED:
        for match in pattern.finditer(text):
            way = match["way"]
            found[match["what"], way in _ENGLISH_UP or way in _UP] = match.group()
    return found


def opposite(claim: str, said: str) -> tuple[str, str] | None:
    """A word of `claim` and the opposite word in `said`, when `said` holds only the opposite; both texts folded."""
    for one, other in _DIRECTIONS:
        for here, there in ((one, other), (other, one)):
            word = here.search(claim)
            if word is None or there.search(claim) or here.search(said):
                continue
            if against := there.search(said):
                return word.group(), against.group()
    return None


_UP_JA = "増|上[昇がげ回]|高(?![校速齢級層])|多[いくか]|伸び|拡大|値上|引き上げ"
_DOWN_JA = "減|低下|下[落がげ回]|低[いくか]|安(?![全定心])|少な|縮小|落ち込|値下|引き下げ"
_AFTER_JA = re.compile(
    rf"\s?(?:[もがを]|の|ほど|程度|近く|余り|以上|だけ|ずつ|分)?(?:(?P<up>{_UP_JA})|(?P<down>{_DOWN_JA}))"
)
_UP_EN = "rose|risen|rises?|rising|grew|grown|grows?|increase[ds]?|increasing|climbed|jumped|gained|soared|up"
_DOWN_EN = "fell|fallen|falls?|falling|dropped|drops?|declined?|decreased?|shrank|lost|shed|cut|reduced|down"
_BEFORE_EN = re.compile(
    rf"(?<![a-z])(?:(?P<up>{_UP_EN})|(?P<down>{_DOWN_EN}))"
    r"\s(?:(?:by|of|about|around|roughly|some|nearly|almost|over|a|an|another|more\sthan|only|just)\s)*$"
)
_AFTER_EN = re.compile(
    r"\s(?:(?P<up>more|higher|larger|greater|longer|heavier|faster|above|up|increase|rise|gain|growth)"
    r"|(?P<down>fewer|less|lower|smaller|shorter|lighter|slower|below|down|decrease|decline|drop|fall|cut|loss|reduction))"
    r"(?![a-z])"
)
_BACK = 40


def way_of_figure(folded: str, span: tuple[int, int]) -> bool | None:
    """Which way a figure is said to go, up (`True`) or down: `12%増`, *fell by 12 percent*, *12 percent more*."""
    start, end = span
    for found in (
        _AFTER_JA.match(folded, end),
        _BEFORE_EN.search(folded[max(0, start - _BACK) : start]),
        _AFTER_EN.match(folded, end),
    ):
        if found:
            return found["up"] is not None
    return None


_RECOVERING = _alternatives("回復 復活 好転 よみがえ 戻っ 戻り 戻る 持ち直 recover* rebound* reviv* restor* return*")
_LOST = _alternatives("干上が 消滅 消え 失わ 悪化 減退 drie* dry drying dwindl* vanish* disappear* loss lost worse*")


def ways(text: str) -> set[bool]:
    """The ways that things go in a folded text: up (`True`), with what recovers, and down, with what is lost."""
    (up, down), *_ = _DIRECTIONS
    found = {True: (up, _RECOVERING), False: (down, _LOST)}
    return {way for way, words in found.items() if any(one.search(text) for one in words)}

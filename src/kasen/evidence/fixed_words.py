"""Japanese words and names that are written with numerals and count nothing: 八百屋, 四万十, 五十嵐.

Those with one numeral character are among them where a known unit follows (万年筆): else it is read as no number.
What is a day, a year or an age too (二十日, 四十九日, 二十歳) is not among them.
"""

from __future__ import annotations

import re

_WORDS = """
八百屋 八百長 八百万の神 八百万神 八百津 八百比丘尼 八百八町 八百八橋 八百板 八百富 八百幸 八百半 八百善 嘘/八百
四百四病 五百旗頭 五百蔵
五百羅漢 三百代言 六百番歌合 二百三高地 百五銀行 百十銀行 百十四銀行 百五十銀行 百八煩悩
四万十 四万温泉 四万川 一万田 アルプス/一万尺 五万とある 五万といる 億万長者 百万遍 百万塔陀羅尼 十万億土
海底/二万里 四十万谷
千万無量 笑止/千万 迷惑/千万 遺憾/千万 無念/千万 不届き/千万 卑怯/千万 奇怪/千万 残念/千万 失礼/千万 無礼/千万 千万町
三千院 三千代 八千代 八千草 八千穂 八千矛 三千世界 三千大千世界 母をたずねて/三千里 千一夜 百千鳥
五十嵐 五十鈴 五十音 五十肩 五十路 五十川 五十里湖 五十里ダム 五十猛 五十崎 五十子 五十海 五十公野 五十歩百歩 五十三次
山本/五十六 直木/三十五 怪人/二十面相 三十路 三十三間堂 三十三観音 三十六計 三十六歌仙 三十六景 三十一文字 三十石船
三十番神
四十路 四十肩 四十腕 四十雀 四十物 四十九院 四十七士 四十八手 四十川 四十万町 四十谷
二十重 二十四の瞳 二十四節気 二十四孝 二十日鼠 二十日大根 廿日市 二十日市 二十八宿 二十六聖人 二十三夜 二十六夜
十二単 十二支 十二指腸 十二神将 十二宮 十二国記 十二社 十二所 十二湖 十二縁起 十二因縁 十二平均律 十二音技法 十二分に
十三夜 十三湖 十三湊 十三駅 十三大橋 十三塚 十三参り 十三仏 十五夜 十五銀行 十六夜 十六羅漢 十六銀行 十六茶 十六穀
十七文字 十八番 十八史略 十八銀行 十八親和 十一面観音 十一面千手 十一谷 十干十二支
六十干支 六十里越 六十谷 六十余州 六十四卦 七十二候 七十七銀行 七十路 八十八夜 八十二銀行 八十島 八十吉 八十場
八十路 八十神
九十九里 九十九島 九十九湾 九十九折 九十九髪 九十九電機 歌舞伎/十八番
十二進 十六進 二十進 六十進
千歳空港 千歳市 新/千歳 千歳飴 万年筆 万年床 一日千秋 十日町 十日市 百人一首 百日紅 百日咳 百日草 千日紅 千本桜
三日月 三日坊主
"""
"""One word each; what stands before `/` has to stand before the numeral."""


def _pattern(word: str) -> str:
    before, _, rest = word.rpartition("/")
    return (f"(?<={re.escape(before)})" if before else "") + re.escape(rest)


FIXED_WORD = re.compile("|".join(map(_pattern, sorted(_WORDS.split(), key=len, reverse=True))))
"""A word that begins where it is matched; of words that begin alike, the longest."""

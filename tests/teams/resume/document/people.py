"""Résumés of people who do not exist, with the words that must not reach a model and those that must."""

from __future__ import annotations

from typing import NamedTuple


class Person(NamedTuple):
    text: str
    planted: tuple[str, ...]
    """None of these may be left."""
    kept: tuple[str, ...]
    """All of these must be."""


JA_FRONT = Person(
    """---
title: 職務経歴書
author: 架空 花子
lang: ja
image: images/hanako.jpg
---

# 職務経歴書

氏名：架空 花子（かくう はなこ）
生年月日：1990年4月12日（満33歳）　性別：女性
現住所：〒160-0022 東京都新宿区新宿1-2-3 カクウハイツ201号室
携帯電話：080-1111-2222　メール：hanako.kaku@example.jp
配偶者：有　扶養家族：2人

## 職務要約

架空花子は、株式会社サンプル物流で物流システムの開発を8年担当しました。

## 職務経歴

### 株式会社サンプル物流（2016年4月〜現在）

- 在庫システムの刷新をリードし、誤出荷を40%削減した（架空が主担当）

## 学歴

- 2016年3月 架空工科大学 工学部 情報工学科 卒業（工学士）

## 自己PR

大学時代から数えて10年、Kaku Hanako として勉強会にも登壇しました。連絡は hanako.kaku@example.jp まで。
""",
    ("架空 花子", "架空花子", "かくう", "はなこ", "hanako", "Hanako", "1990年4月12日", "33歳", "女性",
     "160-0022", "新宿区", "201号室",
     "080-1111-2222", "example.jp", "架空工科大学", "架空が", "2人"),
    ("株式会社サンプル物流", "40%削減", "情報工学科", "工学士", "2016年4月〜現在"),
)  # fmt: skip
EN_HEAD = Person(
    """# Jordan Q. Specimen, PhD

Senior Data Engineer | Springfield, IL | jordan.specimen@example.com | (555) 010-4477
[GitHub](https://github.com/jqspecimen) | linkedin.com/in/jordanspecimen

## Summary

Data engineer with 9 years in retail. Specimen's pipelines feed 40 teams.

## Experience

### Senior Data Engineer — Example Retail Inc.
*Mar 2018 – Present*

- Cut the nightly load from 6 h to 50 min ([code](https://github.com/jqspecimen/loader))
- Contributed to [Arrow](https://github.com/apache/arrow)

## Education

**PhD in Statistics**, University of Nowhere, 2014
B.Sc. Mathematics, Fictional State College, 2010

## Talks

- J. Specimen, "Loading at night", 2021 (SPECIMEN, Jordan)
""",
    ("Jordan", "Specimen", "SPECIMEN", "jordan", "specimen", "jqspecimen", "Springfield", "010-4477",
     "University of Nowhere", "Fictional State"),
    ("Senior Data Engineer", "Example Retail Inc.", "Mar 2018 – Present", "PhD in Statistics", "Mathematics",
     "github.com/apache/arrow"),
)  # fmt: skip
JA_TABLE = Person(
    """# 職務経歴書

| 項目 | 内容 |
|------|------|
| 氏名 | 見本　一郎 |
| フリガナ | ミホン　イチロウ |
| 生年月日 | 昭和60年5月5日 |
| 年齢 | 38歳 |
| 住所 | 大阪府大阪市北区梅田2丁目4-9 |
| 電話番号 | 06-1234-5678 |
| 最寄り駅 | 大阪駅 |
| GitHub | ichiro-mihon |

## 職務経歴

| 期間 | 会社 | 内容 |
|---|---|---|
| 2010年4月〜2020年3月 | 見本電機株式会社 | 組込みソフトの開発（見本が担当） |

## 最終学歴

国立見本大学大学院 理工学研究科 修士課程 修了

見本一郎（Mihon Ichiro）
""",
    ("見本　一郎", "見本一郎", "ミホン", "イチロウ", "昭和60年", "38歳", "大阪市北区", "06-1234-5678", "大阪駅",
     "ichiro-mihon", "Mihon", "Ichiro", "見本大学", "見本が"),
    ("見本電機株式会社", "2010年4月〜2020年3月", "理工学研究科", "修士課程", "組込みソフト"),
)  # fmt: skip
EN_FIELDS = Person(
    """CURRICULUM VITAE

Name: Alex van der Muster
Date of birth: 3 May 1988
Nationality: Utopian
Gender: Male
Marital status: Married, two children
Address: 12 Sample Street, Apt 4, Exampletown, ET 12345
Phone: +44 20 7946 0958
E-mail: a.muster@example.org
Website: www.muster-alex.example.net

PROFILE

Project manager. I am 35 years old and a proud father of two.

EXPERIENCE

2015/01 - 2022/06  Muster & Sons Ltd  Project Manager
- Delivered 14 projects for the Department of Examples

EDUCATION

2006 - 2010  Imaginary University, MBA
""",
    ("Alex", "Muster\n", "3 May 1988", "Utopian", "Male", "Married", "children", "Sample Street", "Exampletown",
     "7946 0958", "a.muster", "muster-alex", "35 years old", "father of two", "Imaginary University"),
    ("Project manager", "Muster & Sons Ltd", "2015/01 - 2022/06", "14 projects", "MBA"),
)  # fmt: skip
JA_HTML = Person(
    """<h1 align="center">例示 さくら</h1>
<p align="center"><img src="face/sakura.png" alt="顔写真"></p>

<table>
<tr><th>氏名</th><td>例示 さくら</td></tr>
<tr><th>性別</th><td>女</td></tr>
<tr>
<th>生年月日</th>
<td>平成5年7月7日</td>
</tr>
</table>

- Qiita: https://qiita.com/reiji_sakura
- Twitter: @reiji_sakura

■職務要約
デザイナーとして5年、例示さくらの名で受賞3件。

■職務経歴
□2019年4月～現在　株式会社デザイン例　UIデザイナー
・画面設計を担当し、離脱率を15%改善

■学歴
2019年3月　例示女子美術大学　卒業
""",
    ("例示 さくら", "例示さくら", "sakura", "平成5年7月7日", ">女<", "reiji", "女子美術大学"),
    ("株式会社デザイン例", "UIデザイナー", "離脱率を15%改善", "受賞3件"),
)
MIXED = Person(
    """---
title: "Kenji Kakuu - Resume"
author:
  - name: Kenji Kakuu
    email: kenji@kakuu.example
    affiliation:
      - name: Sample Cloud K.K.
    orcid: 0000-0001-2345-6789
lang: en
---

**Kenji Kakuu** (角宇 健司) · Tokyo, Japan · +81-90-9876-5432 · <https://kakuu.example>

## Summary

Bilingual SRE. 日英両方で障害対応を主導。

## Experience

**Sample Cloud K.K.** — Site Reliability Engineer (April 2017 – Present)

- Reduced pages by 60%; see kakuu.example/blog
- 角宇 runs the weekly review; KAKUU KENJI signs off.

## Education

Keio University, B.A. in Economics, 2012 – 2016. At Keio I led the debating club.
""",
    ("Kenji", "Kakuu", "kenji", "kakuu", "角宇", "健司", "KAKUU", "0000-0001-2345-6789", "Tokyo, Japan",
     "9876-5432", "Keio"),
    ("Sample Cloud K.K.", "Site Reliability Engineer", "60%", "Economics", "April 2017 – Present"),
)  # fmt: skip
JA_PLAIN = Person(
    """職務経歴書
2024年4月1日現在
氏名　仮名 太一

【職務要約】
営業として10年、法人の新規開拓に従事。

【職務経歴】
2013年4月～2023年3月　仮名商事株式会社　営業部　係長
・新規契約を年間30件獲得
・仮名さんの愛称で顧客に親しまれる

【学歴】
2013年3月　早稲田大学商学部卒業
早大では応援部に所属。

【自己PR】
34歳、既婚、一児の父です。
""",
    ("仮名 太一", "仮名さん", "早稲田", "早大", "34歳", "既婚", "一児の父"),
    ("仮名商事株式会社", "係長", "30件", "商学部", "2024年4月1日現在"),
)
EN_SHORT = Person(
    """---
title: Résumé of Dana Placeholder
description: Portfolio of Dana Placeholder, designer
---

![](assets/dana_placeholder.png){.circle}

# Dana Placeholder (she/her)

designer at large -- dana@placeholder.example -- 555-010-9988

# Work Experience

## Lead Designer @ Example Studio
2019 - now

Files: dana_placeholder_resume.pdf, PlaceholderDana.fig

# Skills

Figma, Sketch, CSS
""",
    ("Dana", "dana", "Placeholder", "placeholder", "she/her", "010-9988"),
    ("Lead Designer", "Example Studio", "2019 - now", "Figma"),
)
JA_WIDE = Person(
    """# 田仲　次郎

Ｅメール：ｊｉｒｏ＠ｅｘａｍｐｌｅ．ｊｐ
ＴＥＬ：０９０－１２３４－５６７８
住所：北海道札幌市中央区北1条西2-3

## 職務経歴

### 合同会社テスト（平成30年4月～令和5年3月）

- 田仲が設計し、売上を1億円伸ばした

## 資格

- 基本情報技術者試験
""",
    ("田仲", "次郎", "ｊｉｒｏ", "１２３４－５６７８", "札幌市", "北1条"),
    ("合同会社テスト", "1億円", "基本情報技術者試験"),
)
EN_LATE_CONTACT = Person(
    """# Work History

## Nurse, Sample Hospital
2012–2022

- Led a ward of 20 nurses

# Personal Details

**Name:** Chiara Esempio\\
**Born:** 1 January 1985 in Nowhere\\
**Home address:** Via Finta 9, 00100 Rome\\
**Languages:** Italian

# References

Dr. A. Boss, Sample Hospital
""",
    ("Chiara", "Esempio", "1 January 1985", "Via Finta", "00100"),
    ("Sample Hospital", "20 nurses", "2012–2022", "Italian"),
)
JA_ENTRY = Person(
    """# 職務経歴書（模擬 三郎）

- 名前: 模擬 三郎
- 出身地: 長野県
- ブログ: https://mogi.hatenablog.com/

## 職務要約

研究者として東京架空大学に勤務した。

## 職務経歴

### 東京架空大学　助教　2018年4月〜2022年3月

- 論文12本を発表

## 学歴

- 京都仮想大学 理学部 物理学科（2008年4月〜2012年3月）
""",
    ("模擬", "三郎", "長野県", "mogi", "京都仮想大学"),
    ("東京架空大学", "助教", "論文12本", "物理学科"),
)
EN_COMMON_NAME = Person(
    """# Grant Young

grant.young@example.com

## Summary

Young teams grow under a lead who will grant them time. Grant Young has led three.

## Experience

### Team Lead, Example Foundry LLC (2016 – 2024)

- Won a grant of $2M; trained 12 young engineers
""",
    ("Grant Young", "grant.young"),
    ("Young teams grow", "Won a grant of $2M", "12 young engineers", "Example Foundry LLC"),
)
EN_CELLS = Person(
    """---
author: {name: Robin Dummy, email: robin@dummy.example}
---

# Robin Dummy

```{python}
contact = "robin@dummy.example"  # Robin Dummy
```

## Projects

| Project | Link |
|---|---|
| Loader | https://gitlab.com/robindummy |

::: {.contact}
Dummy, Robin
:::
""",
    ("Robin", "robin", "Dummy", "dummy"),
    ("Loader", "## Projects", "```{python}"),
)
PEOPLE = (
    JA_FRONT, EN_HEAD, JA_TABLE, EN_FIELDS, JA_HTML, MIXED, JA_PLAIN, EN_SHORT, JA_WIDE, EN_LATE_CONTACT, JA_ENTRY,
    EN_COMMON_NAME, EN_CELLS,
)  # fmt: skip

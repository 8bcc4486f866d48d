"""Words by which employers, titles, schools, degrees and certificates are known, in Japanese and English."""

from __future__ import annotations

import re

KANJI = "\u3005\u3400-\u4dbf\u4e00-\u9fff"
KANA = "\u3041-\u3096\u30a1-\u30fa\u30fc"
_NAME = f"{KANJI}{KANA}A-Za-z0-9・&.'’ー\\-"

COMPANY = re.compile(
    rf"(?:株式会社|有限会社|合同会社|合資会社|一般社団法人|公益財団法人|一般財団法人|社会福祉法人|医療法人|学校法人|"
    rf"独立行政法人|国立研究開発法人|NPO法人|[(（][株有同][)）]|㈱|㈲)"
    rf"[ \u3000]?[{_NAME}]{{1,40}}"
    rf"|[{_NAME}]{{1,40}}(?:株式会社|有限会社|合同会社|[(（][株有同][)）]|㈱|㈲|銀行|病院|証券|製作所|研究所|市役所|"
    rf"県庁|区役所|事務所|ホールディングス)"
    r"|(?:[A-Z0-9][\w&.'’-]*[ ](?:&[ ])?){0,5}[A-Z0-9][\w&.'’-]*,?[ ](?:Inc|LLC|Ltd|Limited|Corp|Corporation|Co|"
    r"Company|GmbH|"
    r"AG|K\.K|KK|PLC|plc|"
    r"S\.A|Pte|Group|Holdings|Labs|Studios?|Systems|Technologies|Solutions|Bank|Hospital|Agency|Partners|Consulting|"
    r"Software)\b\.?"
)
"""An organisation that says so by its form or by what it is."""
TITLE = re.compile(
    r"(?:\b(?:Senior|Junior|Lead|Principal|Staff|Chief|Head|Vice|Associate|Assistant|Deputy|Sr\.?|Jr\.?)[ ])?"
    r"(?:[A-Z][\w/&-]*[ ]){0,4}"
    r"\b(?:Engineer|Developer|Manager|Designer|Architect|Analyst|Scientist|Consultant|Director|Officer|Intern|"
    r"Researcher|Specialist|"
    r"Administrator|Lead|Leader|Programmer|Writer|Editor|Teacher|Lecturer|Nurse|Accountant|Assistant|Coordinator|"
    r"Representative|"
    r"President|CEO|CTO|CFO|COO|VP|Founder|Co-founder|Owner|Executive|Recruiter|Technician|Supervisor|Clerk|Marketer|"
    r"Strategist|"
    r"Producer|Freelancer?|Professor|Fellow|Trainee|Buyer|Planner|Translator|Tutor|Barista|Chef|Operator|Advisor|SRE|"
    r"PM|Cashier)s?\b"
    r"(?:[ ](?:I{1,3}|IV|V)\b)?"
    rf"|[{KANJI}{KANA}A-Za-z/・]{{0,20}}(?:エンジニア|プログラマー?|マネージャー?|リーダー|デザイナー|ディレクター|"
    rf"アナリスト|コンサルタント|サイエンティスト|"
    r"アーキテクト|プランナー|プロデューサー|スペシャリスト|アシスタント|インターン|主任|係長|課長|部長|次長|室長|"
    r"所長|店長|支店長|本部長|取締役|"
    r"社長|執行役員|代表|専務|常務|副主任|主査|研究員|営業職?|事務職?|総務|経理|人事|広報|看護師|教員|講師|助教|"
    r"准教授|教授|担当|CTO|CEO|PM|PL|SE|PG)"
    rf"(?![{KANJI}{KANA}])"
)
"""A position that somebody holds."""
DEGREE = re.compile(
    r"\b(?:B\.?[ ]?S\.?c?|B\.?[ ]?A|B\.?[ ]?Eng|B\.?[ ]?Tech|B\.?[ ]?Com|M\.?[ ]?S\.?c?|M\.?[ ]?A|M\.?[ ]?Eng|"
    r"M\.?[ ]?B\.?[ ]?A|Ph\.?[ ]?D|M\.?[ ]?D|J\.?[ ]?D)\b\.?"
    r"(?:(?:[ ](?:in|of))?[ ][A-Z][\w&-]*(?:[ ](?:and|of|&)[ ][A-Z]\w*|[ ][A-Z]\w*){0,4})?"
    r"|\b(?:Bachelor|Master|Doctor|Associate)(?:'s|’s|s)?(?:[ ](?:of|in|degree|Degree)[ ]?(?:in[ ]|of[ ])?"
    r"[A-Z][\w&-]*(?:[ ](?:and|of|in|&)[ ][A-Z]\w*|[ ][A-Z]\w*){0,5})?"
    r"|\b(?:Diploma|GED|Doctorate)\b(?:[ ]in[ ][A-Z]\w*(?:[ ][A-Z]\w*){0,3})?"
    rf"|(?:学士|修士|博士|短期大学士|専門士)(?:課程|号)?(?:[(（][{KANJI}{KANA}]{{1,12}}[)）])?"
    rf"|[{KANJI}{KANA}]{{1,15}}(?:学部|学科|研究科|専攻)(?:[ \u3000]?[{KANJI}{KANA}]{{1,15}}(?:学科|専攻|コース))?|"
    rf"MBA"
)
"""What was studied, and what it ended in."""
_SCHOOL_END = (
    "大学院大学|大学校|短期大学|大学院|大学|高等専門学校|高専|高等学校|高校|専門学校|専修学校|中学校|小学校|学園|学院"
)
_NO_SCHOOL = (
    "国立|私立|公立|各|有名|他|同|本|全国|複数|海外|某|県立|市立|都立|府立|弊|貴|提携|協力|近隣|地元|国内|"
    "理系|文系|工業|農業|商業"
)
_NO_PART = (
    r"(?:Bachelor|Master|Doctor|Science|Arts|Engineering|Graduated?|Attended|Studied|Student|From|At|In|The|BSc|MSc|"
    r"Ph|B\.|M\.|Degree|"
    r"Computer|Economics|Law|Mathematics|Physics|Faculty|Department|Some|Any|My|Our|Every|Online)\b"
)
SCHOOL = re.compile(
    rf"(?:(?<![{KANJI}])|(?<=[年月日卒在]))(?:国立大学法人|学校法人|(?:{_NO_SCHOOL})(?![{KANJI}A-Z]))?(?!"
    rf"(?:{_NO_SCHOOL}|出身|在籍|最終)(?:{_SCHOOL_END}))"
    rf"(?P<ja>(?![年月日在卒](?!本))[{KANJI}ァ-ヶーA-Za-z・]{{1,14}}?(?:{_SCHOOL_END})(?:附属[{KANJI}]{{1,10}}|"
    rf"大学院)?)"
    r"(?!生|受験|入試|発ベ|病院|向け|教育|事業|数|法人|時代に|側)"
    r"|(?P<en>\b(?:The[ ])?University[ ]of[ ](?:(?:California|Texas|Illinois|Michigan|Wisconsin|Maryland|"
    r"Massachusetts|Colorado|North[ ]Carolina)"
    r"(?:,?[ ](?:at[ ])?[A-Z][a-z]+(?:[ ][A-Z][a-z]+)?)?|(?:the[ ])?[A-Z][\w'’-]*(?:[ ](?:and[ ]|of[ ])?"
    r"[A-Z][\w'’-]*){0,2})"
    rf"|\b(?:(?!{_NO_PART})[A-Z][\w'’.&-]*[ ]){{1,4}}(?:(?:University|College)(?:[ ]of[ ][A-Z][\w'’-]*"
    rf"(?:[ ][A-Z][\w'’-]*)?)?|Polytechnic|Academy|"
    r"(?:High|Secondary|Middle|Grammar)[ ]School|(?:Institute|School|Academy)[ ]of[ ][A-Z][\w'’-]*(?:[ ](?:and[ ])?"
    r"[A-Z][\w'’-]*){0,2})\b"
    r"|\b(?:MIT|Caltech|UCLA|UCL|ETH(?:[ ]Z[uü]rich)?|EPFL|KAIST|NUS|Stanford|Harvard|Yale|Princeton|Oxford|"
    r"Cambridge|Berkeley|Todai|Keio|Waseda)\b"
    r"(?=[^\n]{0,60}\b(?:University|degree|B\.?Sc?\b|M\.?Sc?\b|Ph\.?D|Bachelor|Master|graduat|alum|MBA)|,|\)|$))"
)
"""A school, university or college by its name."""
CERTIFICATE = re.compile(
    rf"[{KANJI}{KANA}A-Za-z0-9・ ]{{0,30}}(?:試験|検定(?:試験)?|免許|技術者|技能士|資格|認定)"
    rf"(?:[ ]?[0-9１-９一二三]級)?(?:[ \u3000]?(?:合格|取得))?"
    r"|\b(?:AWS|Google|Azure|Microsoft|Oracle|Cisco|Certified|CISSP|PMP|TOEIC|TOEFL|IELTS|JLPT|CPA|CKA|CKAD|CCNA|"
    r"LPIC|ITIL|TOEIC)\b[^\n|、。()（]{0,60}"
)
"""An examination, a licence, a certificate."""

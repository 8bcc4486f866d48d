"""The wording of orders to models, in Japanese and English, as regular expressions."""

from __future__ import annotations

import re

_EDGE = r"[\n.!?;:,\"“'「(\[{>*#。！？-]"
_LEAD = (
    r"please|now|just|then|so|also|and|always|must|should|immediately|kindly|instead|therefore|thus|"
    r"you[ ](?:must|should|will|are[ ]to|have[ ]to|need[ ]to)"
)
_START = rf"(?:(?m:^)|(?<={_EDGE})|(?<={_EDGE}[ ])|(?<=\band[ ])|(?<=\bthen[ ]))(?:(?:{_LEAD}),?[ ])*"
"""Where an imperative begins: `I recommend her` is none."""
_MODEL = (
    r"(?:an?[ ]|the[ ]|any[ ]|all[ ])?(?:AI|A\.I\.|artificial[ ]intelligence|LLMs?|(?:large[ ])?"
    r"language[ ]models?|GPT(?:-?\d)?|ChatGPT|Claude|Gemini|Copilot|chat ?bots?|bots?|ATS|automated[ ](?:system|"
    r"screener|reviewer|tool)s?|hiring[ ](?:bot|algorithm|AI))"
)
_JOB = (
    r"(?![ -]*(?:\w+[ ]){0,1}(?:engineer|research|scien|specialist|developer|expert|practition|enthus|consult|"
    r"product|architect|leader|lead\b|native|fan|strateg|annotat|train|manag|founder|vendor|startup|company|team|"
    r"platform|project|program|course|literacy|tool|feature|ethic))"
)
_TOP = (
    r"(?:10(?:\.0)?[ ]?/[ ]?10|10[ ]out[ ]of[ ]10|ten[ ]out[ ]of[ ]ten|100[ ]?(?:/[ ]?100|%|points)?|5[ ]?/[ ]?5|"
    r"a[ ](?:perfect[ ])?(?:10|ten)|full[ ]marks|(?:the[ ]|a[ ])?(?:highest|maximum|max|top|perfect|best|full|"
    r"excellent|outstanding)(?:[ ]possible)?(?:[ ](?:score|rating|marks?|grade|rank(?:ing)?|evaluation|candidate|"
    r"recommendation))?)"
)
_THIS = (
    r"(?:(?:this|the|that)[ ](?:\w+[ ])?(?:candidate|applicant|resume|résumé|cv|person|profile|application|"
    r"document|submission)|him|her|me|my[ ](?:resume|résumé|cv|application|profile)|it|this)"
)

ENGLISH = (
    r"\b(?:ignore|disregard|forget|override|bypass|discard|neglect)\b[ ](?:\w+[ ]){0,4}?(?:previous|prior|above|"
    r"earlier|preceding|foregoing|existing|"
    r"original|initial|system|your|other)[ ](?:\w+[ ]){0,2}?(?:instructions?|prompts?|rules?|guidelines?|directions?|"
    r"messages?|context|criteria|directives?|"
    r"commands?|orders?|rubrics?|constraints?|training|programming)\b",
    r"\b(?:ignore|disregard|forget)[ ](?:everything|anything|all(?:[ ]of)?[ ](?:that|this)|what)[ ](?:\w+[ ]){0,3}"
    r"(?:above|before|earlier|told|said|prior|previously)\b",
    r"\b(?:do[ ]not|don't|stop|never)[ ](?:follow(?:ing)?|obey(?:ing)?)[ ](?:\w+[ ]){0,3}(?:instructions?|prompts?|"
    r"rules?|rubric)\b",
    rf"{_START}(?:score|rate|grade|rank|mark|evaluate|assess|judge|classify|label|give|award|"
    rf"assign)[ ]{_THIS}\b[^.\n]{{0,50}}?\b{_TOP}",
    rf"{_START}(?:give|award|assign|return|output|set)[ ][^.\n]{{0,20}}?{_TOP}[ ]?(?:score|rating|marks?|grade)?"
    rf"[^.\n]{{0,25}}?\b(?:to|for)[ ]{_THIS}",
    rf"{_START}(?:give|award|assign|return|output|set)[ ](?:the[ ])?(?:score|rating|grade|result|verdict)s?[ ](?:to|"
    rf"as|of|=|:)[ ]?{_TOP}",
    rf"\b(?:score|rating|grade|evaluation)[ ](?:must|should|shall|has[ ]to|needs[ ]to|is[ ]to)[ ]be[ ]"
    rf"(?:set[ ]to[ ])?(?:\d|{_TOP})",
    rf"\byou[ ]are[ ](?:now[ ]|no[ ]longer[ ]|actually[ ])?(?:an?|the|my)?[ ]?(?:\w+[ ]){{0,2}}?(?:AI|"
    rf"artificial[ ]intelligence|LLM|language[ ]model|chat ?bot|DAN)\b(?:[ ](?:language[ ])?(?:model|assistant|"
    rf"system|agent|chat ?bot|recruiter|reviewer|screener|grader|evaluator|judge))?{_JOB}(?=[ ]*(?:$|[.,;:!?\n)]|"
    rf"that|who|which|and|tasked|whose|with|designed|in[ ]))",
    r"\byou[ ]are[ ](?:now[ ]|no[ ]longer[ ])(?:an?[ ]|the[ ]|in[ ])?(?:\w+[ ]){0,3}(?:assistant|evaluator|grader|"
    r"judge|mode|reviewer|recruiter|bound|restricted)\b",
    rf"\bif[ ]you(?:[ ]are|'re)[ ](?:reading[ ]this[ ]and[ ])?(?:you[ ]are[ ])?{_MODEL}\b{_JOB}",
    rf"(?:^|[\n.!?(\[#>-][ ]*)(?:important[ ])?(?:note|attention|message|instructions?|memo|dear|hello|hey|hi|notice|"
    rf"reminder|directive|warning)(?:[ ](?:to|for)|[,:])?[ ]{_MODEL}{_JOB}(?:[ ]\w+){{0,3}}[ ]*[:,—–!-]",
    rf"\bas[ ]{_MODEL}(?:[ ](?:assistant|model|reviewer|recruiter|screener|evaluator|system|judge)),?[ ](?:you|"
    rf"please|your)\b",
    rf"{_START}(?:recommend|select|shortlist|advance|approve|pass|accept|hire|prefer|choose|interview|"
    rf"favou?r)[ ]{_THIS}(?:[ ](?:immediately|strongly|unconditionally|for|without|as|over|regardless|now|at[ ]once|"
    rf"first|to[ ]the)\b|[ ]*[.!\n]|[ ]*$)",
    rf"\b(?:this|the)[ ](?:candidate|applicant|resume|résumé|cv)[ ](?:must|should|shall|has[ ]to|needs[ ]to)[ ]"
    rf"(?:always[ ])?(?:be[ ](?:hired|selected|ranked|shortlisted|recommended|rated|scored|given|approved|advanced|"
    rf"accepted|passed|considered[ ]the)|pass|win|receive[ ](?:{_TOP}))",
    r"\b(?:(?:this|the)[ ](?:candidate|applicant)|he|she|this)[ ](?:is|has[ ]been)[ ](?:an?[ ]|the[ ])?"
    r"(?:already[ ])?(?:pre-?(?:approved|screened|vetted|qualified|selected)|exceptionally[ ](?:well[ ])?qualified[ ]"
    r"(?:candidate|applicant)|(?:single[ ])?(?:best|perfect|ideal|strongest)[ ](?:possible[ ])?(?:candidate|"
    r"applicant|match|fit)[ ](?:for|you|in|among))",
    rf"{_START}(?:respond|reply|answer|output|return|print|write|say|state|conclude|begin[ ]your[ ](?:answer|reply|"
    rf"response))[ ](?:only[ ]|exactly[ ]|just[ ]|with[ ]|that[ ]|using[ ]){{1,3}}[^.\n]{{0,40}}?(?:\b(?:score|10/10|"
    rf"hire[ds]?|yes|pass|accept(?:ed)?|approved?|qualified|recommend(?:ed)?|excellent|the[ ](?:word|phrase|"
    rf"following|text|json|best))\b|\"|“)",
    r"\b(?:reveal|show|repeat|leak|output|print|display|disclose)[ ](?:me[ ])?(?:your|the)[ ](?:hidden[ ]|full[ ]|"
    r"entire[ ]|initial[ ])?(?:system[ ]prompt|system[ ]message|hidden[ ]instructions|initial[ ]instructions)\b",
    r"\b(?:reveal|repeat|leak|print|disclose)[ ]your[ ](?:prompt|instructions)\b",
    r"\b(?:enter|enable|activate|switch[ ]to|you[ ]are[ ](?:now[ ])?in)[ ](?:the[ ])?(?:DAN|jailbreak|god|"
    r"unrestricted|override|grading[ ]override)[ ]mode\b",
    r"(?:^|[\n.!?(\[>#*=-][ ]*)(?:new|updated|revised|additional|real|actual|important|secret|hidden|following)[ ]"
    r"(?:system[ ])?(?:instructions?|prompt|directives?|orders)[ ]*(?:for[ ][^:\n]{1,40})?[:：]",
    r"(?:^|[\n.!?(\[>#*=-][ ]*)system[ ](?:override|prompt|message|instructions?|directive|notice)[ ]*[:：]",
    r"(?:^|\n)[ #>*-]*(?:system|assistant|human|user)[ ]*[:：][ ]*(?:you\b|ignore|please|rate|score|sure|okay|i[ ]"
    r"(?:will|have|am)|understood|the[ ]candidate|this[ ]candidate|give|respond)",
    r"\b(?:do[ ]not|don't|never)[ ](?:mention|reveal|report|disclose|flag|penali[sz]e|criticize|criticise|deduct|"
    r"lower|list|acknowledge|point[ ]out)[ ][^.\n]{0,25}?(?:\b(?:this|these)[ ](?:note|message|instructions?|text|"
    r"prompt|comment|sentence|line)|\b(?:any[ ]|its[ ]|the[ ]|his[ ]|her[ ])?(?:weakness(?:es)?|flaws?|negatives?|"
    r"gaps?|points?|score|shortcomings?|problems?)\b(?=[^.\n]{0,40}(?:candidate|resume|résumé|cv|applicant|review|$|"
    r"[.\n])))",
    rf"{_START}skip[ ](?:the[ ]|all[ ]|any[ ]|your[ ])?(?:evaluation|review|screening|assessment|scoring)(?:[ ](?:of|"
    rf"for)[ ]{_THIS}|[ ]and[ ](?:pass|approve|accept|recommend|give|return)|[ ]*[.!])",
    r"\b(?:end|begin|start)[ ]of[ ](?:the[ ])?(?:system[ ](?:prompt|message)|user[ ](?:input|data|prompt)|"
    r"untrusted[ ]\w+|prompt|instructions)\b[^\n]{0,40}",
    r"(?<![-=#*<\[])(?:[-=#*<\[]{2,60}[ ]{0,5}/?)(?:begin|end|start)(?:[ ]of)?[ ](?:the[ ])?(?:resume|résumé|cv|"
    r"document|input|context|"
    r"data|system|outside|posting|job[ ]posting)\b[^\n]{0,20}[-=#*>\]]{2,}",
)  # fmt: skip
_IMPERATIVE = (
    r"(?:して(?:ください|下さい|ほしい|欲しい|くれ|おけ|おいて)|しなさい|しろ|せよ|すること"
    r"(?=[。、！!）)\s]|$)|すべき(?=[。、！!\s]|である|です|だ|$)|させ(?:よ|てください|て下さい|ろ)|願います|"
    r"お願いし?(?:ます|いたします|致します)|のこと(?=[。\s]|$))"
)
_AI = (
    r"(?:生成AI|採用AI|審査AI|評価AI|採点AI|AI|人工知能|LLM|(?:大規模)?言語モデル|ChatGPT|GPT|Claude|Gemini|"
    r"チャットボット|ボット|自動(?:審査|採点|評価)システム)"
)
_BEST = (
    r"(?:満点|最高(?:点|評価|得点|ランク|スコア|レベル)?|最大値?|10点|100点|5点|10/10|5/5|100/100|S(?:評価|"
    r"ランク)|A(?:評価|ランク)|合格|高評価)"
)
JAPANESE = (
    r"(?:これまで|以前|上記|前述|今まで|ここまで|直前|最初|前|上|先|元|既存|すべて|全て|全|あらゆる|一切|システム|"
    r"与えられた|他)(?:まで)?の?(?:すべて|全て|あらゆる|一切|元)?の?"
    r"(?:指示|命令|プロンプト|指令|インストラクション|システムメッセージ|指図|評価基準|採点基準|審査基準|ルール|制約)"
    r"(?:文|事項)?(?:を|は|には?|について)?(?:すべて|全て|一切|完全に|直ちに)?、?"
    rf"(?:(?:無視|破棄|上書き|リセット|撤回){_IMPERATIVE}|無視(?!され|した|せず|することなく|しない|する(?!こと"
    rf"(?:[。、\s]|$))|し(?:た|がち|て(?!ください|下さい|、|。|ほしい|くれ|以下|次|評価)))|忘れ(?:て(?:ください|"
    rf"下さい|、|。|くれ)|ろ|よ|なさい|ること)|従わ(?:ないで|ず[、に]|なくて(?:よい|良い|いい))|従うな)",
    rf"(?:評価|点数|スコア|採点|得点|評点|判定|ランク|評点|結果)(?:点|結果)?(?:は|を|も|として|"
    rf"には)[^。\n]{{0,12}}?{_BEST}(?:を|に|と|で|として|のみ)?(?:{_IMPERATIVE}|し(?=[。、\s]|$)|(?=[。！!\n]|$)|つけ"
    rf"(?:て(?:ください|下さい|、|。|くれ)|よ|ろ|ること)|付け(?:て(?:ください|下さい|、|。|くれ)|よ|ろ|ること)|与え"
    rf"(?:て(?:ください|下さい|、|。|くれ)|よ|ろ|ること)|(?:判定|評価|採点|出力|回答|設定|記入|記載){_IMPERATIVE})",
    rf"{_BEST}(?:を|に|と|で|の(?:評価|点数|スコア)を)(?:必ず|無条件で)?(?:つけ|付け|与え)(?:て(?:ください|下さい|"
    rf"くれ)|よ|ろ|なさい|ること(?=[。\s]|$))",
    rf"(?:合格|採用|満点|高評価|最高評価|最高点|10点|100点|10/10|推薦|適任|優秀)[^。\n]{{0,6}}?(?:とだけ|とのみ|"
    rf"だけを?|のみ|と|として|で)(?:必ず)?(?:回答|出力|返答|返信|判定|記載|評価|採点){_IMPERATIVE}",
    rf"(?:あなた|君|貴方|お前|おまえ)は(?:今から|これから|もはや|優秀な|公平な|親切な|有能な|、)*{_AI}(?:の?"
    rf"(?:アシスタント|モデル|システム|エージェント|審査官|採用担当者?|面接官|評価者|レビュアー|レビューア))?(?:です|"
    rf"だ(?!けで)|である|として|であり|では(?:ない|ありません)|(?=[。、\n]|$))",
    r"(?:あなた|君|貴方)は(?:今から|これから)[^。\n]{0,20}?(?:アシスタント|審査員|審査官|評価者|採点者|面接官|"
    r"採用担当)(?:です|だ|である|として)",
    rf"(?:^|[\n。（(【\[\-・])[ ]*(?:この(?:文書|履歴書|職務経歴書)を(?:読む|評価する|審査する))?{_AI}(?:の(?:皆様|"
    rf"皆さん|方々?|審査官|採用担当者?))?(?:の方)?(?:へ|に告ぐ|への(?:重要な)?(?:指示|命令|お願い|メッセージ|注意|"
    rf"連絡|指令))[ ]*(?:[：:】\]）)]|(?=\n)|、)",
    rf"(?:この|本)(?:文書|履歴書|職務経歴書|レジュメ|テキスト|文章|求人票?|ファイル)を(?:読ん|処理し|評価し|審査し|"
    rf"分析し|要約し|採点し)でいる?て?いる?{_AI}",
    rf"(?:この|本)(?:文書|履歴書|職務経歴書|レジュメ|テキスト|文章|求人票?|ファイル)を(?:読んで|処理して|評価して|"
    rf"審査して|分析して|採点して)いる(?:{_AI}|モデル|システム|あなた)",
    rf"(?:もし)?あなたが{_AI}(?:なら|であれば|の場合|でしたら|だったら)",
    rf"もし{_AI}(?:なら|であれば|でしたら|だったら)",
    rf"(?:この|本)(?:候補者|応募者|人物|者|方)(?:を|は|が)[^。\n]{{0,15}}?(?:採用|推薦|合格|通過|推奨|選考(?:を)?"
    rf"通過|選出|優先|最高評価|面接に)(?:に|と)?(?:{_IMPERATIVE}|さ?せ(?:よ|ろ|てください)|進め(?:よ|ろ|てください)|"
    rf"と(?:判定|評価|回答|出力))",
    rf"(?:システム)?プロンプト(?:の内容)?を(?:すべて|全て|そのまま)?(?:表示|出力|開示|公開){_IMPERATIVE}",
    r"(?:欠点|短所|弱み|弱点|問題点|懸念点?|不足|この(?:指示|文|メッセージ|命令|コメント))(?:に|は|を|には|について)?"
    r"(?:一切|絶対に|決して)?(?:触れ|言及|指摘|減点|報告|開示|明かさ?|書か|挙げ)(?:し|せ)?(?:ないで(?:ください|"
    r"下さい)?|ず(?:に)?(?=、|評価|採点|高)|るな|するな|ないこと|ぬこと)",
    r"減点(?:しないで(?:ください|下さい)?|するな|しないこと|はしないで|を?しないよう)",
    r"(?:新しい|追加の?|真の|本当の|隠し|重要な|秘密の)(?:指示|命令|プロンプト|システムプロンプト)[ ]*[：:]",
    r"(?:^|\n)[ ]*[【\[＜<]?システム(?:メッセージ|プロンプト|指示|命令)[】\]＞>]?[ ]*[：:】]",
)  # fmt: skip
ROLE_TAGS = re.compile(
    r"<\|[a-z_]{2,30}\|?>|<\|?(?:im_start|im_end|endoftext|eot_id|start_header_id|end_header_id)\|?>|\[/?INST\]|"
    r"<{1,2}/?SYS>{1,2}|</?s>"
    r"|</?(?:system|assistant|system_prompt|instructions?|outside|untrusted|user_input|admin|prompt|human)"
    r"(?:[ ][^<>\n]{0,100})?>"
    r"|<(?:start|end)_of_turn>|\[(?:SYSTEM|ASSISTANT)(?:[ ](?:MESSAGE|PROMPT|OVERRIDE|NOTE))?\]|"
    r"(?m:^[ ]{0,3}#{2,4}[ ]*(?:Instruction|System[ ](?:Prompt|Message)|Assistant|Human)[ ]*:)",
    re.IGNORECASE,
)
TOGETHER = re.compile(
    r"(?:ignore|disregard|forget)(?:all|the|any|your)*(?:previous|prior|above|earlier)(?:instructions?|prompts?|"
    r"rules)"
)
SPEAKS_OF_IT = re.compile(
    r"injection|jailbreak|red[ -]?team|adversarial|attack|guardrail|defen[cds]|harden|detect|filter(?:ed|ing|s)?\b|"
    r"resist|block(?:ed|s|ing)?\b|mitigat|security|"
    r"インジェクション|攻撃|防御|対策|検知|検出|脱獄|脆弱|ガードレール|セキュリティ",
    re.IGNORECASE,
)

MODEL = re.compile(
    r"\b(?:AI|A\.I\.|LLMs?|(?:large[ ])?language[ ]models?|GPT(?:-?\d)?|ChatGPT|Claude|Gemini|chat ?bots?|"
    r"automated[ ](?:system|screener|reviewer|tool)s?|(?:screening|scoring)[ ](?:model|algorithm|system))\b|"
    r"(?:生成|採用|審査|評価|採点)?AI|人工知能|LLM|言語モデル|ボット|自動(?:審査|採点|評価)",
    re.IGNORECASE,
)
"""Who is spoken to: a model."""
JUDGE = re.compile(
    r"\b(?:the|dear|to[ ](?:the|all|any)|any|every)[ ](?:evaluator|grader|reviewer|screener|judge|assistant|"
    r"assessor)s?\b|"
    r"(?:評価者|採点者|審査員|審査官|査読者|レビュアー|採点担当|評価担当)(?:の?(?:皆様|皆さん|方))?(?:は|へ|に|、)",
    re.IGNORECASE,
)
"""Who is spoken to: whoever judges."""
VERDICT = re.compile(
    r"\brequirements?[ ](?:are|is|as)[ ](?:all[ ])?(?:met|satisfied|fulfilled)\b|\b100[ ]?%[ ](?:to|for|in)\b|高得点|"
    r"10点を(?:返|付|つ)|問題(?:は|が)?ない(?=と)|満たして(?:いる|います)(?=と)|"
    r"\b(?:full|top|maximum|highest|perfect)[ ](?:possible[ ])?(?:marks?|scores?|ratings?|grades?|points)\b"
    r"|\b10[ ]?/[ ]?10\b|\b5[ ]?/[ ]?5\b|\b10[ ]out[ ]of[ ]10\b|\bas[ ](?:an?[ ]|the[ ])?(?:outstanding|excellent|"
    r"perfect|ideal|"
    r"(?:highly|fully|exceptionally|best)[ -]?qualified|top|best|strong[ ]hire|strongest|met|satisfied|fulfilled|"
    r"passed)\b"
    r"|\bmeet(?:s|ing)?[ ](?:all|every|each)\b|\b(?:best|perfect|ideal|strongest)[ ](?:fit|candidate|match|"
    r"applicant)\b|\binterview[ ]me\b"
    r"|\b(?:hire|recommend|praise|pick|choose|favou?r|select|shortlist)[ ](?:me|this|him|her)\b|\b(?:is|be|are)[ ]"
    r"(?:perfect|outstanding|positive|favou?rable)\b"
    r"|[\"“'](?:recommended|hired?|strong[ ]hire|accept(?:ed)?|approved?|pass(?:ed)?|yes|qualified|excellent)[\"”'.]"
    r"|満点|最高(?:点|評価|得点|ランク)|全項目|(?:すべて|全て)の項目|[「『\"](?:採用|合格|推薦|適任|優秀|通過|"
    r"可)[」』\"]|高く評価|高評価"
    r"|(?:要件|条件|基準|項目)を(?:すべて|全て)?(?:満た|クリア|充足)|10/10|5/5|100点|褒め|最優秀",
    re.IGNORECASE,
)
"""What is wanted: a judgement."""
WANTED = re.compile(
    r"\b(?:must|should|shall|has[ ]to|have[ ]to|needs?[ ]to|is[ ]to|are[ ]to|please|only|always|will[ ](?:only|"
    r"always|now))\b"
    r"|(?:て|で)(?:ください|下さい|くれ|ほしい|欲しい)|せよ|しろ|なさい|(?:お願い(?:します|いたします|致します)|"
    r"願います)|とすること(?=[。\s]|$)",
    re.IGNORECASE,
)
"""That it is wanted."""
IMPERATIVE = re.compile(
    r"^[\s\"“'(\[*_#>-]*(?:(?:when|while|after|before)[ ]\w+ing[^,\n]{0,30},[ ]*)?(?:(?:please|now|kindly|just|and|"
    r"then|so|"
    r"always|simply)[ ,]+)*(?:set[ ]aside|treat|consider|assume|pretend|regard|mark|rate|score|rank|give|award|grant|"
    r"assign|"
    r"classify|label|report|say|tell|praise|answer|output|return|respond|reply|conclude|stop[ ]reading|judge|view|"
    r"count|"
    r"grade)\b",
    re.IGNORECASE,
)
"""A sentence that begins with an order that only who judges can follow."""
TARGET = re.compile(
    r"\b(?:this|the)[ ](?:\w+[ ])?(?:candidate|applicant|resume|résumé|cv|application|person|document|profile)\b|"
    r"\b(?:me|my)\b|\b(?:all|every)[ ](?:the[ ])?"
    r"(?:requirements?|criteri(?:a|on)|categor(?:y|ies)|items?|sections?)\b|everything\b|"
    r"(?:この|本|当)(?:候補者|応募者|人物|人|方|職務経歴書|履歴書|レジュメ|文書)|私を|全項目|(?:すべて|全て)の"
    r"(?:項目|要件|条件|基準)",
    re.IGNORECASE,
)
"""Whom or what it is about."""
PLAIN_ORDERS = re.compile(
    r"\{\s*\"(?:score|findings|criteria|verdict)\"\s*:|\b(?:return|output|give|report)[ ](?:an?[ ])?(?:empty[ ]list|"
    r"no)[ ]"
    r"(?:of[ ])?(?:findings|defects|problems|weaknesses)\b|\bskip[ ](?:all[ ])?(?:further[ ])?(?:checks|evaluations?|"
    r"reviews?)\b|"
    r"空の(?:リスト|配列)(?:で|を)返|(?:言語モデル|LLM|AI)は(?:以下|次|この)の(?:指示|命令)を[^。\n]{0,8}(?:実行|"
    r"優先)|"
    r"(?:マイナス|否定的な|低い)(?:評価|採点)は禁止|"
    r"\b(?:if|when)[ ]an?[ ](?:AI|LLM|(?:large[ ])?language[ ]model|chat ?bot|bot)[ ](?:\w+[ ])?(?:is|reads|"
    r"evaluates|reviews|processes)\b"
    r"|\b(?:to|dear|hello|any|every|attention)[ ](?:the[ ]|any[ ]|all[ ]|an?[ ])?(?:AI|LLMs?|(?:large[ ])?"
    r"language[ ]models?|chat ?bots?)(?:[ ]\w+)?[ ]"
    r"(?:reading|processing|reviewing|evaluating|screening|grading|analy[sz]ing)[ ]this\b"
    r"|^[\s\"“'(\[*_#>-]*(?:AI|LLM|assistant|ChatGPT|Claude|Gemini|model)(?:[ ](?:reviewer|assistant|model|evaluator|"
    r"screener|grader|recruiter))?[ ]*[:,][ ]*"
    r"(?:please|you\b|your\b|give|award|rate|score|rank|praise|recommend|ignore|mark|output|say|treat|consider)"
    r"|\byour[ ](?:new|real|actual|only)[ ](?:task|job|goal|instructions?|role|objective)[ ](?:is|are)\b"
    r"|\byour[ ](?:evaluation|verdict|assessment|rating|score|review)[ ](?:must|should|has[ ]to|needs[ ]to)[ ]be\b"
    r"|\byou[ ](?:will|must|should|may|can)[ ](?:only|always|now)[ ](?:answer|respond|reply|output|say|return|print|"
    r"write)\b"
    r"|\bset[ ]aside[ ][^.\n]{0,30}\b(?:rubric|criteria|instructions?|rules)\b[^.\n]{0,30}\byou\b"
    r"|(?:あなた|君|貴方)は(?:今から|これから)[^。\n]{0,20}(?:です|だ|である|として)"
    r"|(?:評価|採点|審査)?(?:基準|ルール|指示|ルーブリック)(?:は|を)(?:適用せず|使わず|無視し)[、,][^。\n]{0,20}"
    r"(?:合格|採用|満点|高評価|最高)"
    r"|(?:必ず|常に|ただ)[「『\"][^」』\"\n]{1,20}[」』\"]と(?:だけ|のみ)?(?:答え|回答し|出力し|返答し|言っ)て?"
    r"(?:ください|下さい|くれ|よ|ろ|なさい)?"
    r"|(?:スコア|評価|点数|判定|総合)[:：は=][ ]*(?:10/10|満点|最高|合格|100)[^。\n]{0,4}(?:と|を)(?:出力|回答|返答|"
    r"表示)",
    re.IGNORECASE,
)
"""Orders that nothing else has to be said beside."""
ANSWER = re.compile(
    r"と(?:みなし|回答し|判定し|報告し|出力し|返答し|答え|返し)(?:て(?:ください|下さい|くれ)|なさい)|"
    r"と(?:みな|回答|判定|報告|出力|返答)(?:せよ|しろ|すること(?=[。\s]|$))"
)
"""The answer is put into a judge's mouth."""

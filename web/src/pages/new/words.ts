import { words } from "@/i18n/words"

export const newWords = words(
  {
    title: "What shall a team do?",
    write: "Say what you need",
    placeholder: "Compare heat pumps and gas boilers for a house of the 1970s, with sources…",
    files: "Files to take along",
    send: "Send",
    keys: "Enter sends, Shift + Enter begins a new line.",
    empty: "Write what you need first.",
    waiting: "The files are still on their way.",
    refused: "Remove the files that were not taken first.",
    or: "Or begin with a team",
    takes: {
      research: "Question, documents, web",
      resume: "Your résumé, a job posting",
      slides: "A wish, tables, documents",
    } as Record<string, string>,
    atTerminal: "Begun at the terminal",
    back: "All teams",
    terminalTitle: "It is begun at the terminal",
    terminalWhy:
      "This team runs commands on the machine that Kasen is on. So it is begun and carried on by whoever sits there, and never by a page.",
    terminalThen: "As soon as it is at work it stands under Runs: how far it is, what it asks, what it made.",
    commands: {
      code: [
        ["In the folder of your repository", 'kasen code run --repo . --requirement "What to build"'],
        ["Is everything there that it needs?", "kasen code doctor"],
      ],
    } as Record<string, [label: string, line: string][]>,
    help: "What it takes",
    runs: "To the runs",
  },
  {
    title: "何を任せますか",
    write: "してほしいことを書く",
    placeholder: "築50年の家に合うのはヒートポンプかガス給湯器か、出典つきで比べて…",
    files: "一緒に渡すファイル",
    send: "送る",
    keys: "Enter で送信、Shift + Enter で改行します。",
    empty: "まず、してほしいことを書いてください。",
    waiting: "ファイルを送信しています。少しお待ちください。",
    refused: "使えなかったファイルを取り除いてください。",
    or: "または、チームを選んで始める",
    takes: {
      research: "問い・資料・ウェブ",
      resume: "履歴書・求人票",
      slides: "要望・表・資料",
    },
    atTerminal: "ターミナルで開始",
    back: "チーム一覧",
    terminalTitle: "ターミナルから始めます",
    terminalWhy:
      "このチームは Kasen が動いているコンピューターでコマンドを実行します。そのため、開始と再開はそのコンピューターのターミナルからだけ行えます。",
    terminalThen: "始まると「実行」に表示され、進み具合・確認ごと・成果をここで見られます。",
    commands: {
      code: [
        ["リポジトリのフォルダーで", 'kasen code run --repo . --requirement "作ってほしいもの"'],
        ["必要なものがそろっているか確かめる", "kasen code doctor"],
      ],
    },
    help: "指定できること",
    runs: "実行一覧へ",
  },
)

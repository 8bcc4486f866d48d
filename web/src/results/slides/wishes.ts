const JAPANESE = /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/u
const NAMES_SLIDE =
  /^\s*(?:(?:slide|page)\s*\d|(?:スライド|ページ)\s*[\d０-９]|第?[\d０-９]+\s*(?:枚目|ページ)(?!\s*[へに]\s*(?:移動|移す|動かす))|(?:delete|move|remove)\s+(?:slide|page))/iu

/** What is wanted of a slide, in the form that names it; words that name one already stay as they are. */
export function wishFor(number: number, words: string): string {
  const said = words.trim()
  if (NAMES_SLIDE.test(said)) return said
  return JAPANESE.test(said) ? `スライド${number}：${said}` : `slide ${number}: ${said}`
}

/** The language of words that are Japanese, for their typography; undefined leaves that of the page. */
export const langOf = (text: string): "ja" | undefined => (/[\u3040-\u30ff\u4e00-\u9fff]/.test(text) ? "ja" : undefined)

import { useWords } from "@/i18n/words"
import styles from "./sentence.module.css"
import { SIGNS, type Support } from "./support"
import { researchWords } from "./words"

/** A kind of support in the language of the pages: sign, colour and word. */
export function SignBadge({ support }: { support: Support }) {
  const t = useWords(researchWords)
  return (
    <span className={styles.sign} data-support={support}>
      <span aria-hidden>{SIGNS[support]} </span>
      {t.supports[support]}
    </span>
  )
}

import { useWords } from "@/i18n/words"
import { ButtonLink, Card, Stack } from "@/ui"
import styles from "./shell.module.css"
import { useTitle } from "./title"
import { shellWords } from "./words"

/** There is no page at this address. */
export function Missing() {
  const t = useWords(shellWords)
  useTitle(t.missingTitle)
  return (
    <Card className={styles.broken}>
      <Stack>
        <h1>{t.missingTitle}</h1>
        <p>{t.missing}</p>
        <div>
          <ButtonLink href="/" look="main">
            {t.home}
          </ButtonLink>
        </div>
      </Stack>
    </Card>
  )
}

import { useState } from "react"
import { useLang } from "@/i18n/lang"
import { useWords } from "@/i18n/words"
import { Button } from "@/ui"
import { exampleOf, hasExample } from "./examples"
import styles from "./form.module.css"
import type { Form } from "./useForm"
import { formWords } from "./words"

/** Fills the form with something to try. */
export function ExampleButton({ form }: { form: Form }) {
  const t = useWords(formWords)
  const { lang } = useLang()
  const [failed, setFailed] = useState(false)
  if (!hasExample(form.team.name)) return null
  const fill = async () => {
    try {
      const found = await exampleOf(form.team.name, lang)
      if (!found) return
      const places = new Set(found.files.map((one) => one.place))
      for (const one of form.sending.files) if (places.has(one.place)) form.sending.remove(one.key)
      form.fill(found.values, found.mode)
      for (const place of places) {
        const own = found.files.filter((one) => one.place === place).map((one) => one.file)
        form.sending.add(own, { place, many: own.length > 1 })
      }
    } catch {
      setFailed(true)
    }
  }
  return (
    <div>
      <Button small onClick={() => void fill()}>
        {t.example}
      </Button>
      {failed && (
        <p role="alert" className={styles.wrong}>
          {t.exampleFailed}
        </p>
      )}
    </div>
  )
}

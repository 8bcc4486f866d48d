import { BasePage } from "./BasePage"
import { BasesPage } from "./BasesPage"

/** All knowledge bases, or one of them. */
export default function KbPage({ name }: { name?: string }) {
  return name === undefined ? <BasesPage /> : <BasePage name={name} />
}

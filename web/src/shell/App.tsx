import { lazy, Suspense } from "react"
import { Link, Route, Switch } from "wouter"
import { useWords } from "@/i18n/words"
import { Empty, Loading } from "@/ui"
import styles from "./shell.module.css"
import { shellWords } from "./words"

const NewPage = lazy(() => import("@/pages/new/NewPage"))
const RunsPage = lazy(() => import("@/pages/runs/RunsPage"))
const RunPage = lazy(() => import("@/pages/run/RunPage"))
const ChatPage = lazy(() => import("@/pages/chat/ChatPage"))
const KbPage = lazy(() => import("@/pages/kb/KbPage"))
const ModelsPage = lazy(() => import("@/pages/models/ModelsPage"))

/** The frame of all pages. */
export function App() {
  const t = useWords(shellWords)
  return (
    <div className={styles.frame}>
      <a className={styles.skip} href="#content">
        {t.skip}
      </a>
      <header className={styles.head}>
        <Link href="/" className={styles.brand}>
          Kasen
        </Link>
        <nav aria-label={t.menu} className={styles.menu}>
          <Link href="/">{t.fresh}</Link>
          <Link href="/runs">{t.runs}</Link>
          <Link href="/kb">{t.kb}</Link>
          <Link href="/models">{t.models}</Link>
        </nav>
      </header>
      <main id="content" tabIndex={-1} className={styles.main}>
        <Suspense fallback={<Loading />}>
          <Pages />
        </Suspense>
      </main>
    </div>
  )
}

function Pages() {
  const t = useWords(shellWords)
  return (
    <Switch>
      <Route path="/" component={NewPage} />
      <Route path="/runs" component={RunsPage} />
      <Route path="/runs/:id">{({ id }) => <RunPage key={id} id={id} />}</Route>
      <Route path="/chat/:id">{({ id }) => <ChatPage key={id} id={id} />}</Route>
      <Route path="/kb">
        <KbPage />
      </Route>
      <Route path="/kb/:name">{({ name }) => <KbPage key={name} name={decodeURIComponent(name)} />}</Route>
      <Route path="/models" component={ModelsPage} />
      <Route>
        <Empty>
          <p>{t.missing}</p>
          <Link href="/">{t.home}</Link>
        </Empty>
      </Route>
    </Switch>
  )
}

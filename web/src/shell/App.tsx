import { lazy, type MouseEvent, Suspense } from "react"
import { SWRConfig } from "swr"
import { Link, Route, Switch, useLocation } from "wouter"
import { Problem } from "@/api/client"
import type { SessionShown } from "@/api/types/server"
import { useWords } from "@/i18n/words"
import { Button, Loading } from "@/ui"
import { Arrival } from "./Arrival"
import { Boundary } from "./Boundary"
import { Choices } from "./Choices"
import { LatestRuns } from "./LatestRuns"
import { Menu } from "./Menu"
import { Missing } from "./Missing"
import { ServerBar } from "./Reach"
import { SignIn } from "./SignIn"
import { signOut, useSignedIn } from "./session"
import styles from "./shell.module.css"
import { shellWords } from "./words"

const NewPage = lazy(() => import("@/pages/new/NewPage"))
const RunsPage = lazy(() => import("@/pages/runs/RunsPage"))
const RunPage = lazy(() => import("@/pages/run/RunPage"))
const ChatPage = lazy(() => import("@/pages/chat/ChatPage"))
const ChatsPage = lazy(() => import("@/pages/chat/ChatsPage"))
const KbPage = lazy(() => import("@/pages/kb/KbPage"))
const ModelsPage = lazy(() => import("@/pages/models/ModelsPage"))

/** A refusal stays one; a server that is away is asked again by the bar that says so. */
const asking = {
  shouldRetryOnError: (error: unknown) => error instanceof Problem && [429, 503].includes(error.status),
}

/** The frame of all pages. */
export function App() {
  return (
    <SWRConfig value={asking}>
      <Frame />
    </SWRConfig>
  )
}

function Frame() {
  const t = useWords(shellWords)
  const [location] = useLocation()
  const { session, isKnown } = useSignedIn()
  const isStranger = session?.signed_in === false
  return (
    <div className={styles.frame}>
      <a className={styles.skip} href="#content" onClick={toContent}>
        {t.skip}
      </a>
      <header className={styles.head}>
        <Link href="/" className={styles.brand}>
          Kasen
        </Link>
        {!isStranger && <Menu />}
        <div className={styles.rest}>
          {!isStranger && isKnown && <LatestRuns />}
          <Foot session={session} />
        </div>
      </header>
      <main id="content" tabIndex={-1} className={styles.main}>
        <ServerBar />
        {isStranger && <SignIn />}
        {!isStranger && isKnown && (
          <Boundary key={location}>
            <Suspense fallback={<Loading />}>
              <Arrival>
                <Pages />
              </Arrival>
            </Suspense>
          </Boundary>
        )}
      </main>
    </div>
  )
}

/** The fragment would stay in the address, and take the focus whenever one comes back to it. */
function toContent(event: MouseEvent) {
  event.preventDefault()
  document.getElementById("content")?.focus()
}

function Foot({ session }: { session: SessionShown | undefined }) {
  const t = useWords(shellWords)
  const isSomebody = session?.shared && session.signed_in
  return (
    <div className={styles.foot}>
      <Choices />
      {isSomebody && (
        <>
          <span className={styles.who}>{t.as(session.owner)}</span>
          <Button small look="plain" onClick={() => void signOut().catch(() => undefined)}>
            {t.signOut}
          </Button>
        </>
      )}
    </div>
  )
}

function Pages() {
  return (
    <Switch>
      <Route path="/" component={NewPage} />
      <Route path="/runs" component={RunsPage} />
      <Route path="/runs/:id">{({ id }) => <RunPage key={id} id={id} />}</Route>
      <Route path="/chat" component={ChatsPage} />
      <Route path="/chat/:id">{({ id }) => <ChatPage key={id} id={id} />}</Route>
      <Route path="/kb">
        <KbPage />
      </Route>
      <Route path="/kb/:name">{({ name }) => <KbPage key={name} name={decodeURIComponent(name)} />}</Route>
      <Route path="/models" component={ModelsPage} />
      <Route component={Missing} />
    </Switch>
  )
}

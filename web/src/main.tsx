import { StrictMode } from "react"
import { createRoot } from "react-dom/client"
import { LangProvider } from "@/i18n/lang"
import { App } from "@/shell/App"
import { Boundary } from "@/shell/Boundary"
import "@/styles.css"

const root = document.getElementById("root")
if (!root) throw new Error("the page has no #root")
createRoot(root).render(
  <StrictMode>
    <LangProvider>
      <Boundary>
        <App />
      </Boundary>
    </LangProvider>
  </StrictMode>,
)

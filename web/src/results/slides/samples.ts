import type { ArtifactShown, RunDetail } from "@/api/types/server"
import type { Deck, Ref, Result, Slide } from "@/api/types/slides"

/** A slide for tests. */
export function slideOf(id: string, more: Partial<Slide> = {}): Slide {
  return {
    ...{ id, kind: "bullets", title: `Title ${id}`, subtitle: "", message: "", points: [], columns: [] },
    ...{ chart: null, table: null, picture: null, diagram: null, notes: "", refs: [], marks: [], by: "rule" },
    ...more,
  }
}

/** A source for tests. */
export function refOf(id: string, more: Partial<Ref> = {}): Ref {
  return {
    ...{ id, kind: "passage", title: `Source ${id}`, uri: "", where: "", quote: "", passage_id: "", file: "" },
    ...{ sheet: "", rows: [], columns: [], fetched: "" },
    ...more,
  }
}

export function deckOf(slides: Slide[], refs: Ref[] = []): Deck {
  return {
    ...{ title: "Tea", subtitle: "", lang: "en", audience: "", slides, refs, made: "2026-11-22", accents: [] },
    ...{ logo: "", skeleton: false },
  }
}

export function resultWith(deck: Deck | null, more: Partial<Result> = {}): Result {
  return {
    ...{ outcome: "deck", reply: "", lang: "en", deck, unchanged: false, called: "", foreign: false, plan: null },
    ...{ figures: [], drawn: [], template: "light", renders: [], rendered_by: "LibreOffice 7", problems: [] },
    ...{ repaired: [], notes: [], artifacts: [], versions: [], costs: [], seconds: 1 },
    ...more,
  }
}

export function fileOf(name: string, version = 1): ArtifactShown {
  return { name, version, media_type: "image/png", size: 10, url: `/api/runs/r/artifacts/${name}?version=${version}` }
}

/** A finished run of that result; pictures `slide-01.png` … where its result names them. */
export function runOf(id: string, result: Result, artifacts: ArtifactShown[] = []): RunDetail {
  const at = "2026-11-22T06:00:00.000+00:00"
  return {
    ...{ id, team: "slides", mode: "deck", title: "Tea", lang: "en", status: "done", can_continue: false },
    ...{
      created_at: at,
      updated_at: at,
      last_seq: 1,
      continues: "",
      thread: "",
      terminal_only: false,
      request: {},
      artifacts,
    },
    options: {} as RunDetail["options"],
    result: result as unknown as Record<string, never>,
    ...{ error: null, state_version: 1, approvals: [], runs: [] },
    costs: { calls: 0, rule_calls: 0, input_tokens: 0, output_tokens: 0, usd: 0, seconds: 0, roles: [] },
  }
}

import type { OptionsGiven, RunDetail } from "./types/server"

/** Options of a run that goes on from this one, by the same models and within the same limits. */
export function onward(run: RunDetail): Partial<OptionsGiven> {
  const { preset, models = {}, usd = null, tokens = null, seconds = null, calls = null } = run.options
  return { continues: run.id, preset, models, usd, tokens, seconds, calls }
}

import type { OptionsGiven, RunDetail } from "./types/server"

/** Options of a run that goes on from this one, by the same models and within the same limits. */
export function onward(run: RunDetail): Partial<OptionsGiven> {
  const { preset, models = {} } = run.options
  const { budget_usd = null, budget_tokens = null, budget_seconds = null, budget_calls = null } = run.options
  return { continues: run.id, preset, models, budget_usd, budget_tokens, budget_seconds, budget_calls }
}

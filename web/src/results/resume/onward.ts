import type { OptionsGiven, RunDetail } from "@/api/types/server"

/** Options of a run that goes on from this one, by the same models. */
export const onward = (run: RunDetail): Partial<OptionsGiven> => ({
  continues: run.id,
  preset: run.options.preset,
  models: run.options.models ?? {},
})

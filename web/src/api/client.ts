import createClient from "openapi-fetch"
import { reachMiddleware } from "@/api/reach"
import type { paths, Problem as ProblemBody } from "@/api/types/server"

/** What the server refuses, in its own words. */
export class Problem extends Error {
  override readonly name = "Problem"

  constructor(
    readonly status: number,
    /** The kind of error: `InputError`; empty when the server could not be reached. */
    readonly error: string,
    message: string,
    readonly hint: string,
  ) {
    super(message)
  }
}

/** The server, typed; most callers want `ask`, which throws. */
export const api = createClient<paths>({ baseUrl: window.location.origin })
api.use(reachMiddleware)

interface Answer<T> {
  data?: T | undefined
  error?: unknown
  response: Response
}

/** The data of an answer: `await ask(api.GET("/api/runs"))`. Throws Problem; status 0 where no server answered. */
export async function ask<T>(asked: Promise<Answer<T>>): Promise<T> {
  const answer = await asked.catch((error: unknown) => {
    throw error instanceof DOMException ? error : new Problem(0, "", "the server does not answer", "")
  })
  if (!answer.response.ok) throw problemOf(answer.response.status, answer.error)
  return answer.data as T
}

/** A refusal from its body. */
export function problemOf(status: number, body: unknown): Problem {
  const said = (typeof body === "object" && body !== null ? body : {}) as Partial<ProblemBody>
  return new Problem(status, said.error ?? "", said.message ?? `HTTP ${status}`, said.hint ?? "")
}

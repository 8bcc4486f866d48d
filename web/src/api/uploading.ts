import { api, ask, Problem, problemOf } from "@/api/client"
import { noteAnswer, noteSilence } from "@/api/reach"
import type { Upload } from "@/api/types/server"

/**
 * Send a file; `onProgress` hears the share that is gone, 0–1. A run names it `upload:ID`.
 * Throws Problem, and a DOMException named AbortError when `signal` ends it.
 */
export function uploadFile(file: File, onProgress?: (share: number) => void, signal?: AbortSignal): Promise<Upload> {
  return new Promise((resolve, reject) => {
    // Only XMLHttpRequest tells how far the sending has come.
    const request = new XMLHttpRequest()
    const stop = () => request.abort()
    const ended = () => signal?.removeEventListener("abort", stop)
    request.open("POST", `/api/uploads?name=${encodeURIComponent(file.name)}`)
    request.setRequestHeader("Content-Type", "application/octet-stream")
    request.responseType = "text"
    request.upload.onprogress = (event) => onProgress?.(event.total ? event.loaded / event.total : 1)
    request.onload = () => {
      ended()
      noteAnswer(request.status)
      if (request.status === 201) resolve(parsed(request.responseText) as Upload)
      else reject(problemOf(request.status, parsed(request.responseText)))
    }
    request.onerror = () => {
      ended()
      noteSilence()
      reject(new Problem(0, "", "the server does not answer", ""))
    }
    request.onabort = () => {
      ended()
      reject(new DOMException("the sending was ended", "AbortError"))
    }
    signal?.addEventListener("abort", stop)
    if (signal?.aborted) reject(new DOMException("the sending was ended", "AbortError"))
    else request.send(file)
  })
}

/** Remove a file that no run has taken; one that is gone already, or that a run keeps, is no fault. */
export async function removeUpload(id: string): Promise<void> {
  try {
    await ask(api.DELETE("/api/uploads/{upload_id}", { params: { path: { upload_id: id } } }))
  } catch (error) {
    if (!(error instanceof Problem) || ![404, 409].includes(error.status)) throw error
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

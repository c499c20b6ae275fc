declare global {
  interface Window {
    /** The early request that the page made itself, see `index.html`. */
    earlyRequest?: { url: string; token: string; answer: Promise<HttpAnswer> }
  }
}

/** A file as the body of a request, which may take any time. */
export interface SentFile {
  content: Blob
  /** Called with the number of bytes that have been sent. */
  onSent(bytes: number): void
}

export interface HttpRequest {
  method: 'GET' | 'POST' | 'DELETE'
  url: string
  headers: Readonly<Record<string, string>>
  body: unknown
  /** Sent instead of `body`. */
  file?: SentFile | undefined
  signal: AbortSignal | undefined
}

/** A response with any status. */
export interface HttpAnswer {
  status: number
  /** The parsed JSON; something else, or undefined, for a body that is no JSON. */
  data: unknown
  headers: Headers
}

/** For each request, in ms. */
export const TIME_OUT_MS = 20_000

/**
 * The response to the page's early request, if that is the same call; otherwise null. Only the first request can have
 * it, because later ones need a newer response.
 * @returns 'none' if no response comes
 * @throws the reason of the signal, if it aborts the request
 */
export function earlyAnswer(
  { url, signal }: Pick<HttpRequest, 'url' | 'signal'>,
  token: string | null,
): Promise<HttpAnswer | 'none'> | null {
  const { earlyRequest } = window
  delete window.earlyRequest
  if (earlyRequest?.url !== url || earlyRequest.token !== token) return null
  return new Promise((resolve, reject) => {
    const giveUp = () => reject(signal?.reason)
    if (signal?.aborted) giveUp()
    signal?.addEventListener('abort', giveUp)
    setTimeout(() => resolve('none'), TIME_OUT_MS)
    earlyRequest.answer.then(resolve, () => resolve('none'))
  })
}

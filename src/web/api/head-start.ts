import type { AxiosRequestConfig } from 'axios'

declare global {
  interface Window {
    /** The call that the page itself has made, see `index.html`. */
    headStart?: { url: string; token: string; answer: Promise<Response> }
  }
}

/**
 * How a request takes the answer of the call that the page made before the console's code was there, if it is the very
 * same call; else nothing. Only the first request can: a later one wants a newer answer.
 */
export function startedBefore(url: string, token: string | null): AxiosRequestConfig {
  const { headStart } = window
  delete window.headStart
  if (headStart?.url !== url || headStart.token !== token) return {}
  const answer = (request: RequestInfo | URL) =>
    new Promise<Response>((resolve, reject) => {
      if (request instanceof Request) {
        const { signal } = request
        const giveUp = () => reject(signal.reason)
        if (signal.aborted) giveUp()
        signal.addEventListener('abort', giveUp)
      }
      headStart.answer.then(resolve, reject)
    })
  return { adapter: 'fetch', env: { fetch: answer } }
}

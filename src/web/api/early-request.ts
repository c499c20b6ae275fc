import type { AxiosRequestConfig } from 'axios'

declare global {
  interface Window {
    /** The early request that the page made itself, see `index.html`. */
    earlyRequest?: { url: string; token: string; answer: Promise<Response> }
  }
}

/**
 * The request configuration that adopts the response to the page's early request, if both are the same call;
 * otherwise empty. Only the first request can adopt it, because later ones need a newer response.
 */
export function earlyResponse(url: string, token: string | null): AxiosRequestConfig {
  const { earlyRequest } = window
  delete window.earlyRequest
  if (earlyRequest?.url !== url || earlyRequest.token !== token) return {}
  const answer = (request: RequestInfo | URL) =>
    new Promise<Response>((resolve, reject) => {
      if (request instanceof Request) {
        const { signal } = request
        const giveUp = () => reject(signal.reason)
        if (signal.aborted) giveUp()
        signal.addEventListener('abort', giveUp)
      }
      earlyRequest.answer.then(resolve, reject)
    })
  return { adapter: 'fetch', env: { fetch: answer } }
}

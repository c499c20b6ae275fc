import axios, { AxiosError, AxiosHeaders, type InternalAxiosRequestConfig } from 'axios'

export interface SentRequest {
  method: string
  /** Path and query of the request. */
  url: string
  authorization: string | null
  body: unknown
}

export interface Answer {
  status?: number
  body?: unknown
  headers?: Record<string, string>
}

type Handler = (request: SentRequest) => Answer | Promise<Answer>

/**
 * Replaces the network. `setup.ts` imports it first, because axios instances copy the default adapter when they are
 * created.
 */
export const fakeServer = {
  sent: [] as SentRequest[],
  handler: (() => ({ body: {} })) as Handler,
  /** Answers all calls from now on, and clears the recorded requests. */
  answer(handler: Handler) {
    this.sent = []
    this.handler = handler
  },
}

function requestOf(config: InternalAxiosRequestConfig<string | undefined>): SentRequest {
  const authorization = config.headers.get('Authorization')
  return {
    method: (config.method ?? 'get').toUpperCase(),
    url: axios.getUri(config),
    authorization: typeof authorization === 'string' ? authorization : null,
    body: config.data === undefined ? undefined : JSON.parse(config.data),
  }
}

axios.defaults.adapter = async (config) => {
  const request = requestOf(config)
  fakeServer.sent.push(request)
  const { status = 200, body, headers = {} } = await fakeServer.handler(request)
  if (config.signal?.aborted) throw new axios.CanceledError()
  const response = {
    data: JSON.stringify(body),
    status,
    statusText: '',
    headers: new AxiosHeaders(headers),
    config,
  }
  return response
}

/** Thrown by a handler to simulate a lost connection. */
export function connectionLost(): never {
  throw new AxiosError('Network Error', AxiosError.ERR_NETWORK)
}

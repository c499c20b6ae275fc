import axios, { type AxiosRequestConfig } from 'axios'
import { type HttpAnswer, type HttpRequest, type SentFile, TIME_OUT_MS } from './early-request.ts'

// A refusal is a response like any other: the caller reads its words.
const client = axios.create({ timeout: TIME_OUT_MS, validateStatus: null })

/**
 * Sends a request.
 * @returns 'none' if no response comes
 * @throws axios' cancellation if the signal aborts the request
 */
export async function http({
  method,
  url,
  headers,
  body,
  file,
  signal,
}: HttpRequest): Promise<HttpAnswer | 'none'> {
  try {
    const response = await client.request<unknown>({
      method,
      url,
      headers,
      data: body,
      ...(file && ofFile(file, headers)),
      ...(signal && { signal }),
    })
    return { status: response.status, data: response.data, headers: headersOf(response.headers) }
  } catch (error) {
    if (!axios.isAxiosError(error) || axios.isCancel(error)) throw error
    return 'none'
  }
}

/** The browser reads the file while it sends it. */
function ofFile({ content, onSent }: SentFile, headers: HttpRequest['headers']): AxiosRequestConfig {
  return {
    data: content,
    headers: { ...headers, 'Content-Type': 'application/octet-stream' },
    timeout: 0,
    onUploadProgress: ({ loaded }) => onSent(loaded),
  }
}

function headersOf(received: object): Headers {
  const headers = new Headers()
  for (const [name, value] of Object.entries(received)) headers.append(name, String(value))
  return headers
}

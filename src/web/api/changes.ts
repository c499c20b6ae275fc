import { DATA_BASE } from '../../contract/call.ts'
import { streamChanges, UNATTENDED_HEADER } from '../../contract/changes.ts'
import { installation } from '../state/installation.ts'
import { expireSession, readToken } from '../state/session.ts'

export type OpenedStream = ReadableStream<Uint8Array<ArrayBuffer>>

/**
 * Opens the stream of changes. By `fetch`, because `EventSource` cannot send the token in a header and axios reads
 * whole responses. It does not count as use of the session, however often it is opened.
 * @param lastId of the last event that was received; null for the first stream
 * @returns null if the server refuses it, so that trying again is useless
 * @throws if the server is unreachable or busy
 */
export async function openChanges(lastId: string | null, signal: AbortSignal): Promise<OpenedStream | null> {
  const token = readToken()
  if (token === null) return null
  const response = await fetch(installation.dataHost + DATA_BASE + streamChanges.path, {
    headers: {
      Authorization: `Bearer ${token}`,
      [UNATTENDED_HEADER]: 'true',
      ...(lastId !== null && { 'Last-Event-ID': lastId }),
    },
    cache: 'no-store',
    signal,
  })
  if (response.ok && response.body) return response.body
  await response.body?.cancel()
  // Only if the token is still the same: a late refusal must not end a session that began in the meantime.
  if (response.status === 401 && readToken() === token) expireSession()
  if (response.status >= 400 && response.status < 500 && response.status !== TOO_MANY) return null
  throw new Error(`The stream of changes answered ${response.status}.`)
}

const TOO_MANY = 429

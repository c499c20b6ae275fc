import { streamChanges, UNATTENDED_HEADER } from '../../contract/changes.ts'
import { readToken } from '../state/session.ts'
import { openStream } from './client.ts'
import type { OpenedStream } from './event-stream.ts'

/**
 * Opens the stream of changes. It does not count as use of the session, however often it is opened.
 * @param lastId of the last event that was received; null for the first stream
 * @returns null if the server refuses it, so that trying again is useless
 * @throws if the server is unreachable or busy
 */
export async function openChanges(lastId: string | null, signal: AbortSignal): Promise<OpenedStream | null> {
  const token = readToken()
  if (token === null) return null
  const headers = { [UNATTENDED_HEADER]: 'true', ...(lastId !== null && { 'Last-Event-ID': lastId }) }
  const response = await openStream(streamChanges, { token, headers, signal })
  if (response.ok && response.body) return response.body
  await response.body?.cancel()
  if (response.status >= 400 && response.status < 500 && response.status !== TOO_MANY) return null
  throw new Error(`The stream of changes answered ${response.status}.`)
}

const TOO_MANY = 429

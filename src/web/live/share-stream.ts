import { CHANGE_EVENTS, HEARTBEAT_MS, streamChanges, UNATTENDED_HEADER } from '../../contract/changes.ts'
import { openStream, TOO_MANY } from '../api/client.ts'
import { type OpenedStream, readEvents, type StreamEvent } from '../api/event-stream.ts'
import { firstPosition, noteHeard } from '../state/live.ts'
import { readToken } from '../state/session.ts'

/** Message to the other tabs. */
type Message =
  /** An event or a heartbeat, and the event before it, which older versions of the console do not name. */
  | { type: 'heard'; event: StreamEvent; after?: string | null }
  | { type: 'lost' }
  /** The request of a new tab, and the response: the last event of the stream. */
  | { type: 'hello' }
  | { type: 'welcome'; id: string | null }

const RESET: StreamEvent = { id: null, event: CHANGE_EVENTS.reset, data: '' }

/**
 * Calls back with the changes of one stream, which the tabs of this browser share: the tab that holds a lock reads it
 * and forwards its events. When that tab is closed, another one gets the lock and continues after the last event.
 * @param user whose tabs share it
 * @returns a function that stops it
 */
export function shareStream(user: string, onEvent: (event: StreamEvent) => void): () => void {
  const name = `changes/${user}`
  const channel = new BroadcastChannel(name)
  const ending = new AbortController()
  const { signal } = ending
  let lastId: string | null = null
  let hasJoined = false
  let isReading = false

  const hear = (event: StreamEvent) => {
    noteHeard(Date.now())
    if (event.id !== null) lastId = event.id
    if (event.event !== null) onEvent(event)
  }
  /**
   * Joins the stream of another tab after its event `id`, null if that is unknown, with the first message that this tab
   * receives. If this page's first response was read at another position, it may have missed events, and resets.
   */
  const join = (id: string | null) => {
    if (hasJoined) return
    hasJoined = true
    hear({ id, event: null, data: '' })
    void firstPosition.position.then((position) => {
      if (position !== id && !signal.aborted) onEvent(RESET)
    })
  }
  const post = (message: Message) => {
    if (!signal.aborted) channel.postMessage(message)
  }
  channel.onmessage = ({ data }: MessageEvent<Message>) => {
    if (data.type === 'heard') {
      join(data.after ?? null)
      hear(data.event)
    } else if (data.type === 'lost') noteHeard(null)
    else if (data.type === 'welcome') join(data.id)
    else if (isReading) post({ type: 'welcome', id: lastId })
  }
  post({ type: 'hello' })

  const lead = () =>
    stayConnected(
      {
        async open(attempt) {
          // The first stream continues after this page's first response.
          lastId ??= await orAborted(firstPosition.position, attempt)
          return openChanges(lastId, attempt)
        },
        onEvent(event) {
          if (signal.aborted) return
          isReading = true
          post({ type: 'heard', event, after: lastId })
          hear(event)
        },
        onLost() {
          isReading = false
          noteHeard(null)
          post({ type: 'lost' })
        },
      },
      signal,
    )
  navigator.locks.request(name, { signal }, lead).catch(ignore)
  return () => {
    ending.abort()
    channel.close()
    noteHeard(null)
  }
}

/** The request for the lock is rejected when it ends before this tab has got it. */
function ignore(): void {}

function orAborted<Value>(promise: Promise<Value>, signal: AbortSignal): Promise<Value> {
  return new Promise((resolve, reject) => {
    const giveUp = () => reject(signal.reason)
    if (signal.aborted) giveUp()
    signal.addEventListener('abort', giveUp, { once: true })
    promise.then(resolve, reject)
  })
}

/** A stream that is silent for longer is opened again, in milliseconds. */
export const SILENT_MS = 2 * HEARTBEAT_MS

/** Longest delay before a lost stream is opened again. */
const LONGEST_WAIT_MS = 30_000

interface Connection {
  /** Opens a stream; null if that is refused for good. Rejects if it may succeed later. */
  open(signal: AbortSignal): Promise<OpenedStream | null>
  onEvent(event: StreamEvent): void
  /** Called when the stream ends for any reason. */
  onLost(): void
}

/**
 * Reads streams one after another until the signal is aborted or the server refuses them. A lost stream is reopened
 * after a delay, which grows with each failure; immediately when the network or the user returns.
 */
export async function stayConnected(connection: Connection, signal: AbortSignal): Promise<void> {
  for (let failures = 0; !signal.aborted; failures += 1) {
    const outcome = await readOne(connection, signal)
    if (outcome === 'refused') return
    if (outcome === 'read') failures = 0
    if (!signal.aborted) await untilNextTry(waitAfter(failures, Math.random()), signal)
  }
}

/**
 * Milliseconds before the next try: about a second, doubled by each failure.
 * @param chance from 0 to 1, so that the desks of a restarted server do not all return at once
 */
export function waitAfter(failures: number, chance: number): number {
  return Math.min(LONGEST_WAIT_MS, 1_000 * 2 ** failures) * (0.5 + chance / 2)
}

async function readOne(
  { open, onEvent, onLost }: Connection,
  signal: AbortSignal,
): Promise<'read' | 'refused' | 'failed'> {
  const silence = new AbortController()
  const stop = () => silence.abort()
  signal.addEventListener('abort', stop)
  let timer = setTimeout(stop, SILENT_MS)
  let hasRead = false
  try {
    const stream = await open(silence.signal)
    if (stream === null) return 'refused'
    await readEvents(stream, (event) => {
      clearTimeout(timer)
      timer = setTimeout(stop, SILENT_MS)
      hasRead = true
      onEvent(event)
    })
  } catch {
    // The server is gone, or was silent for too long: both are tried again.
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', stop)
    onLost()
  }
  return hasRead ? 'read' : 'failed'
}

function untilNextTry(wait: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer)
      window.removeEventListener('online', done)
      window.removeEventListener('focus', done)
      signal.removeEventListener('abort', done)
      resolve()
    }
    const timer = setTimeout(done, wait)
    window.addEventListener('online', done)
    window.addEventListener('focus', done)
    signal.addEventListener('abort', done)
  })
}

/**
 * Opens the stream of changes. It does not count as use of the session, however often it is opened.
 * @param lastId of the event after which it continues
 * @returns null if the server refuses it, so that trying again is useless
 * @throws if the server is unreachable or busy
 */
async function openChanges(lastId: string, signal: AbortSignal): Promise<OpenedStream | null> {
  const token = readToken()
  if (token === null) return null
  const headers = { [UNATTENDED_HEADER]: 'true', 'Last-Event-ID': lastId }
  const response = await openStream(streamChanges, { token, headers, signal })
  if (response.ok && response.body) return response.body
  await response.body?.cancel()
  if (response.status >= 400 && response.status < 500 && response.status !== TOO_MANY) return null
  throw new Error(`The stream of changes answered ${response.status}.`)
}

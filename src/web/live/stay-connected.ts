import { HEARTBEAT_MS } from '../../contract/changes.ts'
import { type OpenedStream, readEvents, type StreamEvent } from '../api/event-stream.ts'

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

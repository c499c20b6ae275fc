import { CHANGE_EVENTS } from '../../contract/changes.ts'
import { openChanges } from '../api/changes.ts'
import type { StreamEvent } from '../api/event-stream.ts'
import { firstPosition, noteHeard } from '../state/live.ts'
import { stayConnected } from './stay-connected.ts'

/** Message to the other tabs. */
type Message =
  /** An event or a heartbeat. */
  | { type: 'heard'; event: StreamEvent }
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
  let isReading = false

  const hear = (event: StreamEvent) => {
    noteHeard(Date.now())
    if (event.id !== null) lastId = event.id
    if (event.event !== null) onEvent(event)
  }
  /**
   * Joins the stream of another tab at its last event, `id`. If this page's first response was read at another
   * position, this tab may have missed events, and resets.
   */
  const join = (id: string | null) => {
    if (lastId !== null) return
    hear({ id, event: null, data: '' })
    void firstPosition.then((position) => {
      if (position !== id && !signal.aborted) onEvent(RESET)
    })
  }
  const post = (message: Message) => {
    if (!signal.aborted) channel.postMessage(message)
  }
  channel.onmessage = ({ data }: MessageEvent<Message>) => {
    if (data.type === 'heard') hear(data.event)
    else if (data.type === 'lost') noteHeard(null)
    else if (data.type === 'welcome') join(data.id)
    else if (isReading) post({ type: 'welcome', id: lastId })
  }
  post({ type: 'hello' })

  /** The last event of the previous stream, otherwise the position of this page's first response. */
  const startingPoint = async () => lastId ?? firstPosition
  const lead = () =>
    stayConnected(
      {
        open: async (attempt) => openChanges(await orAborted(startingPoint(), attempt), attempt),
        onEvent(event) {
          if (signal.aborted) return
          isReading = true
          hear(event)
          post({ type: 'heard', event })
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

import { atom } from 'jotai'
import { HEARTBEAT_MS } from '../../contract/changes.ts'
import { store } from './store.ts'

/** Milliseconds by which a heartbeat may be late. */
const LATE_MS = 10_000

const heardAtAtom = atom<number | null>(null)

/**
 * Notes when (ms) an event or heartbeat last arrived, in this tab or in the tab that reads the stream; null when the
 * stream has ended.
 */
export function noteHeard(at: number | null): void {
  store.set(heardAtAtom, at)
}

/**
 * Whether changes arrive by themselves, so that visible records need not be refetched. False also for a stream that
 * has been silent for too long, as after the computer has slept.
 */
export function isLive(): boolean {
  const heardAt = store.get(heardAtAtom)
  return heardAt !== null && Math.abs(Date.now() - heardAt) < HEARTBEAT_MS + LATE_MS
}

/**
 * The position in the stream of changes from which this page must follow it: that of the request that was sent first. A
 * later one may be answered earlier, although it read the records later.
 */
class FirstPosition {
  #found: (position: string) => void = () => {}
  #earliest: Promise<string | null> = Promise.resolve(null)

  /** Resolves once it is known. */
  readonly position = new Promise<string>((resolve) => {
    this.#found = resolve
  })

  /** Notes the position in the response to a request, null without one, in the order in which requests are sent. */
  note(response: Promise<string | null>): void {
    this.#earliest = Promise.all([this.#earliest, response]).then(
      ([earlier, position]) => earlier ?? position,
    )
    void this.#earliest.then((position) => position !== null && this.#found(position))
  }
}

export const firstPosition = new FirstPosition()

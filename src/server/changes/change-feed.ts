import { randomUUID } from 'node:crypto'
import { CHANGE_EVENTS } from '../../contract/changes.ts'
import type { Stoppable } from '../platform/repeat.ts'

/** An event for the desks. */
export interface FeedEvent {
  /** Where a client continues: the feed's name and the number of the event. */
  id: string
  event: (typeof CHANGE_EVENTS)[keyof typeof CHANGE_EVENTS]
  /** JSON without line breaks; blank for `ready` and `reset`. */
  data: string
}

/** Events that a client can catch up with after it was disconnected: minutes of a busy day. */
const MOST_KEPT = 1_000

type Listener = (event: FeedEvent) => void

/** What fills a feed. */
export interface RunningFeed extends Stoppable {
  /** Why desks may miss changes, as a sentence; null while they do not. */
  trouble(): string | null
}

/** The changes that this process knows of, in their order. */
export class ChangeFeed {
  /** Unique to each feed, so that a client of another process or of an earlier start cannot continue here. */
  #name = randomUUID()
  #count = 0
  #kept: FeedEvent[] = []
  readonly #listeners = new Set<Listener>()

  /** @param note JSON of the contract's `Changes` */
  publish(note: string): void {
    this.#count += 1
    const event = { id: this.#id(this.#count), event: CHANGE_EVENTS.change, data: note }
    this.#kept.push(event)
    if (this.#kept.length > MOST_KEPT) this.#kept.shift()
    this.#tell(event)
  }

  /** Reports that changes may have been missed. */
  reset(): void {
    this.#name = randomUUID()
    this.#count = 0
    this.#kept = []
    this.#tell(this.#at(CHANGE_EVENTS.reset))
  }

  /** The id of the last event. */
  get position(): string {
    return this.#id(this.#count)
  }

  /**
   * The first events for a client.
   * @param lastId of the last event that it received; null for its first stream
   */
  since(lastId: string | null): FeedEvent[] {
    if (lastId === null) return [this.#at(CHANGE_EVENTS.ready)]
    const missed = this.#missedSince(lastId)
    if (missed === null) return [this.#at(CHANGE_EVENTS.reset)]
    return [{ id: lastId, event: CHANGE_EVENTS.ready, data: '' }, ...missed]
  }

  /** Calls the listener with each event from now on. @returns a function that ends it */
  subscribe(listener: Listener): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  #missedSince(lastId: string): FeedEvent[] | null {
    if (lastId === this.position) return []
    const first = this.#kept[0]
    // A client that received the event before the oldest kept one has missed nothing.
    if (first && lastId === this.#id(this.#count - this.#kept.length)) return [...this.#kept]
    const index = this.#kept.findIndex(({ id }) => id === lastId)
    return index === -1 ? null : this.#kept.slice(index + 1)
  }

  #id(number: number): string {
    return `${this.#name}.${number}`
  }

  #at(event: 'ready' | 'reset'): FeedEvent {
    return { id: this.position, event, data: '' }
  }

  #tell(event: FeedEvent): void {
    for (const listener of this.#listeners) listener(event)
  }
}

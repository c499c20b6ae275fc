import { atom } from 'jotai'
import type { Stroke } from '../../../commands/engine/keymap.ts'
import type { IndexedRecord } from '../../domain/records/indexed-record.ts'

/** The part of the key listener that the palette uses. */
export interface KeyQueue {
  /** Queues keys for a record whose screen is pending: they run on that record and on no other. */
  queueFor(record: Pick<IndexedRecord, 'kind' | 'id' | 'code'>, strokes: readonly Stroke[]): void
}

/** Set by the key listener itself: it imports the palette, so the palette cannot import it. */
export const keyQueueAtom = atom<KeyQueue | null>(null)

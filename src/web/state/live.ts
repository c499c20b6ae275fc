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

let resolvePosition: (position: string) => void = () => {}

/** The position in the stream of changes before the first response of this page, which may lack later changes. */
export const firstPosition = new Promise<string>((resolve) => {
  resolvePosition = resolve
})

/** Notes the position in the header of a response; only that of the first one counts. */
export function notePosition(header: unknown): void {
  if (typeof header === 'string' && header !== '') resolvePosition(header)
}

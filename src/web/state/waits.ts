import { atom } from 'jotai'
import { useLayoutEffect, useRef } from 'react'
import { counted } from '../../domain/format/text.ts'
import {
  type KeyQueue,
  NO_KEYS,
  type Outcome,
  type QueuedKey,
  type QueueEvent,
  reduceQueue,
  type Wait,
} from './key-queue.ts'
import { store } from './store.ts'
import { notify } from './toasts.ts'

/** The pending waits and the keys that wait; only `dispatchQueue` changes it. */
export const keyQueueAtom = atom<KeyQueue>(NO_KEYS)

/** The latest wait's number. */
const latestAtom = atom(0)

/** Applies an event, and names the keys that it drops. Returns the key that may run now, if there is one. */
export function dispatchQueue(event: QueueEvent): QueuedKey | null {
  const { state, effects } = reduceQueue(store.get(keyQueueAtom), event)
  store.set(keyQueueAtom, state)
  for (const effect of effects) if (effect.do === 'name') name(effect.keys, effect.reason)
  return effects.find((effect) => effect.do === 'run')?.key ?? null
}

/** Names keys that are not carried out: 'Not done: Record payment, Ctrl Enter. Failed to find the order.' */
function name(keys: readonly QueuedKey[], reason: string): void {
  const names = keys.slice(0, MOST_NAMED).map((key) => key.name)
  const rest = keys.length - names.length
  if (rest > 0) names.push(counted(rest, 'more key'))
  notify('warning', `Not done: ${names.join(', ')}. ${/[.!?]$/.test(reason) ? reason : `${reason}.`}`)
}

const MOST_NAMED = 12

/** Begins a wait in the step in which its cause begins. Keys that it holds wait until `endWait`. Returns its number. */
export function beginWait(wait: Omit<Wait, 'id'>): number {
  const id = store.get(latestAtom) + 1
  store.set(latestAtom, id)
  dispatchQueue({ type: 'began', wait: { ...wait, id } })
  return id
}

export const ARRIVED: Outcome = { type: 'arrived' }
export const CANCELLED: Outcome = { type: 'cancelled', reason: 'It was cancelled' }

/** Ends a wait. A wait that has ended already is ignored. */
export function endWait(id: number, outcome: Outcome): void {
  dispatchQueue({ type: 'ended', id, outcome })
}

/** Drops the keys that wait, and names them. */
export function dropKeys(reason: string): void {
  dispatchQueue({ type: 'dropped', reason })
}

/**
 * Lets keys wait while `wait` is not null and the calling component is mounted. It begins in the commit that first
 * renders it, before keys can reach the screen.
 * @param wait a new object continues the same wait if its label is the same
 * @param outcome how the wait has ended, once `wait` is null
 */
export function useWait(wait: Omit<Wait, 'id'> | null, outcome: Outcome = ARRIVED): void {
  const pending = useRef<{ id: number; label: string } | null>(null)
  useLayoutEffect(() => {
    const { current } = pending
    if (current !== null && current.label === wait?.label) return
    pending.current = wait && { id: beginWait(wait), label: wait.label }
    if (current !== null) endWait(current.id, wait === null ? outcome : CANCELLED)
  })
  useLayoutEffect(
    () => () => {
      if (pending.current !== null) endWait(pending.current.id, CANCELLED)
      pending.current = null
    },
    [],
  )
}

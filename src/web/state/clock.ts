import { atom } from 'jotai'
import { useEffect, useState } from 'react'
import { store } from './store.ts'

/** Smaller differences are noise: a `Date` header has whole seconds, and the response took time to arrive. */
const NOISE_MS = 2_000

/** Milliseconds by which the server's clock is ahead of this computer's. */
const offsetAtom = atom(0)

/** The current time in milliseconds by the server's clock. */
export function now(): number {
  return Date.now() + store.get(offsetAtom)
}

/** Corrects the clock by the `Date` header of a response (RFC 9110, such as `Fri, 20 Nov 2026 01:02:03 GMT`). */
export function correctClock(dateHeader: unknown): void {
  if (typeof dateHeader !== 'string') return
  const server = Date.parse(dateHeader)
  if (Number.isNaN(server)) return
  const difference = server - Date.now()
  if (Math.abs(difference - store.get(offsetAtom)) > NOISE_MS) store.set(offsetAtom, difference)
}

/** The current time in milliseconds, updated every `everyMs`, for ages that change while the page is open. */
export function useNow(everyMs: number): number {
  const [time, setTime] = useState(now)
  useEffect(() => {
    const timer = setInterval(() => setTime(now()), everyMs)
    return () => clearInterval(timer)
  }, [everyMs])
  return time
}

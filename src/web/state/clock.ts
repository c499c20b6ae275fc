import { useEffect, useState } from 'react'

/** A `Date` header has whole seconds and took time to come: smaller differences are noise. */
const NOISE_MS = 2_000

let offset = 0

/** The time in ms, as the server's clock has it. */
export function now(): number {
  return Date.now() + offset
}

/** Corrects the clock by the `Date` header of an answer (RFC 9110, such as `Fri, 20 Nov 2026 01:02:03 GMT`). */
export function correctClock(dateHeader: unknown): void {
  if (typeof dateHeader !== 'string') return
  const server = Date.parse(dateHeader)
  if (Number.isNaN(server)) return
  const difference = server - Date.now()
  if (Math.abs(difference - offset) > NOISE_MS) offset = difference
}

/** The time in ms, renewed every `everyMs`: for ages that tick while the page is open. */
export function useNow(everyMs: number): number {
  const [time, setTime] = useState(now)
  useEffect(() => {
    const timer = setInterval(() => setTime(now()), everyMs)
    return () => clearInterval(timer)
  }, [everyMs])
  return time
}

import { useEffect, useState } from 'react'

/** Milliseconds before a loading state is shown, because most responses arrive sooner. */
const DELAY_MS = 200

/** Milliseconds after which a response is overdue: the user then reads what is pending. */
export const OVERDUE_MS = 3_000

/** Whether `waiting` has been true for long enough, in ms, to show a loading state. */
export function useLate(waiting: boolean, delay = DELAY_MS): boolean {
  const [late, setLate] = useState(false)
  useEffect(() => {
    if (!waiting) return
    const timer = setTimeout(() => setLate(true), delay)
    return () => {
      clearTimeout(timer)
      setLate(false)
    }
  }, [waiting, delay])
  return waiting && late
}

import { useEffect, useState } from 'react'

/** Milliseconds before a loading state is shown, because most responses arrive sooner. */
const DELAY_MS = 200

/** Whether `waiting` has been true for long enough to show a loading state. */
export function useLate(waiting: boolean): boolean {
  const [late, setLate] = useState(false)
  useEffect(() => {
    if (!waiting) return
    const timer = setTimeout(() => setLate(true), DELAY_MS)
    return () => {
      clearTimeout(timer)
      setLate(false)
    }
  }, [waiting])
  return waiting && late
}

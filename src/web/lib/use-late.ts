import { useEffect, useState } from 'react'

/** How long nothing is drawn for data that is not there yet, in ms: most answers come sooner. */
const PATIENCE = 200

/** Whether something has been waited for long enough to say so. */
export function useLate(waiting: boolean): boolean {
  const [late, setLate] = useState(false)
  useEffect(() => {
    if (!waiting) return
    const timer = setTimeout(() => setLate(true), PATIENCE)
    return () => {
      clearTimeout(timer)
      setLate(false)
    }
  }, [waiting])
  return waiting && late
}

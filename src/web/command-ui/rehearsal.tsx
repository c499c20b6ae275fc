import { Activity, type ReactNode, useEffect, useState } from 'react'
import { whenIdle } from '../api/when-idle.ts'

interface RehearsalProps {
  /** Loads what is rehearsed; must be stable, and never reject. */
  load: () => Promise<void>
  children: ReactNode
}

/** What was rehearsed in this page. */
const known = new WeakSet<() => Promise<void>>()

/**
 * Draws something once where nobody sees it, when there is nothing else to do: a browser compiles code when it first
 * runs, and the first opening took twice as long as the next. Its effects do not run.
 */
export function Rehearsal({ load, children }: RehearsalProps) {
  const [on, setOn] = useState(false)
  useEffect(() => {
    if (on) return whenIdle(() => setOn(false))
    if (known.has(load)) return
    return whenIdle(() => {
      known.add(load)
      void load().then(() => setOn(true))
    })
  }, [on, load])
  return on && <Activity mode="hidden">{children}</Activity>
}

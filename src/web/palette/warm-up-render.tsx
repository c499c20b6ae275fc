import { type ReactNode, Suspense, startTransition, use, useEffect, useState } from 'react'
import { whenIdle } from '../api/when-idle.ts'

interface RehearsalProps {
  /** Loads what is rehearsed; must be stable, and never reject. */
  load: () => Promise<void>
  children: ReactNode
}

/** What was rehearsed in this page. */
const known = new WeakSet<() => Promise<void>>()

const NEVER = new Promise<never>(() => undefined)

function Unfinished(): ReactNode {
  return use(NEVER)
}

/**
 * Runs what draws something, once, when there is nothing else to do: a browser compiles code when it first runs, and
 * the first opening took twice as long as the next. Nothing of it comes into the document, and no effect runs, for
 * what stands beside it is never finished.
 */
export function Rehearsal({ load, children }: RehearsalProps) {
  const [on, setOn] = useState(false)
  useEffect(() => {
    if (on) setOn(false)
    if (known.has(load)) return
    return whenIdle(() => {
      known.add(load)
      void load().then(() => startTransition(() => setOn(true)))
    })
  }, [on, load])
  return (
    on && (
      <Suspense>
        {children}
        <Unfinished />
      </Suspense>
    )
  )
}

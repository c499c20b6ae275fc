import { type ReactNode, Suspense, startTransition, use, useEffect, useState } from 'react'
import { whenIdle } from '../api/when-idle.ts'

interface WarmUpRenderProps {
  /** Loads the code of the children; must be stable, and never reject. */
  load: () => Promise<void>
  children: ReactNode
}

/** The loaders whose children have been rendered on this page. */
const rendered = new WeakSet<() => Promise<void>>()

const NEVER = new Promise<never>(() => undefined)

function Suspended(): ReactNode {
  return use(NEVER)
}

/**
 * Renders its children once in idle time, so that the browser compiles their code: without it the first opening took
 * twice as long as the next. A sibling suspends for ever, so React commits nothing and runs no effect.
 */
export function WarmUpRender({ load, children }: WarmUpRenderProps) {
  const [on, setOn] = useState(false)
  useEffect(() => {
    if (on) setOn(false)
    if (rendered.has(load)) return
    return whenIdle(() => {
      rendered.add(load)
      void load().then(() => startTransition(() => setOn(true)))
    })
  }, [on, load])
  return (
    on && (
      <Suspense>
        {children}
        <Suspended />
      </Suspense>
    )
  )
}

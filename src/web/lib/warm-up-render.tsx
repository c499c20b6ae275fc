import { type ReactNode, Suspense, startTransition, use, useEffect, useState } from 'react'

interface WarmUpRenderProps {
  /** Loads the code of the children; must be stable, and never reject. */
  load: () => Promise<void>
  /** Runs a function in idle time; returns a function that cancels it. Must be stable. */
  whenIdle: (run: () => void) => () => void
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
export function WarmUpRender({ load, whenIdle, children }: WarmUpRenderProps) {
  const [on, setOn] = useState(false)
  useEffect(() => {
    if (on) setOn(false)
    if (rendered.has(load)) return
    return whenIdle(() => {
      rendered.add(load)
      void load().then(() => startTransition(() => setOn(true)))
    })
  }, [on, load, whenIdle])
  return (
    on && (
      <Suspense>
        {children}
        <Suspended />
      </Suspense>
    )
  )
}

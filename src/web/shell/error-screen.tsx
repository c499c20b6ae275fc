import { useEffect } from 'react'
import { isRouteErrorResponse, useRouteError } from 'react-router-dom'
import { MESSAGES } from '../../domain/catalogue.ts'
import { paths } from '../paths.ts'
import { Button, buttonVariants } from '../ui/button.tsx'

interface Told {
  text: string
  stack: string | null
}

/** The status text or message of what was thrown, and its stack where it has one (section 8). */
export function tellError(error: unknown): Told {
  if (isRouteErrorResponse(error)) return { text: error.statusText || String(error.status), stack: null }
  if (error instanceof Error) return { text: error.message, stack: error.stack ?? null }
  return { text: String(error), stack: null }
}

/** The fallback for any routing error, and for a screen that fails to draw. */
export function ErrorScreen() {
  const { text, stack } = tellError(useRouteError())
  useEffect(() => {
    document.title = MESSAGES.routingError
  }, [])
  return (
    <div
      role="alert"
      className="grid min-h-0 flex-1 content-start justify-items-start gap-3 overflow-auto bg-surface p-4"
    >
      <h1 tabIndex={-1} ref={focusOnce} className="text-title">
        {MESSAGES.routingError}
      </h1>
      <p>{text}</p>
      {stack && (
        <pre className="w-full overflow-x-auto rounded-l border border-line bg-surface-2 p-3 font-mono text-small text-fg-2">
          {stack}
        </pre>
      )}
      <p className="flex gap-2">
        <a href={paths.orders()} className={buttonVariants()}>
          Orders
        </a>
        <Button onClick={() => location.reload()}>Reload</Button>
      </p>
    </div>
  )
}

/** The same where no shell stands around it. */
export function ErrorPage() {
  return (
    <main className="flex h-full">
      <ErrorScreen />
    </main>
  )
}

function focusOnce(heading: HTMLElement | null): void {
  heading?.focus()
}

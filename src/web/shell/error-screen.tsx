import { isRouteErrorResponse, Link, useRouteError } from 'react-router-dom'
import { MESSAGES } from '../../domain/records/catalogue.ts'
import { takeFocus } from '../lib/return-focus.ts'
import { paths } from '../routing/paths.ts'
import { useDocumentTitle } from '../routing/screen-title.ts'
import { Button, buttonVariants } from '../ui/button.tsx'
import { Card, CardHeader, CardTitle } from '../ui/card.tsx'
import { Brand } from './brand.tsx'
import { ScreenNotLoaded, useScriptRetry } from './screen-script.ts'

interface ErrorText {
  text: string
  stack: string | null
}

/** The status text or message of an error, and its stack if it has one (NAV-3). */
export function describeError(error: unknown): ErrorText {
  if (isRouteErrorResponse(error)) return { text: error.statusText || String(error.status), stack: null }
  if (error instanceof ScreenNotLoaded) return { text: error.message, stack: null }
  if (error instanceof Error) return { text: error.message, stack: error.stack ?? null }
  return { text: String(error), stack: null }
}

/** Shown for all routing errors and for screens that fail to render. */
export function ErrorScreen() {
  const error = useRouteError()
  const { text, stack } = describeError(error)
  useDocumentTitle(MESSAGES.routingError)
  return (
    <div role="alert" className="scroll-pane bg-surface">
      <div className="flex min-h-11 items-center px-4 py-2">
        <h1 tabIndex={-1} ref={takeFocus} className="text-title">
          {MESSAGES.routingError}
        </h1>
      </div>
      <div className="grid max-w-[960px] gap-4 px-4 pb-4">
        <div className="rounded-l bg-red-bg px-3 py-[9px] font-semibold text-red-ink inset-ring inset-ring-red-line">
          {text}
        </div>
        {error instanceof ScreenNotLoaded ? <RetryScript /> : <ReloadPage />}
        {stack && (
          <Card>
            <CardHeader>
              <CardTitle>Stack trace</CardTitle>
            </CardHeader>
            <pre className="overflow-x-auto p-3 font-mono text-small text-fg-2">{stack}</pre>
          </Card>
        )}
      </div>
    </div>
  )
}

/** Both reload the page, because a screen that failed to render may fail again. */
function ReloadPage() {
  return (
    <div className="flex gap-2">
      <a href={paths.list('order')} className={buttonVariants({ variant: 'primary' })}>
        Go to Orders
      </a>
      <Button onClick={() => location.reload()}>Reload</Button>
    </div>
  )
}

/** Neither leaves the console while the server does not respond. */
function RetryScript() {
  const { state, retry } = useScriptRetry()
  return (
    <>
      <p role="status">{state}</p>
      <div className="flex gap-2">
        <Button variant="primary" onClick={retry}>
          Try again
        </Button>
        <Link to={paths.list('order')} className={buttonVariants()}>
          Go to Orders
        </Link>
      </div>
    </>
  )
}

/** The error screen outside the shell, with the name of the console. */
export function ErrorPage() {
  return (
    <div className="flex h-full flex-col bg-bg">
      <header className="flex h-11 shrink-0 items-center border-b border-line px-4">
        <Brand />
      </header>
      <main className="flex min-h-0 flex-1">
        <ErrorScreen />
      </main>
    </div>
  )
}

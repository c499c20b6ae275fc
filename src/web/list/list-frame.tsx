import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { LAST_PAGE } from '../../contract/call.ts'
import { MESSAGES } from '../../domain/records/catalogue.ts'
import { leftOutWords } from '../../domain/records/left-out.ts'
import { RetryButton } from '../commands/command-button.tsx'
import { useLate } from '../lib/use-late.ts'
import { useNarrow } from '../table/use-narrow.ts'
import { Alert, FailureText } from '../ui/alert.tsx'
import { buttonVariants } from '../ui/button.tsx'

interface ListFrameProps {
  title: string
  /** After the title: '200 on this page'. */
  count?: string | undefined
  /** Whether newer rows are loading. */
  busy?: boolean
  /** After the count, on a narrow screen above the tools: the button for new rows. */
  news?: ReactNode
  /** Buttons at the right of the title. A narrow screen shows them among the tools. */
  actions?: ReactNode
  /** Tools, alerts, table and pages. */
  children: ReactNode
}

/** The frame of all list screens. On a narrow screen the shell's bar shows the title. */
export function ListFrame({ title, count, busy = false, news, actions, children }: ListFrameProps) {
  const late = useLate(busy)
  const narrow = useNarrow()
  return (
    <div className="flex h-full min-h-0 flex-col bg-surface">
      <div className="@container flex h-11 shrink-0 items-center gap-2 px-4 max-sm:sr-only">
        <h1 className="text-title">{title}</h1>
        <span role="status" className="whitespace-nowrap text-fg-3 tabular">
          {late ? 'Loading' : count}
        </span>
        {!narrow && news}
        {actions && !narrow && <div className="ml-auto flex items-center gap-2">{actions}</div>}
      </div>
      {narrow && <div className="flex shrink-0 justify-end px-3">{news}</div>}
      {children}
    </div>
  )
}

interface LoadFailureProps {
  message: string
  /** Null if unknown. */
  reason: string | null
  onRetry(): void
}

/** A failed load, above the rows that are still shown. */
export function ListFailure({ message, reason, onRetry }: LoadFailureProps) {
  return (
    <Alert
      tone="error"
      title={MESSAGES.somethingWrong}
      action={<RetryButton onRetry={onRetry} />}
      className="mx-4 mb-3 max-sm:mx-3"
    >
      <FailureText message={message} reason={reason} />
    </Alert>
  )
}

/** Says that rows of the response could not be read (LIST-7). */
export function UnreadableRows({ count }: { count: number }) {
  if (count === 0) return null
  return (
    <Alert tone="warning" className="mx-4 mb-3 max-sm:mx-3">
      {leftOutWords(count, 'row')}
    </Alert>
  )
}

/** Below the rows of the last page that a list can show. */
export function ListEndsHere() {
  return (
    <p role="status" className="border-t border-line px-4 py-2 text-small text-fg-2">
      Lists end at page {LAST_PAGE}. Narrow the search or the filters to see more.
    </p>
  )
}

interface EmptyStateProps {
  title: string
  why: string
  /** A link or button. */
  children?: ReactNode
}

/** Shown instead of rows: the message, the reason in one line, and a link or button. */
export function EmptyState({ title, why, children }: EmptyStateProps) {
  return (
    <div className="flex min-h-0 flex-1 flex-col items-center gap-1 border-line px-5 py-10 text-center text-fg-2 sm:border-t">
      <p role="status" className="font-medium text-fg">
        {title}
      </p>
      <p>{why}</p>
      {children && <div className="mt-2.5">{children}</div>}
    </div>
  )
}

interface PastTheEndProps {
  title: string
  page: number
  /** The address of the first page. */
  first: string
}

/** An empty page after the first, with a link to the first page (LIST-6). */
export function PastTheEnd({ title, page, first }: PastTheEndProps) {
  return (
    <EmptyState title={title} why={`Page ${page} is empty. The list ends before it.`}>
      <Link to={first} className={buttonVariants()}>
        Back to page 1
      </Link>
    </EmptyState>
  )
}

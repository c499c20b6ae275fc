import type { ReactNode } from 'react'
import type { LeftOut } from '../../contract/wire.ts'
import { MESSAGES } from '../../domain/records/catalogue.ts'
import { leftOutLines } from '../../domain/records/left-out.ts'
import { RetryButton } from '../commands/command-button.tsx'
import { useLate } from '../lib/use-late.ts'
import { Alert, FailureText } from '../ui/alert.tsx'
import { Card } from '../ui/card.tsx'
import { Skeleton } from '../ui/skeleton.tsx'

interface RecordFailureProps {
  message: string
  /** The server's reason; null or absent if it gave none. */
  reason?: string | null
  /** Present if another request may succeed. */
  onRetry?: () => void
  /** Further actions. */
  children?: ReactNode
}

/** A record that does not exist, or cannot be loaded. */
export function RecordFailure({ message, reason = null, onRetry, children }: RecordFailureProps) {
  return (
    <Alert
      tone="error"
      title={MESSAGES.somethingWrong}
      className="mx-4 my-2 max-sm:mx-3"
      action={onRetry ? <RetryButton onRetry={onRetry} /> : children}
    >
      <FailureText message={message} reason={reason} />
    </Alert>
  )
}

/** Uneven, so that the bars read as lines of a record. */
const LINES = ['w-[62%]', 'w-[44%]', 'w-[71%]', 'w-[53%]', 'w-[66%]']

/** Shown in place of a record that is slow to load. */
export function RecordSkeleton() {
  const late = useLate(true)
  if (!late) return null
  return (
    <div className="p-4 max-sm:p-3" aria-busy="true">
      <span className="sr-only" role="status">
        Loading
      </span>
      <Card className="grid gap-6 p-4">
        {LINES.map((width) => (
          <Skeleton key={width} className={width} />
        ))}
      </Card>
    </div>
  )
}

/** Says that entries of a record could not be read (LIST-7). */
export function LeftOutAlert({ unreadable }: { unreadable: LeftOut | undefined }) {
  const lines = leftOutLines(unreadable)
  if (lines.length === 0) return null
  return (
    <Alert tone="warning">
      {lines.map((line) => (
        <p key={line}>{line}</p>
      ))}
    </Alert>
  )
}

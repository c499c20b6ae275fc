import type { ReactNode } from 'react'
import { RecordCrumb } from './record-crumb.tsx'
import { RecordFailure, RecordSkeleton } from './record-states.tsx'
import type { Trail } from './use-record-navigation.ts'

interface RecordFrameProps {
  /** The title of the list that the way back leads to. */
  list: string
  trail: Trail
  /** The head, there in every state. */
  title: ReactNode
  answer: { state: 'loading' | 'missing' | 'failed' | 'there'; reason: string | null; retry(): void }
  /** What is said when there is no such record, and when it cannot be read. */
  missing: string
  failed: string
  /** The record, where there is one to show: it may be an older one beside a failure. */
  children: ReactNode
}

/** The frame of every record's screen. */
export function RecordFrame(props: RecordFrameProps) {
  const { list, trail, title, answer, missing, failed, children } = props
  const { state } = answer
  return (
    <div className="flex h-full min-h-0 flex-col bg-surface">
      <RecordCrumb title={list} trail={trail} />
      {title}
      {state === 'missing' && <RecordFailure message={missing} />}
      {state === 'failed' && <RecordFailure message={failed} reason={answer.reason} onRetry={answer.retry} />}
      {children}
      {state === 'loading' && <RecordSkeleton />}
    </div>
  )
}

interface RecordTitleProps {
  /** What it is: 'Order'. */
  noun?: string
  /** Said after the noun as it is: '#104823'. */
  code: string
  /** Badges, and at the right what can be done. */
  children?: ReactNode
}

/** The title of a record. On a narrow screen the bar of the shell shows it, and the badges have its line. */
export function RecordTitle({ noun, code, children }: RecordTitleProps) {
  return (
    <div className="flex min-h-9 shrink-0 flex-wrap items-center gap-2 px-4 max-sm:min-h-0">
      <h1 className="mr-1 min-w-0 text-title break-words max-sm:sr-only">
        {noun && `${noun} `}
        <code className="text-[16.5px] font-semibold tracking-[-0.03em]">{code}</code>
      </h1>
      {children}
    </div>
  )
}

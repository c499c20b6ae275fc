import { Circle, CircleAlert, CircleCheck, CircleHelp } from 'lucide-react'
import type { ReactNode } from 'react'
import { ABSENT, nonBlank } from '../../../domain/format/text.ts'
import type { BatchRow, BatchRowState } from './batch-state.ts'

const ICONS: Record<BatchRowState, ReactNode> = {
  waiting: <Circle className="icon-14 text-fg-off" aria-hidden="true" />,
  ready: <CircleCheck className="icon-14 text-fg-3" aria-hidden="true" />,
  printed: <CircleCheck className="icon-14 text-dot-green" aria-hidden="true" />,
  failed: <CircleAlert className="icon-14 text-danger-ink" aria-hidden="true" />,
  unsure: <CircleHelp className="icon-14 text-amber-ink" aria-hidden="true" />,
}

const WORDS: Record<BatchRowState, string> = {
  waiting: 'Waiting',
  ready: 'Ready',
  printed: 'Printed',
  failed: 'Failed',
  unsure: 'Not confirmed',
}

/** The consignments of a batch with their outcome so far. */
export function BatchList({ rows }: { rows: readonly BatchRow[] }) {
  return (
    <ul className="rounded-l border border-line [&>li+li]:border-t [&>li]:border-line-soft">
      {rows.map(({ consignment: { tracking_code, destination }, state, reason }) => (
        <li key={tracking_code} className="flex min-h-8 items-center gap-2.5 px-3 py-1">
          {ICONS[state]}
          <code className="code-block min-w-26 shrink-0">{tracking_code}</code>
          <span className="min-w-0 flex-1 truncate">
            {nonBlank(destination.building) ?? nonBlank(destination.contact_name) ?? ABSENT}
          </span>
          <span className="max-w-[55%] text-right text-small tabular">{reason ?? WORDS[state]}</span>
        </li>
      ))}
    </ul>
  )
}

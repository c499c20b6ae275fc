import type { ReactNode } from 'react'
import { formatDate, formatDateTime } from '../../domain/calendar/nz-time.ts'
import { ABSENT, nonBlank } from '../../domain/format/absent.ts'
import { formatCents } from '../../domain/format/money.ts'
import type { Tone } from '../../domain/format/tone.ts'
import { Badge } from '../ui/badge.tsx'
import type { ColumnLayout } from './features.ts'

/** What a kind of column decides: its head's side and width, and how its values are drawn. */
interface ColumnKind<Value> {
  meta: ColumnLayout
  cell(info: { getValue(): Value }): ReactNode
}

/**
 * The kinds of column that all tables share: spread one into a column, `column.accessor('code', { header: 'Order ID',
 * ...codeColumn(92) })`. Widths are pixels; without one the column takes what is left.
 */
export function codeColumn(width: number): ColumnKind<string | null> {
  return {
    meta: { width },
    cell(info) {
      const code = nonBlank(info.getValue())
      return code === null ? ABSENT : <code>{code}</code>
    },
  }
}

/** A badge: `shown` decides its words and colour from the value. */
export function badgeColumn<Value>(
  width: number,
  shown: (value: Value) => { label: string; tone: Tone },
): ColumnKind<Value> {
  return {
    meta: { width },
    cell(info) {
      const { label, tone } = shown(info.getValue())
      return <Badge tone={tone}>{label}</Badge>
    },
  }
}

/** Text on one line, cut with an ellipsis. */
export function textColumn(width?: number): ColumnKind<string | null> {
  return {
    meta: width === undefined ? {} : { width },
    cell: (info) => <span className="truncate">{nonBlank(info.getValue()) ?? ABSENT}</span>,
  }
}

/** Cents as money, right-aligned. */
export function moneyColumn(width: number): ColumnKind<number | null> {
  return { meta: { width, align: 'right' }, cell: (info) => formatCents(info.getValue()) }
}

/** An instant of the wire as day and time. */
export function dateTimeColumn(width: number): ColumnKind<string | null> {
  return { meta: { width }, cell: (info) => <DateTime instant={info.getValue()} /> }
}

/** An instant of the wire as a day. */
export function dateColumn(width: number): ColumnKind<string | null> {
  return { meta: { width }, cell: (info) => <span className="tabular">{formatDate(info.getValue())}</span> }
}

/** An instant of the wire in figures that stand under each other; '—' where there is none. */
export function DateTime({ instant }: { instant: string | null }) {
  return <span className="tabular">{formatDateTime(instant)}</span>
}

/** Several things in one cell; a text alone needs nothing around it. */
export function SideBySide({ children }: { children: ReactNode }) {
  return <span className="flex h-(--row-line) min-w-0 items-center gap-2.5">{children}</span>
}

interface NamesProps {
  name: string | null
  /** Said in the second voice. */
  beside: string | null
}

/** A name and a quieter one beside it, cut together; where the first is absent the second takes its place. */
export function Names({ name, beside }: NamesProps) {
  const first = nonBlank(name) ?? nonBlank(beside) ?? ABSENT
  const second = nonBlank(name) === null ? null : nonBlank(beside)
  return (
    <span className="truncate">
      {first}
      {/* The space is for those who hear it. */}
      {second !== null && second !== first && <span className="ml-1 text-fg-3"> {second}</span>}
    </span>
  )
}

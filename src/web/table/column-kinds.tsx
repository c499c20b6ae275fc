import type { ReactNode } from 'react'
import { formatDateTime } from '../../domain/calendar/nz-time.ts'
import type { Tone } from '../../domain/format/badge.ts'
import { formatCents } from '../../domain/format/money.ts'
import { ABSENT, nonBlank } from '../../domain/format/text.ts'
import { Badge } from '../ui/badge.tsx'
import type { ColumnLayout } from './column-layout.ts'

/** The layout of a kind of column, and how it renders values. */
interface ColumnKind<Value> {
  meta: ColumnLayout
  cell(info: { getValue(): Value }): ReactNode
}

/**
 * Kinds of column that all tables share. Spread one into a column: `column.accessor('code', { header: 'Order ID',
 * ...codeColumn(92) })`. Widths are in pixels; a column without one takes the remaining space.
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

/** A badge. `shown` returns its words and colour for a value. */
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

/** One line of text, truncated with an ellipsis. */
export function textColumn(width?: number): ColumnKind<string | null> {
  return {
    meta: width === undefined ? {} : { width },
    cell: (info) => <span className="truncate">{nonBlank(info.getValue()) ?? ABSENT}</span>,
  }
}

/** Cents formatted as money, right-aligned. */
export function moneyColumn(width: number): ColumnKind<number | null> {
  return { meta: { width, align: 'right' }, cell: (info) => formatCents(info.getValue()) }
}

/** An instant as date and time. */
export function dateTimeColumn(width: number): ColumnKind<string | null> {
  return { meta: { width }, cell: (info) => <DateTime instant={info.getValue()} /> }
}

/** An instant in tabular figures; '—' if absent. */
export function DateTime({ instant }: { instant: string | null }) {
  return <span className="tabular">{formatDateTime(instant)}</span>
}

/** Several elements in one cell. */
export function SideBySide({ children }: { children: ReactNode }) {
  return <span className="flex h-(--row-line) min-w-0 items-center gap-2.5">{children}</span>
}

interface NamesProps {
  name: string | null
  /** Secondary text. */
  beside: string | null
}

/** A name with secondary text, truncated together. If the name is absent, the secondary text replaces it. */
export function Names({ name, beside }: NamesProps) {
  const first = nonBlank(name) ?? nonBlank(beside) ?? ABSENT
  const second = nonBlank(name) === null ? null : nonBlank(beside)
  return (
    <span className="truncate">
      {first}
      {/* The space is for screen readers. */}
      {second !== null && second !== first && <span className="ml-1 text-fg-3"> {second}</span>}
    </span>
  )
}

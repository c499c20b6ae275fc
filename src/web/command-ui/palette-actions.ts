import { skipToken, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { CommandContext } from '../../../commands/context.ts'
import { orderQueries } from '../api/orders.ts'
import { queryClient } from '../api/query-client.ts'
import { keyOf, type SeenRecord } from '../record-index/record.ts'
import { type CommandRow, commandRows, type RowGroup, type RowSources } from './palette-rows.ts'
import { kindOf } from './record-kinds.ts'

/** The record whose actions the palette shows, in place of everything else. */
export interface Subject {
  record: SeenRecord
  /** What commands act on: the whole record; null until it is there. */
  targets: CommandContext['targets'] | null
  /** What is said meanwhile, or instead. */
  words: string | null
}

/** Loaded when a record that is no order is first asked for. */
const readSubject = async (record: SeenRecord) => (await import('./palette-subjects.ts')).readSubject(record)

/** Reads the record whose actions are wanted; an order at once where a list has it. */
export function usePaletteSubject(record: SeenRecord | null): Subject | null {
  const isOrder = record?.kind === 'order'
  const order = useQuery(
    { ...orderQueries.detail(record?.code ?? ''), enabled: isOrder, refetchOnMount: 'always' },
    queryClient,
  )
  const other = useQuery(
    {
      queryKey: ['palette', record && keyOf(record)],
      queryFn: record && !isOrder ? () => readSubject(record) : skipToken,
    },
    queryClient,
  )
  const targets = useMemo(
    () => (isOrder ? order.data && { order: order.data } : other.data),
    [isOrder, order.data, other.data],
  )
  const failed = order.isError || other.isError
  return useMemo(() => {
    if (record === null) return null
    if (targets) return { record, targets, words: null }
    const { name, failed: words } = kindOf(record)
    return { record, targets: null, words: failed ? words : `Reading the ${name}…` }
  }, [record, targets, failed])
}

/** What can be done with a record: its commands, those that cannot run with the reason. */
export function actionRows(sources: RowSources, { record, targets }: Subject): RowGroup[] {
  if (!targets) return []
  const { targets: around } = sources.context
  const { record: shown } = around
  const own = record.id ?? record.code
  const open = shown?.kind === record.kind && shown.code === own ? { record: shown } : {}
  const context = { ...sources.context, targets: { ...open, ...targets } }
  const rows = commandRows({ ...sources, context, recentCommands: [] }, 'all')
  // The record stands before the field already.
  const offered = rows
    .filter(({ details }) => details.target === record.kind)
    .map((row) => ({ ...row, subject: null }))
  const group = (id: string, head: string, some: readonly CommandRow[]): RowGroup[] =>
    some.length === 0 ? [] : [{ id, head, headCode: null, rows: [...some] }]
  return [
    ...group(
      'actions',
      'Actions',
      offered.filter(({ blocked }) => blocked === null),
    ),
    ...group(
      'blocked',
      'Not possible now',
      offered.filter(({ blocked }) => blocked !== null),
    ),
  ]
}

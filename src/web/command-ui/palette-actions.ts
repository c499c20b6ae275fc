import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { CommandContext } from '../../../commands/context.ts'
import { MESSAGES } from '../../domain/catalogue.ts'
import type { RecordKind } from '../../domain/record-kind.ts'
import { orderQueries } from '../api/orders.ts'
import { queryClient } from '../api/query-client.ts'
import type { SeenRecord } from '../record-index/record.ts'
import { type CommandRow, commandRows, type RowGroup, type RowSources } from './palette-rows.ts'

/** The record whose actions the palette shows, in place of everything else. */
export interface Subject {
  record: SeenRecord
  /** What commands act on: the whole record; null until it is there. */
  targets: CommandContext['targets'] | null
  /** What is said meanwhile, or instead. */
  words: string | null
}

const WORDS: Record<RecordKind, { reading: string; failed: string }> = {
  order: { reading: 'Reading the order…', failed: MESSAGES.orderDetails },
  consignment: { reading: 'Reading the consignment…', failed: MESSAGES.consignmentDetails },
}

/** Loaded when a consignment is first asked for. */
const consignmentsApi = () => import('../api/consignments.ts')

/** Reads the record whose actions are wanted, at once where a list has it. */
export function usePaletteSubject(record: SeenRecord | null): Subject | null {
  const code = record?.code ?? ''
  const order = useQuery(
    { ...orderQueries.detail(code), enabled: record?.kind === 'order', refetchOnMount: 'always' },
    queryClient,
  )
  const consignment = useQuery(
    {
      queryKey: ['palette', 'consignment', code],
      queryFn: async () => queryClient.fetchQuery((await consignmentsApi()).consignmentQueries.detail(code)),
      enabled: record?.kind === 'consignment',
    },
    queryClient,
  )
  return useMemo(() => {
    if (record === null) return null
    const targets =
      record.kind === 'order'
        ? order.data && { order: order.data }
        : consignment.data && { consignment: consignment.data }
    if (targets) return { record, targets, words: null }
    const { reading, failed } = WORDS[record.kind]
    return { record, targets: null, words: order.isError || consignment.isError ? failed : reading }
  }, [record, order.data, order.isError, consignment.data, consignment.isError])
}

/** What can be done with a record: its commands, those that cannot run with the reason. */
export function actionRows(sources: RowSources, { record, targets }: Subject): RowGroup[] {
  if (!targets) return []
  const { targets: around } = sources.context
  const { record: shown } = around
  const open = shown?.kind === record.kind && shown.code === record.code ? { record: shown } : {}
  const context = { ...sources.context, targets: { ...open, ...targets } }
  const rows = commandRows({ ...sources, context, recentCommands: [] }, 'all')
  // The record stands before the field already.
  const own = rows
    .filter(({ details }) => details.target === record.kind)
    .map((row) => ({ ...row, subject: null }))
  const group = (head: string, some: readonly CommandRow[]): RowGroup[] =>
    some.length === 0 ? [] : [{ head, headCode: null, rows: [...some] }]
  return [
    ...group(
      'Actions',
      own.filter(({ blocked }) => blocked === null),
    ),
    ...group(
      'Not possible now',
      own.filter(({ blocked }) => blocked !== null),
    ),
  ]
}

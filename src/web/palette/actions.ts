import { skipToken, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { availability } from '../../../commands/engine/command.ts'
import type { CommandContext } from '../../../commands/engine/context.ts'
import { kindFacts } from '../../domain/records/record-kind.ts'
import { keyOf, type SeenRecord } from '../../domain/records/seen-record.ts'
import { orderQueries } from '../api/orders.ts'
import { queryClient } from '../api/query-client.ts'
import { kindOf } from '../record-index/record-kinds.ts'
import { ACTIONS, type CommandRow, commandRows, type RowGroup, type RowSources } from './rows.ts'

/** The record whose actions the palette shows, in place of everything else. */
export interface Subject {
  record: SeenRecord
  /** What commands act on: the whole record; null until it is there. */
  targets: CommandContext['targets'] | null
  /** What is said meanwhile, or instead. */
  words: string | null
}

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
      queryFn: record && !isOrder ? () => kindOf(record).readTarget(record.id ?? record.code) : skipToken,
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
    const words = failed ? kindOf(record).failed : `Loading the ${kindFacts(record.kind).name}…`
    return { record, targets: null, words }
  }, [record, targets, failed])
}

/** What the actions of a record are asked and run with; null until the record is there. */
export function actionContext(around: CommandContext, { record, targets }: Subject): CommandContext | null {
  if (!targets) return null
  const { record: shown } = around.targets
  const own = record.id ?? record.code
  const open = shown?.kind === record.kind && shown.code === own ? { record: shown } : {}
  return { ...around, targets: { ...open, ...targets } }
}

/**
 * What can be done with a record: its commands, those that cannot run with the reason. They stay in the places in which
 * they were first drawn, each as it stands by now; what has become possible since comes below them.
 * @param sources its context is the one that they were first drawn for
 */
export function actionRows(sources: RowSources, { record }: Subject, now: CommandContext): RowGroup[] {
  const offered = (context: CommandContext) =>
    commandRows({ ...sources, context, recentCommands: [] }, 'all').filter(
      ({ details }) => details.target === record.kind,
    )
  const drawn = offered(sources.context)
  const places = new Set(drawn.map(({ id }) => id))
  const rows = [...drawn, ...offered(now).filter(({ id }) => !places.has(id))]
  const group = (id: string, head: string, some: readonly CommandRow[]): RowGroup[] =>
    some.length === 0 ? [] : [{ id, head, headCode: null, rows: some.map((row) => asItStands(row, now)) }]
  return [
    ...group(
      ACTIONS,
      'Actions',
      rows.filter(({ blocked }) => blocked === null),
    ),
    ...group(
      'blocked',
      'Not available now',
      rows.filter(({ blocked }) => blocked !== null),
    ),
  ]
}

function asItStands(row: CommandRow, context: CommandContext): CommandRow {
  const state = availability(row.details, context)
  const blocked = state.state === 'ready' ? null : (state.reason ?? row.blocked)
  // The record stands before the field already.
  return { ...row, blocked, subject: null, targets: context.targets }
}

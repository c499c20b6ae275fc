import { skipToken, useQuery } from '@tanstack/react-query'
import { useLayoutEffect } from 'react'
import { availability } from '../../../commands/engine/command.ts'
import type { CommandContext } from '../../../commands/engine/context.ts'
import { type IndexedRecord, keyOf } from '../../domain/records/indexed-record.ts'
import { kindFacts } from '../../domain/records/record-kind.ts'
import { orderQueries } from '../api/orders.ts'
import { queryClient } from '../api/query-client.ts'
import { kindOf } from '../record-index/record-kinds.ts'
import { commandRows } from './command-rows.ts'
import { ACTIONS } from './machine/choice.ts'
import type { CommandRow, RowGroup, RowSources, Subject } from './machine/state.ts'
import { dispatch } from './palette-store.ts'

/** Reads the record whose actions are shown, and reports each of its versions to the state machine. Renders nothing. */
export function SubjectReader({ record }: { record: IndexedRecord }): null {
  const isOrder = record.kind === 'order'
  const order = useQuery(
    {
      ...orderQueries.detail(record.code),
      select: (order) => ({ order }),
      enabled: isOrder,
      refetchOnMount: 'always',
    },
    queryClient,
  )
  const other = useQuery(
    {
      queryKey: ['palette', keyOf(record)],
      queryFn: isOrder ? skipToken : () => kindOf(record).readTarget(record),
    },
    queryClient,
  )
  const failed = order.isError || other.isError
  useLayoutEffect(() => {
    const targets = (isOrder ? order.data : other.data) ?? null
    dispatch({ type: 'read', record, targets, failed })
  }, [record, isOrder, order.data, other.data, failed])
  return null
}

/** The footer's message while the record of the actions is loading or if it cannot be read; else null. */
export function subjectWords({ record, targets, failed }: Subject): string | null {
  if (targets) return null
  return failed ? kindFacts(record.kind).failure : `Loading the ${kindFacts(record.kind).name}…`
}

/** The context for the actions of a record; null until the record has been read. */
export function actionContext(screen: CommandContext, { record, targets }: Subject): CommandContext | null {
  if (!targets) return null
  const { record: shown } = screen.targets
  const own = record.id ?? record.code
  const open = shown?.kind === record.kind && shown.code === own ? { record: shown } : {}
  return { ...screen, targets: { ...open, ...targets } }
}

/**
 * The commands of a record; blocked ones show the reason. Rows keep their first order while their availability is updated;
 * commands that become available later are added below.
 * @param sources with the context for which the rows were first rendered
 */
export function actionRows(sources: RowSources, record: IndexedRecord, now: CommandContext): RowGroup[] {
  const offered = (context: CommandContext) =>
    commandRows({ ...sources, context, recentCommands: [] }, 'all').filter(
      ({ command }) => command.target === record.kind,
    )
  const drawn = offered(sources.context)
  const places = new Set(drawn.map(({ id }) => id))
  const rows = [...drawn, ...offered(now).filter(({ id }) => !places.has(id))]
  const group = (id: string, head: string, some: readonly CommandRow[]): RowGroup[] =>
    some.length === 0
      ? []
      : [{ id, head, headCode: null, line: null, rows: some.map((row) => withAvailability(row, now)) }]
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

function withAvailability(row: CommandRow, context: CommandContext): CommandRow {
  const state = availability(row.command, context)
  const blocked = state.state === 'ready' ? null : (state.reason ?? row.blocked)
  // The record is named before the field.
  return { ...row, blocked, subject: null, targets: context.targets }
}

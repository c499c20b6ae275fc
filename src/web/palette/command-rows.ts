import { availability, type Command, yieldsKeys } from '../../../commands/engine/command.ts'
import type { CommandContext } from '../../../commands/engine/context.ts'
import type { CommandId } from '../../../commands/index.ts'
import { searchCommands } from '../../../commands/interpreter/verbs.ts'
import type { IndexedRecord } from '../../domain/records/indexed-record.ts'
import { ACTIONS } from './machine/reduce.ts'
import type { CommandRow, RowGroup, RowSources, Subject } from './machine/state.ts'

/** The row of a command that can run in a context, with what differs from that. */
export function commandRow(
  command: Command<CommandId>,
  context: CommandContext,
  parts: Pick<CommandRow, 'id'> & Partial<CommandRow>,
): CommandRow {
  return {
    kind: 'command',
    command,
    title: command.titleIn(context),
    subject: null,
    blocked: null,
    hasRemedy: false,
    detail: null,
    isNamed: false,
    loading: false,
    band: 'title',
    hasKey: true,
    targets: context.targets,
    spoken: null,
    completions: [],
    leadsTo: '',
    canConfirm: false,
    asks: null,
    ...parts,
  }
}

/** The commands that the query finds; `offer` as of `searchCommands`. */
export function commandRows(
  sources: Pick<RowSources, 'query' | 'context' | 'recentCommands' | 'readings'>,
  offer: 'all' | 'palette' = 'palette',
): CommandRow[] {
  const { query, readings, context, recentCommands } = sources
  const found = searchCommands({ text: query.text, readings, context, recent: recentCommands }, offer)
  return found.map(({ command, ...parts }) =>
    commandRow(command, context, {
      ...parts,
      id: `command:${command.id}`,
      hasRemedy: parts.blocked !== null && command.remedy(context) !== null,
      hasKey: !yieldsKeys(command, context),
    }),
  )
}

/** The context for the actions of a record; null until the record has been read. */
export function actionContext(screen: CommandContext, { record, targets }: Subject): CommandContext | null {
  if (!targets) return null
  const { record: open } = screen.targets
  const isOpen = open?.kind === record.kind && open.code === (record.id ?? record.code)
  return { ...screen, targets: { ...(isOpen && { record: open }), ...targets } }
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
  const first = offered(sources.context)
  const ids = new Set(first.map(({ id }) => id))
  const rows = [...first, ...offered(now).filter(({ id }) => !ids.has(id))]
  const withState = (row: CommandRow): CommandRow => {
    const state = availability(row.command, now)
    const blocked = state.state === 'ready' ? null : (state.reason ?? row.blocked)
    // The record is named before the field.
    return { ...row, blocked, subject: null, targets: now.targets }
  }
  const group = (id: string, head: string, isBlocked: boolean): RowGroup => {
    const grouped = rows.filter(({ blocked }) => (blocked !== null) === isBlocked)
    return { id, head, rows: grouped.map(withState) }
  }
  return [group(ACTIONS, 'Actions', false), group('blocked', 'Not available now', true)].filter(
    (group) => group.rows.length > 0,
  )
}

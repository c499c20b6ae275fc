import { availability, type Command } from '../../../commands/engine/command.ts'
import type { CommandContext } from '../../../commands/engine/context.ts'
import { COMMANDS, type CommandId, commandById } from '../../../commands/index.ts'
import { type ActionReading, type CodesReading, ignoredIn } from '../../../commands/interpreter/reading.ts'
import type { Order } from '../../contract/orders.ts'
import { capitalised, counted, fold } from '../../domain/format/text.ts'
import { kindFacts, type RecordKind } from '../../domain/records/record-kind.ts'
import { recordIndex } from '../record-index/record-index.ts'
import { paths } from '../routing/paths.ts'
import type {
  CommandRow,
  CopyRow,
  ListRow,
  NamedRecords,
  ReadRecord,
  Reads,
  RowGroup,
  RowSources,
} from './machine/state.ts'
import { MOST_ONE_BY_ONE, readsFor, readsKey } from './named-records.ts'

/**
 * The rows of what a text means beyond a record or words: commands on the records that it names, lists with filters, and
 * sums. In the order of the readings.
 */
export function readingGroups({
  readings,
  named,
  context,
  reads,
}: Pick<RowSources, 'readings' | 'named' | 'context' | 'reads'>): RowGroup[] {
  const actions = readings.filter((reading) => reading.kind === 'action')
  return readings.flatMap((reading): RowGroup[] => {
    switch (reading.kind) {
      case 'action':
        return reading === actions[0] && named ? askedGroups(actions, named, context, reads) : []
      case 'codes':
        // With a verb, only rows of the named command are offered.
        return actions.length > 0 ? [] : [severalGroup(reading, named, context, reads)]
      case 'list':
        return [
          meaningGroup('list', 'List', [
            {
              kind: 'list',
              id: `list:${reading.address}`,
              path: reading.address,
              words: [reading.words, ignoredIn(reading)].filter(Boolean).join(' · '),
            },
          ]),
        ]
      case 'sum':
        return [
          meaningGroup('sum', 'Sum', [
            {
              kind: 'copy',
              id: `copy:${reading.result}`,
              title: reading.result,
              detail: `${reading.text} · Enter copies the result`,
              text: reading.result,
            },
          ]),
        ]
      default:
        return []
    }
  })
}

/** Several codes without a verb: the commands for all of them. */
function severalGroup(
  reading: CodesReading,
  named: NamedRecords | null,
  context: CommandContext,
  reads: Reads | null,
): RowGroup {
  const { codes } = reading
  const copy = copyRow(codes)
  const ignored = ignoredIn(reading) ?? []
  if (!named)
    return meaningGroup('several', [counted(codes.length, 'code')].concat(ignored).join(' · '), [copy])
  const records = readsFor(named, reads)
  const others = codes.length - named.codes.length
  const heading = [
    headOf(named, records),
    ...(others > 0 ? [`${counted(others, 'other code')}`] : []),
  ].concat(ignored)
  const list: ListRow = {
    kind: 'list',
    id: `list:${named.codes.join(' ')}`,
    path: paths.listOfCodes(named.codes),
    words: `Open ${counted(named.codes.length, 'order')} as a list`,
  }
  const bulk = COMMANDS.filter(
    (command) => command.target === 'order' && command.id !== 'order.copy-code' && isBulk(command, context),
  )
  const rows = bulk.map((command) => ({ ...severalRow(command, named, records, context), asked: false }))
  return meaningGroup('several', heading.join(' · '), [list, ...rows, copy])
}

/** At most this many other commands are offered below one that cannot run. */
const MAX_INSTEAD = 4

/** At most this many records are named in a row. */
const MAX_NAMED = 3

/** A group of rows for a meaning of the text. */
function meaningGroup(
  id: string,
  head: string,
  rows: RowGroup['rows'],
  headCode: string | null = null,
): RowGroup {
  return { id: `reading:${id}`, head, headCode, line: null, rows }
}

/**
 * The commands that the verb names on one record or on several; if the first one cannot run, also the commands that
 * can.
 */
function askedGroups(
  actions: readonly ActionReading[],
  named: NamedRecords,
  context: CommandContext,
  reads: Reads | null,
): RowGroup[] {
  const records = readsFor(named, reads)
  const commands = actions
    .map(({ command }) => commandById(command))
    .filter(({ target }) => target === named.kind)
  const [only] = records
  if (!only) return []
  if (named.codes.length > 1) return severalGroups(commands, named, records, context)
  if (records.length > 1) return choiceGroups(commands, named, records, context)
  const rows = commands.map((command) => oneRow(command, only, named, context))
  const name = capitalised(kindFacts(named.kind).name)
  return [
    meaningGroup('one', name, rows, only.code),
    ...(rows[0]?.blocked != null ? instead(only, named, context) : []),
  ]
}

/** Rows to choose one of several consignments of an order, or of several orders with the same number. */
function choiceGroups(
  [command]: readonly Command<CommandId>[],
  named: NamedRecords,
  records: readonly ReadRecord[],
  context: CommandContext,
): RowGroup[] {
  const code = named.codes.join()
  if (!command) return []
  const count = counted(records.length, kindFacts(named.kind).name)
  const several = named.kind === 'order' ? `${count} have this number` : `The order has ${count}`
  const row = { ...rowOf(command, code, named, context), blocked: `${several}: choose one` }
  const each = records.map((record) => oneRow(command, record, named, context))
  return [meaningGroup('choice', 'Order', [row], code), meaningGroup('each', 'One at a time', each)]
}

/** The commands on several records; below a command for one record at a time, a row for each record. */
function severalGroups(
  commands: readonly Command<CommandId>[],
  named: NamedRecords,
  records: readonly ReadRecord[],
  context: CommandContext,
): RowGroup[] {
  const copies = `${named.kind}.copy-code`
  const rows = commands.map((command) =>
    command.id === copies && !isBulk(command, context)
      ? copyRow(named.codes)
      : severalRow(command, named, records, context),
  )
  const [first] = rows
  const each =
    first?.kind === 'command' && !isBulk(first.command, context)
      ? records.slice(0, MOST_ONE_BY_ONE).map((record) => oneRow(first.command, record, named, context))
      : []
  return [meaningGroup('several', headOf(named, records), rows), meaningGroup('each', 'One at a time', each)]
}

/** The commands that can run on a record, shown below one that cannot. */
function instead({ code, targets }: ReadRecord, named: NamedRecords, context: CommandContext): RowGroup[] {
  if (!targets) return []
  const now = { ...context, targets }
  const rows = COMMANDS.filter(
    (command) =>
      command.target === named.kind && command.inPalette && availability(command, now).state === 'ready',
  )
  return [
    meaningGroup(
      'instead',
      'Possible now',
      rows.slice(0, MAX_INSTEAD).map((command) => ({
        ...rowOf(command, code, named, now),
        id: `instead:${command.id} ${named.kind} ${code}`,
      })),
      code,
    ),
  ]
}

/** The same command on other records is a different row: Enter on one never runs on the others. */
function rowOf(
  command: Command<CommandId>,
  subject: string | null,
  { kind, codes }: NamedRecords,
  context: CommandContext,
): CommandRow {
  const about = readsKey({ kind, codes: subject === null ? codes : [fold(subject)] })
  return {
    kind: 'command',
    id: `asked:${command.id} ${about}`,
    command,
    title: command.titleIn(context),
    subject,
    blocked: null,
    hasRemedy: false,
    detail: null,
    asked: true,
    loading: false,
    band: 'title',
    hasKey: true,
    targets: context.targets,
  }
}

function oneRow(
  command: Command<CommandId>,
  { code, state, targets }: ReadRecord,
  named: NamedRecords,
  context: CommandContext,
): CommandRow {
  const now = { ...context, targets: targets ?? {} }
  const row = rowOf(command, code, named, now)
  const { kind, codes, match } = named
  const { name } = kindFacts(kind)
  const reading = match ? `Checking for exactly ${codes.join()}…` : `Loading the ${name}…`
  if (state === 'loading') return { ...row, loading: true, detail: reading }
  if (state === 'missing') return { ...row, blocked: noneWith(code, kind) }
  if (state === 'failed') return { ...row, blocked: kindFacts(kind).failure }
  return { ...row, blocked: whyNot(command, now) }
}

/** The reason why no record of a kind has a code. A record of another kind may have it. */
function noneWith(code: string, kind: RecordKind): string {
  const [other] = recordIndex.exact(code)
  if (kind === 'consignment' && other?.kind === 'order') return `Order ${other.code} has no consignment`
  const none = `No ${kindFacts(kind).name} with this code`
  return other ? `${none}: it belongs to ${kindFacts(other.kind).name} ${other.code}` : none
}

function whyNot(command: Command, context: CommandContext): string | null {
  const now = availability(command, context)
  return now.state === 'ready' ? null : (now.reason ?? 'Not available here')
}

/** A row that copies codes, one per line. */
function copyRow(codes: readonly string[]): CopyRow {
  return {
    kind: 'copy',
    id: `copy:${codes.join(' ')}`,
    title: `Copy ${counted(codes.length, 'code')}`,
    detail: '',
    text: codes.join('\n'),
  }
}

/** A command with a separate title for several records. */
function isBulk(command: Command, context: CommandContext): boolean {
  return command.titleIn({ ...context, targets: { orders: [] } }) !== command.title
}

/** '3 orders · 999999 unknown' */
function headOf({ kind, codes }: NamedRecords, records: readonly ReadRecord[]): string {
  const unknown = records.filter(({ state }) => state === 'missing').map(({ code }) => code)
  const count = counted(codes.length - unknown.length, kindFacts(kind).name)
  return unknown.length === 0 ? count : `${count} · ${listed(unknown)} unknown`
}

function listed(codes: readonly string[]): string {
  const named = codes.slice(0, MAX_NAMED).join(', ')
  return codes.length > MAX_NAMED ? `${named} and ${codes.length - MAX_NAMED} more` : named
}

/** A command on several records, all of which have been read. */
function severalRow(
  command: Command<CommandId>,
  named: NamedRecords,
  records: readonly ReadRecord[],
  context: CommandContext,
): CommandRow {
  const { kind, codes } = named
  const done = records.filter(({ state }) => state !== 'loading')
  const read = records.flatMap(({ targets }) => (targets?.order ? [targets.order] : []))
  const now = { ...context, targets: { orders: read } }
  const row = rowOf(command, null, named, now)
  const { name } = kindFacts(kind)
  if (!isBulk(command, context)) return { ...row, blocked: `Only one ${name} at a time` }
  if (done.length < codes.length) {
    return { ...row, loading: true, detail: `Loading ${counted(codes.length, name)}…` }
  }
  const failed = records.filter(({ state }) => state === 'failed').map(({ code }) => code)
  if (failed.length > 0) return { ...row, blocked: `${listed(failed)} could not be loaded` }
  if (read.length === 0) return { ...row, blocked: `No ${name} with these codes` }
  const blocked = whyNot(command, now)
  return blocked === null ? { ...row, detail: refusals(command, read, context) } : { ...row, blocked }
}

/** The orders that a command runs on, and the others by reason: '1 order · not paid yet: 108864, 108863'. */
function refusals(command: Command, orders: readonly Order[], context: CommandContext): string {
  const refused = new Map<string, string[]>()
  for (const order of orders) {
    const reason = whyNot(command, { ...context, targets: { order } })?.replace(/^The order is /, '')
    if (reason !== undefined) refused.set(reason, [...(refused.get(reason) ?? []), order.code])
  }
  const count = orders.length - [...refused.values()].flat().length
  const others = Array.from(refused, ([reason, codes]) => `${reason}: ${listed(codes)}`)
  return [counted(count, 'order'), ...others].join(' · ')
}

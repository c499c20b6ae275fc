import { availability, type Command } from '../../../commands/engine/command.ts'
import type { CommandContext } from '../../../commands/engine/context.ts'
import { COMMANDS, type CommandId, commandById } from '../../../commands/index.ts'
import type { ActionReading, Reading } from '../../../commands/interpreter/reading.ts'
import type { Order } from '../../contract/orders.ts'
import { capitalised } from '../../domain/format/capitalised.ts'
import { counted } from '../../domain/format/counted.ts'
import { likelyKind } from '../../domain/records/record-code.ts'
import { isRecordKind, kindFacts, type RecordKind } from '../../domain/records/record-kind.ts'
import { recordIndex } from '../record-index/record-index.ts'
import { kindOf } from '../record-index/record-kinds.ts'
import { paths } from '../routing/paths.ts'
import type { CommandRow, ListRow, RowGroup } from './machine/row.ts'
import type { ReadRecord, Reads } from './machine/state.ts'
import { type NamedRecords, readsFor, readsKey } from './record-reads.ts'

/** At most this many other commands are offered below one that cannot run. */
const MAX_INSTEAD = 4

/** At most this many records are named in a row. */
const MAX_NAMED = 3

/** The records that have to be read for the rows of a text; null if it names none with a verb, and not several. */
export function namedRecords(readings: readonly Reading[]): NamedRecords | null {
  const reading = readings.find(({ kind }) => kind === 'action' || kind === 'codes')
  if (reading?.kind === 'codes') return orders(reading.codes)
  if (reading?.kind !== 'action' || reading.codes.length === 0) return null
  const { target } = commandById(reading.command)
  return isRecordKind(target) ? { kind: target, codes: reading.codes } : null
}

/** The orders among several codes; null if there is none. */
function orders(codes: readonly string[]): NamedRecords | null {
  const some = codes.filter((code) => {
    const known = recordIndex.exact(code)
    return known.length === 0 ? likelyKind(code) === 'order' : known.some(({ kind }) => kind === 'order')
  })
  return some.length === 0 ? null : { kind: 'order', codes: some }
}

/**
 * The rows of what a text means beyond a record or words: commands on the records that it names, lists with filters, and
 * sums. In the order of the readings.
 */
export function readingGroups(
  readings: readonly Reading[],
  context: CommandContext,
  reads: Reads | null,
): RowGroup[] {
  const named = namedRecords(readings)
  const actions = readings.filter((reading) => reading.kind === 'action')
  return readings.flatMap((reading): RowGroup[] => {
    switch (reading.kind) {
      case 'action':
        return reading === actions[0] && named ? actionGroups(actions, named, context, reads) : []
      case 'codes':
        // Beside a verb, only what it names is offered.
        return actions.length > 0 ? [] : [severalGroup(reading.codes, named, context, reads)]
      case 'list':
        return [
          group('list', 'List', [
            { kind: 'list', id: `list:${reading.address}`, path: reading.address, words: reading.words },
          ]),
        ]
      case 'sum':
        return [
          group('sum', 'Sum', [
            {
              kind: 'copy',
              id: `copy:${reading.result}`,
              title: reading.result,
              detail: reading.text,
              text: reading.result,
            },
          ]),
        ]
      default:
        return []
    }
  })
}

function group(id: string, head: string, rows: RowGroup['rows'], headCode: string | null = null): RowGroup {
  return { id: `reading:${id}`, head, headCode, line: null, rows }
}

/** The commands that the verb names on one record or on several, and what is possible if the first one is not. */
function actionGroups(
  actions: readonly ActionReading[],
  named: NamedRecords,
  context: CommandContext,
  reads: Reads | null,
): RowGroup[] {
  const records = readsFor(named, reads)
  const commands = actions
    .map(({ command }) => commandById(command))
    .filter(({ target }) => target === named.kind)
  const [only, other] = records
  if (!only) return []
  if (other)
    return [
      group(
        'several',
        head(named.kind, records),
        commands.map((one) => severalRow(one, named, records, context)),
      ),
    ]
  const rows = commands.map((command) => oneRow(command, only, named, context))
  const name = capitalised(kindFacts(named.kind).name)
  return [
    group('one', name, rows, only.code),
    ...(rows[0]?.blocked != null ? instead(only, named, context) : []),
  ]
}

/** The commands that can run on a record, below one that cannot. */
function instead({ code, targets }: ReadRecord, named: NamedRecords, context: CommandContext): RowGroup[] {
  if (!targets) return []
  const now = { ...context, targets }
  const rows = COMMANDS.filter(
    (command) =>
      command.target === named.kind && command.inPalette && availability(command, now).state === 'ready',
  )
  return [
    group(
      'instead',
      'Possible now',
      rows.slice(0, MAX_INSTEAD).map((command) => ({
        ...rowOf(command, code, named, now),
        id: `instead:${command.id} ${readsKey(named)}`,
      })),
      code,
    ),
  ]
}

/** @param named part of the id: the same command on other records is another row */
function rowOf(
  command: Command<CommandId>,
  subject: string | null,
  named: NamedRecords,
  context: CommandContext,
): CommandRow {
  return {
    kind: 'command',
    id: `asked:${command.id} ${readsKey(named)}`,
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
  const { kind } = named
  const { name } = kindFacts(kind)
  if (state === 'loading') return { ...row, loading: true, detail: `Loading the ${name}…` }
  if (state === 'missing') return { ...row, blocked: `No ${name} with this code` }
  if (state === 'failed') return { ...row, blocked: kindOf({ kind }).failed }
  return { ...row, blocked: whyNot(command, now) }
}

function whyNot(command: Command, context: CommandContext): string | null {
  const now = availability(command, context)
  return now.state === 'ready' ? null : (now.reason ?? 'Not available here')
}

/** Several codes without a verb: what can be done with all of them. */
function severalGroup(
  codes: readonly string[],
  named: NamedRecords | null,
  context: CommandContext,
  reads: Reads | null,
): RowGroup {
  const copy = {
    kind: 'copy',
    id: `copy:${codes.join(' ')}`,
    title: `Copy ${counted(codes.length, 'code')}`,
    detail: '',
    text: codes.join('\n'),
  } as const
  if (!named) return group('several', counted(codes.length, 'code'), [copy])
  const records = readsFor(named, reads)
  const others = codes.length - named.codes.length
  const heading = [head(named.kind, records), ...(others > 0 ? [`${counted(others, 'other code')}`] : [])]
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
  return group('several', heading.join(' · '), [list, ...rows, copy])
}

/** A command that has a title of its own for several records. */
function isBulk(command: Command, context: CommandContext): boolean {
  return command.titleIn({ ...context, targets: { orders: [] } }) !== command.title
}

/** '3 orders · 999999 is unknown' */
function head(kind: RecordKind, records: readonly ReadRecord[]): string {
  const unknown = records.filter(({ state }) => state === 'missing').map(({ code }) => code)
  const count = counted(records.length - unknown.length, kindFacts(kind).name)
  return unknown.length === 0 ? count : `${count} · ${listed(unknown)} unknown`
}

function listed(codes: readonly string[]): string {
  const named = codes.slice(0, MAX_NAMED).join(', ')
  return codes.length > MAX_NAMED ? `${named} and ${codes.length - MAX_NAMED} more` : named
}

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
  return { ...row, blocked: whyNot(command, now), detail: refusals(command, read, context) }
}

/** The orders that a command cannot run on, with the reason: '108837: already packed'. */
function refusals(command: Command, orders: readonly Order[], context: CommandContext): string | null {
  const refused = orders.flatMap((order) => {
    const reason = whyNot(command, { ...context, targets: { order } })
    return reason === null ? [] : [`${order.code}: ${reason.replace(/^The order is /, '')}`]
  })
  const count = counted(orders.length - refused.length, 'order')
  return refused.length === 0 ? count : `${count}, not ${listed(refused)}`
}

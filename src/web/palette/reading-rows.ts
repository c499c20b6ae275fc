import { availability, type Command, isSupported } from '../../../commands/engine/command.ts'
import type { CommandContext } from '../../../commands/engine/context.ts'
import { COMMANDS, type CommandId, commandById } from '../../../commands/index.ts'
import {
  type ActionReading,
  type CodesReading,
  ignoredIn,
  type ListReading,
} from '../../../commands/interpreter/reading.ts'
import { PAGE_SIZE } from '../../contract/call.ts'
import type { Order } from '../../contract/orders.ts'
import { todayInAuckland } from '../../domain/calendar/nz-calendar.ts'
import { capitalised, counted, fold } from '../../domain/format/text.ts'
import { cautionInDialog } from '../../domain/orders/order-actions.ts'
import { kindFacts, type RecordKind, type Records } from '../../domain/records/record-kind.ts'
import { completionsOf } from '../../domain/sentences/arguments.ts'
import { doubtsIn } from '../../domain/sentences/order-sentences.ts'
import {
  judgedSteps,
  refusedBecause,
  tooManySteps,
  whyNotShipped,
} from '../../domain/sentences/order-steps.ts'
import type { Spoken } from '../../domain/sentences/record-facts.ts'
import { argumentsOf, sentenceOf } from '../../domain/sentences/record-sentences.ts'
import { shipWords, whyNoCarton } from '../../domain/sentences/ship-sentence.ts'
import { knownCartons } from '../api/freight.ts'
import { MOST_ONE_BY_ONE, type NamedRecords, type ReadRecord } from '../record-index/read-by-code.ts'
import { recordIndex } from '../record-index/record-index.ts'
import { paths } from '../routing/paths.ts'
import { now } from '../state/clock.ts'
import { usualValues } from '../storage/usual-values.ts'
import { answerGroup } from './ask-server.ts'
import { commandRow } from './command-rows.ts'
import type { CommandRow, Reads, RowGroup, RowSources, SpokenValues, TextRow } from './machine/state.ts'
import { exportOf, readsFor, readsKey } from './server-requests.ts'

/**
 * The rows of what a text means beyond a record or words: commands on the records that it names, lists with filters, and
 * sums. In the order of the readings.
 */
export function readingGroups(sources: RowSources): RowGroup[] {
  const { readings, named, reads } = sources
  const actions = readings.filter((reading) => reading.kind === 'action')
  const [sentence = null] = actions
  const context = sentence
    ? { ...sources.context, typed: { steps: sentence.steps, given: sentence.given } }
    : sources.context
  const on = named
    ? { ...named, ...readsFor(named, reads), context, sentence, text: sources.text }
    : sentence && onScreen(sentence, context, sources.text)
  return readings.flatMap((reading): RowGroup[] => {
    switch (reading.kind) {
      case 'action': {
        if (reading !== actions[0] || !on) return []
        const commands = actions.map(({ command }) => commandById(command))
        return actionGroups(
          commands.filter(({ target }) => target === on.kind),
          on,
        )
      }
      case 'codes':
        // With a verb, only rows of the named command are offered.
        return actions.length > 0 ? [] : [codesGroup(reading, on)]
      case 'list': {
        const title = [reading.words, ignoredIn(reading)].filter(Boolean).join(' · ')
        return [{ id: 'list', head: 'List', rows: [listRow(reading.address, title)] }]
      }
      case 'question':
        return [answerGroup(reading, sources.reply)]
      case 'sum': {
        const { result, text } = reading
        const row = copyRow(result, result, `${text} · Enter copies the result`)
        return [{ id: 'sum', head: 'Sum', rows: [row] }]
      }
      default:
        return []
    }
  })
}

/** The records that the text names, as far as they have been read, and the context for their commands. */
interface OnRecords extends NamedRecords, Omit<Reads, 'about'> {
  context: CommandContext
  /** The command that the text names on them; null if it names none. */
  sentence: ActionReading | null
  text: string
}

/** The orders of the screen, for a sentence without codes. */
function onScreen(sentence: ActionReading, context: CommandContext, text: string): OnRecords | null {
  const { order, orders = order ? [order] : [] } = context.targets
  if (sentence.said === undefined || orders.length === 0) return null
  const codes = orders.map(({ code }) => code)
  const records = orders.map(
    (one): ReadRecord => ({ code: one.code, state: 'read', targets: { order: one } }),
  )
  return { kind: 'order', codes, match: null, records, context, sentence, text }
}

function listRow(path: string, title: string): TextRow {
  return { kind: 'list', id: `list:${path}`, title, detail: '', text: path }
}

function copyRow(text: string, title: string, detail = ''): TextRow {
  return { kind: 'copy', id: `copy:${title}`, title, detail, text }
}

/** Copies codes, one per line. */
function copyCodes(codes: readonly string[]): TextRow {
  return copyRow(codes.join('\n'), `Copy ${counted(codes.length, 'code')}`)
}

/** Several codes without a verb: the commands for all of them. */
function codesGroup(reading: CodesReading, on: OnRecords | null): RowGroup {
  const { codes } = reading
  const ignored = ignoredIn(reading) ?? []
  if (!on) {
    const head = [counted(codes.length, 'code')].concat(ignored).join(' · ')
    return { id: 'several', head, rows: [copyCodes(codes)] }
  }
  const others = codes.length - on.codes.length
  const heads = [headOf(on), ...(others > 0 ? [counted(others, 'other code')] : [])].concat(ignored)
  const bulk = COMMANDS.filter(
    (command) =>
      command.target === 'order' &&
      command.inPalette &&
      command.id !== 'order.copy-code' &&
      isSupported(command, on.context) &&
      command.hasBulk,
  )
  const rows = [
    listRow(paths.listOfCodes(on.codes), `Open ${counted(on.codes.length, 'order')} as a list`),
    ...bulk.map((command) => ({ ...bulkRow(command, on), isNamed: false })),
    copyCodes(codes),
  ]
  return { id: 'several', head: heads.join(' · '), rows }
}

/** At most this many other commands are offered below one that cannot run. */
const MAX_INSTEAD = 4

/** At most this many records are named in a row. */
const MAX_NAMED = 3

/**
 * The commands that the verb names on one record or on several; if the first one cannot run, also the commands that
 * can. For one record at a time, the user chooses among several: those named by codes, the consignments of an order, or
 * the orders with the same number.
 */
function actionGroups(commands: readonly Command<CommandId>[], on: OnRecords): RowGroup[] {
  const { kind, codes, records, sentence } = on
  const [command] = commands
  const [record] = records
  if (command && sentence?.list) {
    return [{ id: 'several', head: sentence.list.words, rows: [listedRow(command, sentence.list, on)] }]
  }
  if (!command || !record) return []
  const { name } = kindFacts(kind)
  const each = { id: 'each', head: 'One at a time' }
  if (codes.length > 1) {
    const rows = commands.map((named) => (isCopyOfCodes(named, on) ? copyCodes(codes) : bulkRow(named, on)))
    const isSingle = rows[0]?.kind === 'command' && !command.hasBulk
    const shown = isSingle ? records.slice(0, MOST_ONE_BY_ONE) : []
    return [
      { id: 'several', head: headOf(on), rows },
      { ...each, rows: shown.map((read) => singleRow(command, read, on)) },
    ]
  }
  if (records.length > 1) {
    const count = counted(records.length, name)
    const several = kind === 'order' ? `${count} have this number` : `The order has ${count}`
    const row = { ...rowOf(command, codes.join(), on.context.targets, on), blocked: `${several}: choose one` }
    return [
      { id: 'choice', head: 'Order', headCode: codes.join(), rows: [row] },
      { ...each, rows: records.map((read) => singleRow(command, read, on)) },
    ]
  }
  const rows = commands.map((named) => singleRow(named, record, on))
  const group: RowGroup = { id: 'record', head: capitalised(name), headCode: record.code, rows }
  return rows[0]?.blocked == null || !record.targets ? [group] : [group, instead(record, on)]
}

/** The commands that can run on a record, shown below one that cannot. */
function instead({ code, targets }: ReadRecord, on: OnRecords): RowGroup {
  const rows = COMMANDS.filter(({ target, inPalette }) => target === on.kind && inPalette)
    .map((command) => rowOf(command, code, targets ?? {}, on))
    .filter((row) => whyNot(row, on) === null)
    .slice(0, MAX_INSTEAD)
    .map((row) => ({ ...row, id: `instead:${row.command.id} ${on.kind} ${code}` }))
  return { id: 'instead', head: 'Possible now', headCode: code, rows }
}

/** The same command on other records is a different row: Enter on one never runs on the others. */
function rowOf(
  command: Command<CommandId>,
  subject: string | null,
  targets: CommandContext['targets'],
  { kind, codes, list, context, sentence }: OnRecords,
): CommandRow {
  const about = readsKey(subject === null ? { kind, codes, list } : { kind, codes: [fold(subject)] })
  // Other words make another row: what was seen is what is carried out.
  const said = sentence?.command === command.id && sentence.said ? ` ${sentence.said}` : ''
  const id = `named:${command.id} ${about}${said}`
  return commandRow(command, { ...context, targets }, { id, subject, isNamed: true })
}

/**
 * What the row of records says while they are being read, if one could not be, or if there are none; null once all have
 * been read.
 */
function unreadPart(
  records: readonly ReadRecord[],
  words: { loading: string; failed: string; none: string },
): Partial<CommandRow> | null {
  if (codesIn(records, 'loading').length > 0) return { loading: true, detail: words.loading }
  if (codesIn(records, 'failed').length > 0) return { blocked: words.failed }
  return codesIn(records, 'read').length === 0 ? { blocked: words.none } : null
}

/** A command on one of the records. */
function singleRow(command: Command<CommandId>, record: ReadRecord, on: OnRecords): CommandRow {
  const { code, targets } = record
  const { name, failure } = kindFacts(on.kind)
  const row = rowOf(command, code, targets ?? {}, on)
  const unread = unreadPart([record], {
    loading: on.match ? `Checking for exactly ${on.codes.join()}…` : `Loading the ${name}…`,
    failed: failure,
    none: noneWith(code, on.kind),
  })
  if (unread) return { ...row, ...unread }
  const blocked = whyNot(row, on)
  return spokenRow({ ...row, blocked, completions: blocked === null ? completionsIn(row, on) : [] }, on)
}

/** What may be added to the text: values of its last step. */
function completionsIn({ command, targets }: CommandRow, { sentence, text, context }: OnRecords): string[] {
  const step = sentence?.steps?.at(-1)
  const name = step?.name ?? command.sentence
  if (name === null || (sentence !== null && sentence.command !== command.id)) return []
  const lastWord = text === text.trimEnd() ? (text.split(' ').at(-1) ?? '') : ''
  const given = step?.given ?? sentence?.given ?? {}
  const usual = usualValues(targets.order?.customer.code ?? null)
  const declared = argumentsOf(name, context.capabilities, knownCartons())
  return completionsOf(declared, given, usual, lastWord, todayInAuckland(now()))
}

/** What the text says after the verb of a command, with the doubts about it on one order; null if nothing. */
function spokenOf(
  { id, dialog }: Command,
  reading: ActionReading | null,
  order?: Order,
): SpokenValues | null {
  if (reading?.command !== id) return null
  const { given, steps, ship, said = '', clashes = [] } = reading
  if (!given && !steps) return null
  const today = todayInAuckland(now())
  const judged = order && steps && judgedSteps(order, steps, today)
  const doubts = [
    ignoredIn(reading),
    ...[...(steps ?? [{ clashes }]), ...(ship ? [ship] : [])].flatMap((step) => step.clashes),
    ...(judged ?? []).flatMap((step) => step.doubts),
    ...(given && dialog ? doubtsIn(dialog, order, given) : []),
  ].filter((doubt) => doubt !== null)
  if (!steps) return { given: given ?? {}, said, doubts }
  const inWords = steps.map((step) => ({ ...step, sentence: capitalised(step.said), refusal: null }))
  const sentence =
    (order && ship && shipWords('Ship', order, ship.given, knownCartons())) ?? capitalised(ship?.said ?? '')
  const refusal =
    order && ship
      ? (whyNotShipped(order, steps, today) ?? whyNoCarton(order, ship.given, knownCartons()))
      : null
  return {
    given: {},
    said,
    doubts,
    steps: judged ?? inWords,
    ...(ship && { ship: { given: ship.given, sentence, refusal } }),
  }
}

/** The row of a record with the values that were typed for its command, or with its steps. */
function spokenRow(row: CommandRow, { sentence: reading, context }: OnRecords): CommandRow {
  const { command, targets } = row
  const { dialog } = command
  const { order } = targets
  const spoken = spokenOf(command, reading, order)
  if (spoken === null || (spoken.steps && !order)) return { ...row, spoken }
  const { given = {}, doubts, steps } = spoken
  const sentence = command.sentence && sentenceOf(command.sentence)
  const refusal =
    order && steps
      ? (refusedBecause(order, steps, todayInAuckland(now())) ?? shipRefusal(spoken))
      : (sentence?.refusal?.({ ...targets, cartons: knownCartons() }, given) ?? null)
  const blocked = row.blocked ?? refusal
  const isClear = blocked === null && doubts.length === 0
  const canUndo = context.capabilities.has('taking-back')
  if (steps) {
    const detail = blocked === null ? spoken.said : null
    const asks = isClear && spoken.ship ? sentenceOf('ship').asks : null
    return { ...row, spoken, blocked, detail, canConfirm: isClear && canUndo && !spoken.ship, asks }
  }
  const caution = dialog && order ? cautionInDialog(dialog, order) : null
  const asks = caution ?? sentence?.asks ?? (canUndo || dialog === null ? null : 'it cannot be undone')
  return {
    ...row,
    title: sentence?.title?.(given) ?? row.title,
    blocked,
    spoken,
    canConfirm: dialog !== null && isClear && asks === null,
    asks: isClear ? asks : null,
  }
}

/** Why an order cannot be shipped after the steps of a sentence; null if it can, or is not to be. */
function shipRefusal({ steps = [], ship }: SpokenValues): string | null {
  const reason = ship?.refusal ?? null
  return reason && `Step ${steps.length + 1}: ${reason}`
}

/** The reason why no record of a kind has a code. A record of another kind may have it. */
function noneWith(code: string, kind: RecordKind): string {
  const [holder] = recordIndex.exact(code)
  if (kind === 'consignment' && holder?.kind === 'order') return `Order ${holder.code} has no consignment`
  const none = `No ${kindFacts(kind).name} with this code`
  return holder ? `${none}: it belongs to ${kindFacts(holder.kind).name} ${holder.code}` : none
}

/** Why a row's command cannot run on its records; null if it can. */
function whyNot({ command, targets }: Pick<CommandRow, 'command' | 'targets'>, { context }: OnRecords) {
  const now = availability(command, { ...context, targets })
  return now.state === 'ready' ? null : (now.reason ?? 'Not available here')
}

/** Whether a command copies the codes as typed, for which no record has to be read. */
function isCopyOfCodes(command: Command<CommandId>, { kind, sentence }: OnRecords): boolean {
  if (command.id !== `${kind}.copy-code`) return false
  return !command.hasBulk || (kind !== 'order' && sentence?.given === undefined)
}

/** Records of one kind as the targets of a command for several. */
function severalOf(records: readonly ReadRecord[], kind: RecordKind): Pick<Spoken, SeveralName> {
  const of = <Kind extends RecordKind>(one: Kind) =>
    records.flatMap(({ targets }): Records[Kind][] => {
      const record = targets?.[one]
      return record === undefined ? [] : [record]
    })
  if (kind === 'consignment') return { consignments: of(kind) }
  return kind === 'customer' ? { customers: of(kind) } : { orders: of('order') }
}

type SeveralName = 'orders' | 'consignments' | 'customers'

/** '3 orders · 999999 unknown' */
function headOf({ kind, records }: OnRecords): string {
  const unknown = codesIn(records, 'missing')
  const count = counted(records.length - unknown.length, kindFacts(kind).name)
  return unknown.length === 0 ? count : `${count} · ${listed(unknown)} unknown`
}

function codesIn(records: readonly ReadRecord[], state: ReadRecord['state']): string[] {
  return records.filter((record) => record.state === state).map(({ code }) => code)
}

function listed(codes: readonly string[]): string {
  const named = codes.slice(0, MAX_NAMED).join(', ')
  return codes.length > MAX_NAMED ? `${named} and ${codes.length - MAX_NAMED} more` : named
}

/** A command on several records that the text names. */
function bulkRow(command: Command<CommandId>, on: OnRecords): CommandRow {
  const { kind, codes, records, sentence } = on
  const { name } = kindFacts(kind)
  const row = rowOf(command, null, severalOf(records, kind), on)
  const unread = unreadPart(records, {
    loading: `Loading ${counted(codes.length, name)}…`,
    failed: `${listed(codesIn(records, 'failed'))} could not be loaded`,
    none: `No ${name} with these codes`,
  })
  if (!command.hasBulk || sentence?.ship) return { ...row, blocked: `Only one ${name} at a time` }
  if (unread) return { ...row, ...unread }
  const steps = sentence?.steps
  const blocked = steps ? whyNoSteps(row, steps.length, on) : whyNot(row, on)
  if (blocked !== null) return { ...row, blocked }
  const detail = kind === 'order' ? refusals(row, on) : headOf(on)
  const spoken = { ...spokenRow({ ...row, detail }, on), canConfirm: false }
  if (command.dialog !== null && spoken.spoken !== null) {
    return { ...spoken, asks: 'the orders are shown first' }
  }
  if (kind !== 'consignment' || areNamed(records, codes)) return spoken
  const asks = command.sentence && sentenceOf(command.sentence).asks
  return { ...spoken, asks, spoken: { said: '', doubts: [], ...spoken.spoken, isUnseen: true } }
}

/** Whether all records that were found have one of the codes: those of an order have others. */
function areNamed(records: readonly ReadRecord[], codes: readonly string[]): boolean {
  const named = new Set(codes.map(fold))
  return records.every(({ code }) => named.has(fold(code)))
}

/**
 * A command on the records of a list, which are shown before it acts on them (PAL-16). Of orders, it acts on the first page
 * unless it takes whole lists.
 */
function listedRow(command: Command<CommandId>, list: ListReading, on: OnRecords): CommandRow {
  const { kind, records, isWhole, sentence } = on
  const { given, values } = sentence ?? {}
  const { name, plural } = kindFacts(kind)
  const row = rowOf(command, null, severalOf(records, kind), on)
  const unread = unreadPart(records, {
    loading: 'Loading the list…',
    failed: 'The list could not be loaded',
    none: `The list has no ${name}`,
  })
  const declared = command.sentence && sentenceOf(command.sentence)
  const title = (given && declared?.title?.(given)) ?? row.title
  const which = values === undefined || title !== row.title ? list.words : `${list.words} · ${values}`
  const titled = (count: string) => ({ ...row, title: `${titleWith(title, plural, count)}: ${which}` })
  if (unread) return { ...titled(plural), ...unread }
  const refusal = given && declared?.refusal?.({ ...row.targets, cartons: knownCartons() }, given)
  const blocked = whyNot(row, on) ?? refusal ?? null
  const count = counted(records.length, name)
  if (isWhole) {
    const all = on.count === undefined ? `all ${plural}` : counted(on.count, name)
    return { ...titled(all), blocked, spoken: { said: '', doubts: [], whole: exportOf(list) } }
  }
  // Of orders, a list has more pages after a full one.
  const isCut = kind === 'order' && records.length === PAGE_SIZE
  const listed = { ...titled(isCut ? `the first ${count}` : count), blocked }
  if (blocked !== null) return listed
  const possible = refusals(row, on)
  return {
    ...listed,
    // The title names the values.
    spoken: { given, said: '', doubts: [], isUnseen: true },
    detail: kind !== 'order' || possible === count ? null : possible,
    asks: command.dialog === null ? (declared?.asks ?? null) : `the ${plural} are shown first`,
  }
}

/**
 * The title of a command for several records, with their number: 'Pack 14 orders', 'Book 14 orders by rule…', 'Record payments
 * of 14 orders'.
 */
function titleWith(title: string, plural: string, count: string): string {
  const place = title.includes(plural) ? plural : /\d+/.exec(title)?.[0]
  return place === undefined ? `${title} of ${count}` : title.replace(place, count)
}

/** Why several orders take no steps of a sentence, by the reason of each order; null if one or more take them. */
function whyNoSteps(row: CommandRow, steps: number, on: OnRecords): string | null {
  const refused = refusedOrders(row, on)
  const count = (row.targets.orders ?? []).length - refused.length
  return count === 0
    ? [...new Set(refused.map(({ reason }) => reason))].join(', ')
    : tooManySteps(count * steps)
}

/** The orders on which a command, or one of the steps of a sentence, is impossible, and why. */
function refusedOrders({ command, targets }: CommandRow, on: OnRecords): { code: string; reason: string }[] {
  const { steps } = on.sentence ?? {}
  return (targets.orders ?? []).flatMap((order) => {
    const reason = steps
      ? refusedBecause(order, steps, todayInAuckland(now()))
      : whyNot({ command, targets: { order } }, on)
    return reason === null ? [] : [{ code: order.code, reason }]
  })
}

/** The orders that a command runs on, and the others by reason: '1 order · not paid yet: 108864, 108863'. */
function refusals(row: CommandRow, on: OnRecords): string {
  const refused = refusedOrders(row, on)
  const byReason = new Map<string, string[]>()
  for (const { code, reason } of refused) {
    const words = reason.replace(/^The order is /, '')
    byReason.set(words, [...(byReason.get(words) ?? []), code])
  }
  const count = (row.targets.orders ?? []).length - refused.length
  const others = Array.from(byReason, ([reason, codes]) => `${reason}: ${listed(codes)}`)
  return [counted(count, 'order'), ...others].join(' · ')
}

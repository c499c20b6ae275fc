import { type Command, isSupported } from '../../../commands/engine/command.ts'
import type { CommandContext } from '../../../commands/engine/context.ts'
import { COMMANDS, type CommandId, commandById } from '../../../commands/index.ts'
import {
  type JudgingContext,
  judged,
  refusalWords,
  titleOfSeveral,
  whyNotOn,
  whyNotOnSeveral,
} from '../../../commands/interpreter/judge.ts'
import {
  type ActionReading,
  type CodesReading,
  ignoredIn,
  type ListReading,
  type QuestionReading,
} from '../../../commands/interpreter/reading.ts'
import { PAGE_SIZE } from '../../contract/call.ts'
import { todayInAuckland } from '../../domain/calendar/nz-calendar.ts'
import { formatDateTime, parseInstant, timeToday } from '../../domain/calendar/nz-time.ts'
import { capitalised, counted, firstNamed, fold } from '../../domain/format/text.ts'
import { isRecordKind, kindFacts, type RecordKind, type Records } from '../../domain/records/record-kind.ts'
import { completionsOf, withValue } from '../../domain/sentences/arguments.ts'
import { argumentsOf, sentenceOf } from '../../domain/sentences/command-sentences.ts'
import { type Answer, questionKey, questionWords } from '../../domain/sentences/questions.ts'
import type { Spoken } from '../../domain/sentences/record-facts.ts'
import { knownCartons } from '../api/freight.ts'
import {
  exportOf,
  MOST_ONE_BY_ONE,
  type NamedRecords,
  type ReadRecord,
  type Reads,
  readOnScreen,
  readsFor,
  readsKey,
} from '../record-index/read-by-code.ts'
import { recordIndex } from '../record-index/record-index.ts'
import { paths } from '../routing/paths.ts'
import { now } from '../state/clock.ts'
import { usualValues } from '../storage/usual-values.ts'
import { commandRow } from './command-rows.ts'
import type { CommandRow, Responses, RowGroup, RowSources, TextRow } from './machine/state.ts'

/**
 * The rows of what a text means beyond a record or words: commands on the records that it names, lists with filters, and
 * sums. In the order of the readings.
 */
export function readingGroups(sources: RowSources): RowGroup[] {
  const { readings, named, text } = sources
  const actions = readings.filter((reading) => reading.kind === 'action')
  const forScreen = sentenceForScreen(actions, sources)
  const sentence = forScreen?.sentence ?? actions[0] ?? null
  const context = sentence
    ? { ...sources.context, typed: { steps: sentence.steps, given: sentence.given } }
    : sources.context
  const judging = { sentence, context, text, today: todayInAuckland(now()), cartons: knownCartons() }
  const onNamed = named && { ...named, ...readsFor(named, sources.records), ...judging }
  const on = forScreen ? { ...forScreen.shown, ...judging } : onNamed
  return readings.flatMap((reading): RowGroup[] => {
    switch (reading.kind) {
      case 'action': {
        if (reading !== sentence || !on) return []
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
        return [answerGroup(reading, sources.answers)]
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

/** The text, and what the commands that it names are judged by. */
interface OnText extends JudgingContext {
  text: string
}

/** The records that the text names, as far as they have been read. */
interface OnRecords extends OnText, NamedRecords, Omit<Reads, 'about'> {}

/**
 * The sentence without codes that is for the open record, or else for the active or the selected rows, with these; null if
 * there is none, or if the text is the beginning of a name: `hold fast plumbing`.
 */
function sentenceForScreen(actions: readonly ActionReading[], { matches, context: { targets } }: RowSources) {
  if (matches.some(({ band }) => band === 'exact-company' || band === 'name-starts')) return null
  const fitting = actions.flatMap((sentence) => {
    const kind = commandById(sentence.command).target
    const isBare = sentence.codes.length === 0 && !sentence.list && sentence.said !== undefined
    if (!isBare || !isRecordKind(kind)) return []
    const records = readOnScreen(kind, targets)
    const codes = records.map(({ code }) => code)
    return records.length === 0 ? [] : [{ sentence, shown: { kind, codes, match: null, records } }]
  })
  return fitting.find(({ shown }) => shown.kind === targets.record?.kind) ?? fitting[0] ?? null
}

function textRow(parts: Pick<TextRow, 'id' | 'icon' | 'title' | 'does'> & Partial<TextRow>): TextRow {
  return { kind: 'text', detail: '', leadsTo: '', ...parts }
}

function listRow(path: string, title: string): TextRow {
  return textRow({ id: `list:${path}`, icon: 'list', title, does: { do: 'go', path } })
}

function copyRow(text: string, title: string, detail = ''): TextRow {
  return textRow({ id: `copy:${title}`, icon: 'copy', title, detail, does: { do: 'copy', text } })
}

/** The rows of a question: its answers, or that they are awaited. */
function answerGroup({ question, about }: QuestionReading, response: Responses['answers']): RowGroup {
  const key = questionKey(question)
  const words = questionWords(question, todayInAuckland(now()))
  const answers = response?.about === key ? response.answers : [{ title: 'Asking the server…', copied: null }]
  const rows = answers.map(({ title, copied, at, code = words }: Answer, index) =>
    textRow({
      id: `answer:${index} ${key}`,
      icon: 'answer',
      title,
      detail: detailOf(code, at),
      does: copied === null ? null : { do: 'copy', text: copied },
      leadsTo: about,
    }),
  )
  return { id: 'answer', head: 'Answer', rows }
}

function detailOf(words: string, at: string | undefined): string {
  const instant = parseInstant(at ?? null)
  if (instant === null) return words
  return `${words} · at ${timeToday(instant, now()) ?? formatDateTime(at ?? null)}`
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
    .filter((row) => whyNotOn(row.command, row.targets, on.context) === null)
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
  const blocked = whyNotOn(command, row.targets, on.context)
  const completions = blocked === null ? completionsIn(row, on) : []
  const [first] = completions
  const leadsTo = first === undefined ? '' : withValue(on.text, first)
  return { ...row, completions, leadsTo, ...judged(command, row.targets, blocked, on) }
}

/** What may be added to the text: values of its last step. */
function completionsIn({ command, targets }: CommandRow, on: OnRecords): string[] {
  const { sentence, text, context, today, cartons } = on
  const step = sentence?.steps?.at(-1)
  const name = step?.name ?? command.sentence
  if (name === null || (sentence !== null && sentence.command !== command.id)) return []
  const lastWord = text === text.trimEnd() ? (text.split(' ').at(-1) ?? '') : ''
  const given = step?.given ?? sentence?.given ?? {}
  const usual = usualValues(targets.order?.customer.code ?? null)
  const declared = argumentsOf(name, context.capabilities, cartons)
  return completionsOf(declared, given, usual, lastWord, today)
}

/** The reason why no record of a kind has a code. A record of another kind may have it. */
function noneWith(code: string, kind: RecordKind): string {
  const [holder] = recordIndex.exact(code)
  if (kind === 'consignment' && holder?.kind === 'order') return `Order ${holder.code} has no consignment`
  const none = `No ${kindFacts(kind).name} with this code`
  return holder ? `${none}: it belongs to ${kindFacts(holder.kind).name} ${holder.code}` : none
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
  return unknown.length === 0 ? count : `${count} · ${firstNamed(unknown)} unknown`
}

function codesIn(records: readonly ReadRecord[], state: ReadRecord['state']): string[] {
  return records.filter((record) => record.state === state).map(({ code }) => code)
}

/** A command on several records that the text names. */
function bulkRow(command: Command<CommandId>, on: OnRecords): CommandRow {
  const { kind, codes, records, sentence } = on
  const { name } = kindFacts(kind)
  const row = rowOf(command, null, severalOf(records, kind), on)
  const unread = unreadPart(records, {
    loading: `Loading ${counted(codes.length, name)}…`,
    failed: `${firstNamed(codesIn(records, 'failed'))} could not be loaded`,
    none: `No ${name} with these codes`,
  })
  if (!command.hasBulk || sentence?.ship) return { ...row, blocked: `Only one ${name} at a time` }
  if (unread) return { ...row, ...unread }
  const { targets } = row
  const blocked = whyNotOnSeveral(command, targets, on)
  if (blocked !== null) return { ...row, blocked }
  const detail = kind === 'order' ? refusalWords(command, targets.orders ?? [], on) : headOf(on)
  const spoken = { ...row, detail, ...judged(command, targets, null, on), canConfirm: false }
  if (spoken.spoken !== null && (command.dialog !== null || spoken.spoken.steps)) {
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
  const titled = (count: string) => ({ ...row, title: `${titleOfSeveral(title, plural, count)}: ${which}` })
  if (unread) return { ...titled(plural), ...unread }
  const refusal = given && declared?.refusal?.({ ...row.targets, cartons: on.cartons }, given)
  const blocked = whyNotOn(command, row.targets, on.context) ?? refusal ?? null
  const count = counted(records.length, name)
  if (isWhole) {
    const all = on.count === undefined ? `all ${plural}` : counted(on.count, name)
    return { ...titled(all), blocked, spoken: { said: '', doubts: [], whole: exportOf(list) } }
  }
  // Of orders, a list has more pages after a full one.
  const isCut = kind === 'order' && records.length === PAGE_SIZE
  const listed = { ...titled(isCut ? `the first ${count}` : count), blocked }
  if (blocked !== null) return listed
  const possible = kind === 'order' ? refusalWords(command, row.targets.orders ?? [], on) : count
  return {
    ...listed,
    // The title names the values.
    spoken: { given, said: '', doubts: [], isUnseen: true, isFirstPage: isCut },
    detail: possible === count ? null : possible,
    asks: command.dialog === null ? (declared?.asks ?? null) : `the ${plural} are shown first`,
  }
}

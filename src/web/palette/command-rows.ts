import { availability, type Command, yieldsKeys } from '../../../commands/engine/command.ts'
import type { CommandContext } from '../../../commands/engine/context.ts'
import type { Availability } from '../../../commands/engine/rules.ts'
import { codeAmong } from '../../../commands/engine/targets.ts'
import { COMMANDS, type CommandId } from '../../../commands/index.ts'
import { MIN_CODE_LENGTH } from '../../../commands/interpreter/query.ts'
import { ignoredIn, type Reading } from '../../../commands/interpreter/reading.ts'
import { commandsNamed, withoutFillers } from '../../../commands/interpreter/verbs.ts'
import { capitalised, fold } from '../../domain/format/text.ts'
import type { IndexedRecord } from '../../domain/records/indexed-record.ts'
import { isRecordKind, kindFacts } from '../../domain/records/record-kind.ts'
import { ACTIONS } from './machine/reduce.ts'
import {
  COMMAND_BANDS,
  type CommandBand,
  type CommandRow,
  type RowGroup,
  type RowSources,
  type Subject,
} from './machine/state.ts'

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
    canConfirm: false,
    asks: null,
    ...parts,
  }
}

/**
 * The commands that the query finds.
 * @param offer `all`: also commands that the palette leaves to a record's own row, and blocked ones without a text
 */
export function commandRows(
  {
    query,
    context,
    recentCommands,
    readings,
  }: Pick<RowSources, 'query' | 'context' | 'recentCommands' | 'readings'>,
  offer: 'all' | 'palette' = 'palette',
): CommandRow[] {
  const words = fold(query.text).split(/\s+/).filter(Boolean)
  const named = namedBy(readings)
  const rows = COMMANDS.flatMap((command): CommandRow[] => {
    if (!command.inPalette && offer === 'palette') return []
    const isNamed = named.has(command.id)
    const state = availabilityOf(command, isNamed, context)
    // A command that is not offered here is still found by its words, and shows the reason.
    if (state.state === 'hidden' && (state.reason === null || words.length === 0)) return []
    if (state.state === 'blocked' && words.length === 0 && offer === 'palette') return []
    const subject = subjectOf(command, context)
    const title = command.titleIn(context)
    const blocked = state.state === 'ready' ? null : state.reason
    // A blocked command is found by its own words, not by the code of the record that it cannot act on.
    const isFound = isNamed || matchesWords(command, title, blocked === null ? subject : null, words)
    if (!isFound && !isNamedOfKind(command, words)) return []
    const row = commandRow(command, context, {
      id: `command:${command.id}`,
      subject,
      blocked,
      hasRemedy: blocked !== null && command.remedy(context) !== null,
      detail: named.get(command.id) ?? null,
      band: isNamed ? 'title' : bandOf(title, words),
      hasKey: !yieldsKeys(command, context),
    })
    return [row]
  })
  const recency = ({ command }: CommandRow) => {
    const index = recentCommands.indexOf(command.id)
    return index === -1 ? recentCommands.length : index
  }
  // Blocked commands follow all bands.
  const order = ({ blocked, band }: CommandRow) =>
    COMMAND_BANDS.indexOf(band) + (blocked === null ? 0 : COMMAND_BANDS.length)
  return rows.sort((a, b) => order(a) - order(b) || recency(a) - recency(b))
}

/**
 * The commands that the text names by a title or a synonym, without the code of a record, each with the words that it
 * leaves out.
 */
function namedBy(readings: readonly Reading[]): ReadonlyMap<string, string | null> {
  return new Map(
    readings.flatMap((reading): [string, string | null][] => {
      if (reading.kind !== 'action' || reading.codes.length > 0 || reading.list) return []
      const ignored = ignoredIn(reading)
      return [[reading.command, ignored && capitalised(ignored)]]
    }),
  )
}

/**
 * The availability of a command. One that the text names is blocked instead of hidden, with the reason, so that Enter
 * runs no other command that contains the words.
 */
function availabilityOf(command: Command, isNamed: boolean, context: CommandContext): Availability {
  const state = availability(command, context)
  const { target } = command
  if (!isNamed || state.state !== 'hidden' || state.reason !== null) return state
  if (target === null) return { state: 'blocked', reason: 'Not available on this screen' }
  if (!isRecordKind(target) || context.targets[target] !== undefined) return state
  return { state: 'blocked', reason: `Type the code of the ${kindFacts(target).name} after it` }
}

/** The code of the record that a command acts on; null if it acts on none, or on several. */
function subjectOf({ target }: Command, { targets }: CommandContext): string | null {
  if (!isRecordKind(target) || (target === 'order' && targets.orders)) return null
  return codeAmong(targets, target)
}

/**
 * Whether the words are a name of a command for records, followed by the beginning of the name of their kind: `ship
 * ord`.
 */
function isNamedOfKind({ id, target }: Command, words: readonly string[]): boolean {
  const [last = ''] = words.slice(-1)
  if (!isRecordKind(target) || words.length < 2 || !kindFacts(target).name.startsWith(last)) return false
  const name = withoutFillers(words.slice(0, -1).join(' '))
  return commandsNamed(name).some((command) => command.id === id)
}

function bandOf(title: string, words: readonly string[]): CommandBand {
  const [folded, typed] = [fold(title), words.join(' ')]
  if (folded === typed) return 'title'
  if (folded.startsWith(typed)) return 'title-start'
  return wordsStart(words, wordsIn(title)) ? 'title-words' : 'other-words'
}

function wordsIn(text: string): string[] {
  return fold(text).split(/[^\p{L}\p{N}?]+/u)
}

/** Whether every word starts a word of the command's title or keywords, or of the code that it acts on. */
function matchesWords(
  { title: declared, keywords }: Command,
  title: string,
  subject: string | null,
  words: readonly string[],
): boolean {
  const known = wordsIn(`${declared} ${title} ${keywords.join(' ')}`)
  const code = wordsIn(subject ?? '')
  return words.every(
    (word) => wordsStart([word], known) || (word.length >= MIN_CODE_LENGTH && wordsStart([word], code)),
  )
}

/** Whether every typed word starts one of these words. */
function wordsStart(typed: readonly string[], words: readonly string[]): boolean {
  return typed.every((start) => words.some((word) => word.startsWith(start)))
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
  const group = (id: string, head: string, grouped: readonly CommandRow[]): RowGroup => ({
    id,
    head,
    rows: grouped.map((row) => {
      const state = availability(row.command, now)
      const blocked = state.state === 'ready' ? null : (state.reason ?? row.blocked)
      // The record is named before the field.
      return { ...row, blocked, subject: null, targets: now.targets }
    }),
  })
  return [
    group(
      ACTIONS,
      'Actions',
      rows.filter(({ blocked }) => blocked === null),
    ),
    group(
      'blocked',
      'Not available now',
      rows.filter(({ blocked }) => blocked !== null),
    ),
  ].filter((group) => group.rows.length > 0)
}

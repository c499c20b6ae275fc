import { availability, type Command, yieldsKeys } from '../../../commands/engine/command.ts'
import type { CommandContext } from '../../../commands/engine/context.ts'
import type { Availability } from '../../../commands/engine/rules.ts'
import { codeAmong } from '../../../commands/engine/targets.ts'
import { COMMANDS } from '../../../commands/index.ts'
import { ignoredIn, type Reading } from '../../../commands/interpreter/reading.ts'
import { commandsNamed, withoutFillers } from '../../../commands/interpreter/verbs.ts'
import { capitalised, fold } from '../../domain/format/text.ts'
import { isRecordKind, kindFacts } from '../../domain/records/record-kind.ts'
import {
  COMMAND_BANDS,
  type CommandBand,
  type CommandRow,
  MIN_CODE_LENGTH,
  type RowSources,
} from './machine/state.ts'

/** The code of the record that a command acts on; null if it acts on none, or on several. */
function subjectOf({ target }: Command, { targets }: CommandContext): string | null {
  if (!isRecordKind(target) || (target === 'order' && targets.orders)) return null
  return codeAmong(targets, target)
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
    return [
      {
        kind: 'command',
        id: `command:${command.id}`,
        command,
        title,
        subject,
        blocked,
        hasRemedy: blocked !== null && command.remedy(context) !== null,
        detail: named.get(command.id) ?? null,
        asked: false,
        loading: false,
        band: isNamed ? 'title' : bandOf(title, words),
        hasKey: !yieldsKeys(command, context),
        targets: context.targets,
      },
    ]
  })
  const recency = (row: CommandRow) => {
    const index = recentCommands.indexOf(row.command.id)
    return index === -1 ? recentCommands.length : index
  }
  const order = ({ blocked, band }: CommandRow) =>
    COMMAND_BANDS.indexOf(band) + (blocked === null ? 0 : BLOCKED)
  return rows.sort((one, other) => order(one) - order(other) || recency(one) - recency(other))
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

/**
 * The commands that the text names by a title or a synonym, without the code of a record, each with the words that it
 * leaves out.
 */
function namedBy(readings: readonly Reading[]): ReadonlyMap<string, string | null> {
  return new Map(
    readings.flatMap((reading): [string, string | null][] => {
      if (reading.kind !== 'action' || reading.codes.length > 0) return []
      const ignored = ignoredIn(reading)
      return [[reading.command, ignored && capitalised(ignored)]]
    }),
  )
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

/** Blocked commands follow all bands. */
const BLOCKED = COMMAND_BANDS.length

function bandOf(title: string, words: readonly string[]): CommandBand {
  const [own, typed] = [fold(title), words.join(' ')]
  if (own === typed) return 'title'
  if (own.startsWith(typed)) return 'title-start'
  const inTitle = wordsIn(title)
  return words.every((word) => inTitle.some((one) => one.startsWith(word))) ? 'title-words' : 'other-words'
}

/** The words of commands, cached since they do not change. */
const OWN_WORDS = new Map<string, readonly string[]>()

function wordsIn(text: string): string[] {
  return fold(text).split(/[^\p{L}\p{N}?]+/u)
}

/** Whether every word starts a word of the command's title or keywords, or of the code that it acts on. */
function matchesWords(
  { title: ownTitle, keywords }: Command,
  title: string,
  subject: string | null,
  words: readonly string[],
): boolean {
  const all = `${ownTitle} ${title} ${keywords.join(' ')}`
  const own = OWN_WORDS.get(all) ?? wordsIn(all)
  OWN_WORDS.set(all, own)
  const code = wordsIn(subject ?? '')
  const starts = (word: string) => (one: string) => one.startsWith(word)
  return words.every(
    (word) => own.some(starts(word)) || (word.length >= MIN_CODE_LENGTH && code.some(starts(word))),
  )
}

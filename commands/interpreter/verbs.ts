import { capitalised, fold } from '../../src/domain/format/text.ts'
import { kindOfPhrase } from '../../src/domain/records/kind-words.ts'
import { isRecordKind, kindFacts } from '../../src/domain/records/record-kind.ts'
import { type CustomShortcuts, keysOf } from '../custom-shortcuts.ts'
import { availability, type Command } from '../engine/command.ts'
import type { CommandContext } from '../engine/context.ts'
import type { Availability } from '../engine/rules.ts'
import { codeAmong } from '../engine/targets.ts'
import { COMMANDS, type CommandId, commandById } from '../index.ts'
import { MIN_CODE_LENGTH } from './query.ts'
import { ignoredIn, type Reading } from './reading.ts'

/** Commands by phrase; those with this title precede those with this verb. */
type Verbs = ReadonlyMap<string, readonly Command<CommandId>[]>

/** Words around a verb that do not change its meaning: `please pack order 108846 for me`. */
const FILLERS = new Set(
  'a all also and as can could for from in it just me my now of on out please pls that the these they this to up us with you'.split(
    ' ',
  ),
)

const offered = COMMANDS.filter(({ inPalette }) => inPalette)

const NONE: readonly Command<CommandId>[] = []

let titles: Verbs | null = null
let names: Verbs | null = null
const keys = new WeakMap<CustomShortcuts, Verbs>()

/** The commands with this title. */
export function commandsTitled(phrase: string): readonly Command<CommandId>[] {
  titles ??= grouped(({ title }) => [fold(title)])
  return titles.get(phrase) ?? NONE
}

/** The commands that a phrase names: by their title, otherwise by another verb. */
export function commandsNamed(phrase: string): readonly Command<CommandId>[] {
  names ??= allNames()
  return names.get(phrase) ?? NONE
}

function allNames(): Verbs {
  const verbs = grouped((command) => command.verbs.map(fold))
  const phrases = [...offered.map(({ title }) => fold(title)), ...verbs.keys()]
  return new Map(
    phrases.map((phrase) => [
      phrase,
      [...new Set([...commandsTitled(phrase), ...(verbs.get(phrase) ?? NONE)])],
    ]),
  )
}

/** The commands that this key runs: `r`, `?`, `g o`. */
export function commandsWithKey(
  key: string,
  customShortcuts: CustomShortcuts,
): readonly Command<CommandId>[] {
  const known = keys.get(customShortcuts)
  if (known) return known.get(key) ?? []
  const made = grouped((command) => keysOf(command, { customShortcuts, singleKeys: true }))
  keys.set(customShortcuts, made)
  return made.get(key) ?? []
}

/** Whether a folded word does not change the meaning of the verb beside it. */
export function isFiller(word: string): boolean {
  return FILLERS.has(word)
}

/** The words of a phrase without fillers. */
export function withoutFillers(phrase: string): string {
  return phrase
    .split(' ')
    .filter((word) => !FILLERS.has(word))
    .join(' ')
}

/** The same, and without the names of kinds. */
export function essence(phrase: string): string {
  return withoutFillers(phrase)
    .split(' ')
    .filter((word) => kindOfPhrase(word) === null)
    .join(' ')
}

function grouped(namesOf: (command: Command<CommandId>) => readonly string[]): Verbs {
  const groups = new Map<string, Command<CommandId>[]>()
  for (const command of offered) {
    for (const name of new Set(namesOf(command))) groups.set(name, [...(groups.get(name) ?? []), command])
  }
  return groups
}

/** How a text matches a command, best first. Recently run commands come first only inside their band. */
const COMMAND_BANDS = ['title', 'title-start', 'title-words', 'other-words'] as const
type CommandBand = (typeof COMMAND_BANDS)[number]

/** A command that a text finds. */
export interface FoundCommand {
  command: Command<CommandId>
  /** The command's title here: plural while it acts on several records. */
  title: string
  /** The code of the record that it acts on. */
  subject: string | null
  /** The reason why it cannot run. */
  blocked: string | null
  /** A further remark: the records that it cannot run on. */
  detail: string | null
  band: CommandBand
}

/** What finds commands. */
interface CommandSearch {
  /** The searched text. */
  text: string
  /** The meanings of the text. */
  readings: readonly Reading[]
  context: CommandContext
  /** The ids of the commands last run, the latest first. */
  recent: readonly string[]
}

/**
 * The commands that a text finds, the best first.
 * @param offer `all`: also commands that the palette leaves to a record's own row, and blocked ones without a text
 */
export function searchCommands(
  { text, readings, context, recent }: CommandSearch,
  offer: 'all' | 'palette',
): FoundCommand[] {
  const words = fold(text).split(/\s+/).filter(Boolean)
  const named = namedBy(readings, context)
  const found = COMMANDS.flatMap((command): FoundCommand[] => {
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
    const band = isNamed ? 'title' : bandOf(title, words)
    return [{ command, title, subject, blocked, detail: named.get(command.id) ?? null, band }]
  })
  const recency = ({ command }: FoundCommand) => {
    const index = recent.indexOf(command.id)
    return index === -1 ? recent.length : index
  }
  // Blocked commands follow all bands.
  const order = ({ blocked, band }: FoundCommand) =>
    COMMAND_BANDS.indexOf(band) + (blocked === null ? 0 : COMMAND_BANDS.length)
  return found.sort((a, b) => order(a) - order(b) || recency(a) - recency(b))
}

/**
 * The commands that the text names by a title or a synonym, without the code of a record, each with the words that it
 * leaves out. With values for a record that is there, the command has a row of its own.
 */
function namedBy(
  readings: readonly Reading[],
  { targets }: CommandContext,
): ReadonlyMap<string, string | null> {
  return new Map(
    readings.flatMap((reading): [string, string | null][] => {
      if (reading.kind !== 'action' || reading.codes.length > 0 || reading.list) return []
      const { target } = commandById(reading.command)
      if (reading.given && isRecordKind(target) && targets[target] !== undefined) return []
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

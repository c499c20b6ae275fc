import { fold } from '../../src/domain/format/text.ts'
import { codesWithDigits } from '../../src/domain/freight/couriers.ts'
import { type CodeOf, kindOfPhrase, likelyKind } from '../../src/domain/records/kind-words.ts'
import { isRecordKind, type RecordKind } from '../../src/domain/records/record-kind.ts'
import { sentenceOf } from '../../src/domain/sentences/command-sentences.ts'
import type { CustomShortcuts } from '../custom-shortcuts.ts'
import { type Command, isSupported } from '../engine/command.ts'
import type { CommandId } from '../index.ts'
import type { FoundCode, KindsOf } from './find-codes.ts'
import { type FoundList, findList, type ListContext, listReading } from './find-list.ts'
import { commandsBy, commandsCalled, MOST_VERB_WORDS, valuesIn } from './find-sentence.ts'
import { type ActionReading, withIgnored } from './reading.ts'
import { phraseOf, rawText, type Token } from './tokens.ts'
import { commandsNamed, commandsTitled, commandsWithKey, essence, withoutFillers } from './verbs.ts'

type Commands = readonly Command<CommandId>[]

interface Context {
  kindsOf: KindsOf
  capabilities: ListContext['capabilities']
  customShortcuts: CustomShortcuts
}

/** The most words around codes that may be a verb, fillers included: `please can you mark these as paid now`. */
const MOST_WORDS_BESIDE = 10

/** The words around the codes, and the kinds of record that the codes may belong to. */
interface Verb {
  phrase: string
  kinds: readonly RecordKind[]
  /** Whether the kinds are stated or known, not only likely. */
  isCertain: boolean
}

/**
 * The actions that a text names together with its codes, in either order: `pack 108846 108837`, `108856 r`. All words
 * besides the codes must be the verb, so that a sentence with a verb in it is not an action. If several kinds of
 * record share the verb, the kind of the codes decides; for unknown codes, the likeliest kind is first.
 */
export function findActions(
  tokens: readonly Token[],
  found: readonly FoundCode[],
  { kindsOf, capabilities, customShortcuts }: Context,
): ActionReading[] {
  if (found.length === 0 || outside(tokens, found, ({ start }) => start).length > MOST_WORDS_BESIDE) return []
  const codes = [...new Set(found.map(({ code }) => code))]
  const verbs = verbsBeside(tokens, found, kindsOf)
  const fitting = verbs
    .map((verb) => [...fittingOf(verb, codes.length > 1, capabilities), ...keyed(verb, customShortcuts)])
    .find((commands) => commands.length > 0)
  return actionsOf(fitting ?? notFitting(verbs), codes)
}

/** The commands that a text without codes names: by a title or a key, or by another verb. */
export function findCommands(
  text: string,
  tokens: readonly Token[],
  customShortcuts: CustomShortcuts,
): { titled: ActionReading[]; named: ActionReading[] } {
  const phrase = phraseOf(tokens)
  // A letter alone begins a name.
  const byKey = /^[\p{L}\d]$/u.test(text) ? [] : commandsWithKey(text.toLowerCase(), customShortcuts)
  const stated = phrase.split(' ').flatMap((word) => kindOfPhrase(word) ?? [])
  const meant = [essence(phrase), withoutLastKind(phrase)]
    .flatMap(commandsNamed)
    .filter((command) => stated.every((kind) => isAbout(command, kind)))
  return {
    titled: actionsOf([...commandsTitled(phrase), ...byKey], []),
    named: actionsOf([...commandsNamed(phrase), ...meant], []),
  }
}

/** A phrase without the kind of record at its end: `create consignment for order` names Create consignment. */
function withoutLastKind(phrase: string): string {
  const words = withoutFillers(phrase).split(' ')
  return kindOfPhrase(words.at(-1) ?? '') === null ? '' : words.slice(0, -1).join(' ')
}

/**
 * Whether a command acts on records of a kind or has the kind in its title: `delete order` does not name Delete
 * consignment.
 */
function isAbout({ target, title }: Command<CommandId>, kind: CodeOf): boolean {
  return (
    target === kind ||
    fold(title)
      .split(' ')
      .some((word) => kindOfPhrase(word) === kind)
  )
}

/**
 * A screen without filters that a text names together with filters of lists, which the screen cannot apply: `late aramex`.
 */
export function findScreen(tokens: readonly Token[], lists: ListContext): ActionReading[] {
  for (const { name, rest } of splitsByName(tokens, tokens.length - 1)) {
    const screens = commandsNamed(phraseOf(name)).filter(
      ({ section, verbs }) => section === 'Go to' && verbs.length > 0,
    )
    if (screens.length > 0 && findList(rest, lists)?.isWhole) {
      // These screens show only today.
      const ignored = phraseOf(rest) === 'today' ? [] : [rawText(rest)]
      return actionsOf(screens, []).map((reading) => withIgnored(reading, ignored))
    }
  }
  return []
}

/** The words of a list, from one place to another, with values of a command beside them. */
interface ListWithValues {
  from: number
  to: number
  values: readonly Token[]
  /** Whether the list may search for words: a name beside filters. */
  mayName: boolean
}

/**
 * A command for several records, before or behind words that are a whole list of such records, perhaps with values: `pack paid
 * chch`, `pay unpaid hawkins cash`, `copy phones of unpaid` (PAL-16).
 * @param line the text of the tokens
 */
export function findListAction(line: string, tokens: readonly Token[], lists: ListContext): ActionReading[] {
  for (const { name, rest } of splitsByName(tokens, MOST_VERB_WORDS)) {
    const phrase = phraseOf(name)
    const named = [...commandsNamed(phrase), ...commandsNamed(withoutFillers(phrase))]
    // `export` also names a command that copies codes; the last one with a sentence is the one for a list.
    const commands = [...new Set([...commandsBy(name).toReversed(), ...named])].filter(
      (command) => command.hasBulk && isSupported(command, lists),
    )
    if (commands.length === 0) continue
    const whole = findList(rest, lists)
    const bare = whole?.isWhole ? listActionOf(commands, whole, lists) : null
    // `pack no mail` says how, not which orders.
    const isHow = bare && commands.some((command) => valuesIn(command, rest, lists, 'no-text') !== null)
    if (isHow) return []
    if (bare) return [{ kind: 'action', codes: [], said: line, ...(howIn(commands, rest, lists) ?? bare) }]
    const { names, isInside } = whole?.phrases() ?? { names: [], isInside: () => false }
    for (const split of withValues(rest)) {
      // A list that is understood as a whole has no name in it.
      const isName = (place: number) => place >= split.from && place < split.to
      if (isInside(split.from) || isInside(split.to) || (!split.mayName && names.some(isName))) continue
      const found = listActionIn(commands, rest, split, lists)
      if (found) return [{ kind: 'action', codes: [], said: line, ...found }]
    }
  }
  return []
}

/** The most words of values beside a list. */
const MOST_VALUE_WORDS = 6

/** A list before the shortest values, behind some, and with a name before the longest. */
function withValues(rest: readonly Token[]): ListWithValues[] {
  const { length } = rest
  const counts = Array.from({ length: Math.min(MOST_VALUE_WORDS, length - 1) }, (_, index) => index + 1)
  const before = (count: number, mayName: boolean) => ({
    from: 0,
    to: length - count,
    values: rest.slice(-count),
    mayName,
  })
  const behind = (count: number) => ({
    from: rest[count]?.folded === 'of' ? count + 1 : count,
    to: length,
    values: rest.slice(0, count),
    mayName: false,
  })
  return [
    ...counts.map((count) => before(count, false)),
    ...counts.map(behind),
    ...counts.toReversed().map((count) => before(count, true)),
  ]
}

type ListAction = Pick<ActionReading, 'command' | 'list' | 'given' | 'values'>

/** A list beside words that say how it is acted on, and could also be a mark of its records: `pack paid no mail`. */
function howIn(commands: Commands, rest: readonly Token[], lists: ListContext): ListAction | null {
  const mayDiffer = ({ sentence }: Command<CommandId>) =>
    sentence !== null && sentenceOf(sentence).arguments.some(({ saysHow }) => saysHow)
  if (!commands.some(mayDiffer)) return null
  const split = withValues(rest).find(({ values }) =>
    commands.some((command) => valuesIn(command, values, lists, 'how') !== null),
  )
  return split ? listActionIn(commands, rest, split, lists) : null
}

function listActionIn(
  commands: Commands,
  rest: readonly Token[],
  { from, to, values, mayName }: ListWithValues,
  lists: ListContext,
): ListAction | null {
  const valued = commands.flatMap((command) => {
    const given = valuesIn(command, values, lists)
    return given === null ? [] : [{ command, given }]
  })
  const found = valued.length === 0 || from === to ? null : findList(rest.slice(from, to), lists)
  if (!found || !(found.isWhole || mayName)) return null
  const fitting = valued.map(({ command }) => command)
  const action = listActionOf(fitting, found, lists)
  const given = valued.find(({ command }) => command.id === action?.command)?.given
  return action && given ? { ...action, given, values: rawText(values) } : null
}

/** The first of the commands that is for the records of a list; null if none is, or if the list leaves words out. */
function listActionOf(commands: Commands, found: FoundList, lists: ListContext): ListAction | null {
  const command = commands.find(({ target }) => target === found.filtered.list)
  if (command === undefined || found.ignored.length > 0) return null
  return { command: command.id, list: listReading(found, lists) }
}

/** The texts that begin or end with a name of at most so many words, those with the longest name first. */
function splitsByName(tokens: readonly Token[], most: number): { name: Token[]; rest: Token[] }[] {
  const splits: { name: Token[]; rest: Token[] }[] = []
  for (let count = Math.min(most, tokens.length - 1); count > 0; count -= 1) {
    splits.push({ name: tokens.slice(0, count), rest: tokens.slice(count) })
    splits.push({ name: tokens.slice(-count), rest: tokens.slice(0, -count) })
  }
  return splits
}

function actionsOf(commands: Commands, codes: readonly string[]): ActionReading[] {
  return [...new Set(commands)].map(({ id }) => ({ kind: 'action', command: id, codes }))
}

/**
 * The possible verbs, the most literal first: all words besides the codes, then these words without those that name a
 * kind.
 */
function verbsBeside(tokens: readonly Token[], found: readonly FoundCode[], kindsOf: KindsOf): Verb[] {
  const all = phraseOf(outside(tokens, found, ({ at }) => at))
  const rest = phraseOf(outside(tokens, found, ({ start }) => start))
  const kinds = kindsOfAll(found, kindsOf)
  const stated = [...new Set(found.flatMap(({ of }) => kindsStated(of)))]
  const named = stated.length > 0 ? { kinds: stated, isCertain: true } : kinds
  // The `c` of `c 10097` names the kind and is not a key.
  const isKindAlone = stated.length > 0 && all.length === 1
  return [
    { phrase: isKindAlone ? '' : all, ...kinds },
    { phrase: isKindAlone ? '' : withoutFillers(all), ...kinds },
    { phrase: rest, ...named },
    { phrase: essence(rest), ...named },
  ].filter(({ phrase }) => phrase !== '')
}

/** The tokens that belong to no code. */
export function outside(
  tokens: readonly Token[],
  found: readonly FoundCode[],
  startOf: (code: FoundCode) => number,
): Token[] {
  const inCodes = new Set<number>()
  for (const code of found) {
    for (let index = startOf(code); index < code.end; index += 1) inCodes.add(index)
  }
  return tokens.filter((_, index) => !inCodes.has(index))
}

function kindsOfAll(found: readonly FoundCode[], kindsOf: KindsOf): Omit<Verb, 'phrase'> {
  const known = [...new Set(found.flatMap(({ code }) => kindsOf(code)))]
  if (known.length > 0) return { kinds: known, isCertain: true }
  return { kinds: [...new Set(found.map(({ code }) => kindByShape(code)))], isCertain: false }
}

/**
 * The kind of an unknown code beside a verb. As many digits as a courier's codes have are such a code without its
 * prefix.
 */
function kindByShape(code: string): RecordKind {
  return codesWithDigits(code).length > 0 ? 'consignment' : likelyKind(code)
}

/** A customer's reference belongs to an order; most references are purchase order numbers. */
function kindsStated(of: CodeOf | null): RecordKind[] {
  if (of === null) return []
  if (of === 'reference') return ['order']
  return of === 'supplier-order' ? [of, 'order'] : [of]
}

/** The commands for records of these kinds; if the kinds are only likely, followed by those for other kinds. */
function fittingOf(
  { phrase, kinds, isCertain }: Verb,
  areSeveral: boolean,
  capabilities: ListContext['capabilities'],
): Commands {
  const titled = onRecords(commandsNamed(phrase))
  const isFitting = ({ target }: Command) => kinds.some((kind) => kind === target)
  // A verb may be around its code: `open 108856 in new tab`.
  const called = titled.some(isFitting) ? [] : onRecords(commandsCalled(phrase))
  const named = titled.length > 0 && !called.some(isFitting) ? titled : called
  const fitting = kinds.flatMap((kind) => named.filter(({ target }) => target === kind))
  // `print` shows the label of one order; of several, it prints those of their consignments. `ship` books one or several.
  if (areSeveral && kinds.includes('order') && !fitting.some(({ hasBulk }) => hasBulk)) {
    const forSeveral = [...commandsCalled(phrase), ...named].filter(
      (command) => command.hasBulk && isOfOrder(command) && isSupported(command, { capabilities }),
    )
    if (forSeveral.length > 0) return forSeveral
  }
  if (isCertain) return fitting
  return fitting.length > 0 ? [...fitting, ...named] : onRecords(commandsTitled(phrase))
}

/** Whether a command is for orders, or for their consignments. */
function isOfOrder({ target }: Command<CommandId>): boolean {
  return target === 'order' || target === 'consignment'
}

/** The commands that a key runs: `108856 r`. */
function keyed({ phrase, kinds }: Verb, customShortcuts: CustomShortcuts): Commands {
  const commands = commandsWithKey(phrase, customShortcuts)
  return commands.filter(({ target }) => isRecordKind(target) && kinds.includes(target))
}

/** Commands that do not fit the codes: the palette shows the reason. */
function notFitting(verbs: readonly Verb[]): Commands {
  return verbs
    .filter(({ phrase }) => kindOfPhrase(phrase) === null)
    .flatMap(({ phrase }) => onRecords(commandsNamed(phrase)))
}

function onRecords(commands: Commands): Commands {
  return commands.filter(({ target }) => isRecordKind(target))
}

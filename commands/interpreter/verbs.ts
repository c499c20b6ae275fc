import { fold } from '../../src/domain/format/text.ts'
import { kindOfPhrase } from '../../src/domain/records/kind-words.ts'
import { type CustomShortcuts, keysOf } from '../custom-shortcuts.ts'
import type { Command } from '../engine/command.ts'
import { COMMANDS, type CommandId } from '../index.ts'

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

import type { Capability } from '../../src/contract/capabilities.ts'
import type { OrderDialogName } from '../../src/domain/orders/order-actions.ts'
import { MESSAGES } from '../../src/domain/records/catalogue.ts'
import {
  isRecordKind,
  RECORD_FACTS,
  RECORD_KINDS,
  type RecordKind,
} from '../../src/domain/records/record-kind.ts'
import type { SentenceName } from '../../src/domain/sentences/command-sentences.ts'
import type { BulkVariant } from './bulk-variant.ts'
import type { CommandContext, Layer } from './context.ts'
import { type Availability, type Ruled, type Rules, ruled, withBulkVariant } from './rules.ts'
import { codesAmong, type TargetName, type Targets } from './targets.ts'

const SECTIONS_OF_KINDS = new Set(RECORD_KINDS.map((kind) => RECORD_FACTS[kind].section))

/** Sections of the screens between a consignment and the other kinds of record. */
const FLOOR_SECTIONS = [
  'Consignment form',
  'Freight options',
  'Pick run',
  'Ship station',
  'End of day',
] as const

/** Headings of the `?` sheet, in their order. */
export const SECTIONS = [
  'Go to',
  'List',
  'Saved views',
  'Record',
  ...[...SECTIONS_OF_KINDS].flatMap((section) =>
    section === 'Consignment' ? [section, ...FLOOR_SECTIONS] : [section],
  ),
  'Arrivals',
  'Notes, quotes and jobs',
  'Printing',
  'Palette',
  'Dates',
  'Dialog',
  'Menu',
  'Console',
] as const
export type Section = (typeof SECTIONS)[number]

/**
 * The groups of the hint bar in order of urgency, so that a narrow bar drops the last ones. `next` carries on the work,
 * `spare` is seldom needed, `always` is aligned right and never dropped.
 */
export const HINT_GROUPS = ['next', 'act', 'move', 'view', 'find', 'spare', 'always'] as const
export interface Hint {
  /** Commands with the same label share one hint: `j` `k` Move. */
  label: string
  group: (typeof HINT_GROUPS)[number]
  /** Keeps its place, faded, while the command is blocked. */
  stays?: boolean
}

/** Names of the available icons. */
export type IconName =
  | (typeof RECORD_FACTS)[RecordKind]['icon']
  | 'actions'
  | 'add'
  | 'arrival'
  | 'back'
  | 'cancel'
  | 'collection'
  | 'copy'
  | 'delete'
  | 'edit'
  | 'email'
  | 'export'
  | 'filter'
  | 'hold'
  | 'history'
  | 'import'
  | 'job'
  | 'keys'
  | 'label'
  | 'next'
  | 'manifest'
  | 'note'
  | 'pack'
  | 'payment'
  | 'peek'
  | 'pick'
  | 'previous'
  | 'print'
  | 'quote'
  | 'refund'
  | 'remove'
  | 'reset'
  | 'return'
  | 'scan'
  | 'search'
  | 'select'
  | 'settings'
  | 'sign-out'
  | 'theme'
  | 'tracking'
  | 'undo'

interface Description<Id extends string> {
  /** Stable, `section.verb`. A literal type, so that a misspelt id does not compile. */
  id: Id
  title: string
  section: Section
  /** Further words by which the palette finds the command. */
  keywords?: readonly string[]
  /** Other verbs that staff type with codes, such as `pay 108856`. The palette also finds the command by them. */
  verbs?: readonly string[]
  /**
   * Keys that run the command. Strokes separated by a space are pressed in turn (`g o`); `mod` is Ctrl or Cmd. The
   * first key is displayed.
   */
  keys?: readonly string[]
  /** Where the keys work. Default: on the page. */
  layers?: readonly Layer[]
  /** Whether the keys work in a field. Default: only keys with `mod` do. */
  fields?: 'outside' | 'inside' | 'both'
  /** Runs repeatedly while the key is held. */
  movement?: boolean
  hint?: Hint
  /** Whether the palette offers it. Default: yes. */
  inPalette?: boolean
  icon?: IconName
  /** Message on failure. Default: the catalogue's 'Something went wrong.' */
  failure?: string
  /** While offered, takes precedence over all other commands with the same keys. */
  first?: boolean
  /** Leads elsewhere, or to an undo of it, once the server has answered: keys pressed meanwhile wait for that. */
  leads?: boolean
  /** Hidden everywhere while one of these targets is present, whose command has its keys. */
  hiddenWith?: readonly TargetName[]
  /** Yields its keys, but not its row in the palette, to a command of these targets while one of them is present. */
  keysYieldTo?: readonly TargetName[]
  /** The dialog of an order that it opens, whose values may follow its verb (PAL-10). */
  dialog?: OrderDialogName
  /** The values that may follow its verb if it opens no such dialog. */
  sentence?: SentenceName
  /** The capability that the command needs. If the back end lacks it, the command is hidden (API-1). */
  capability?: Capability
}

interface TargetedParts<Id extends string, Name extends TargetName>
  extends Description<Id>,
    Rules<[target: Targets[Name], context: CommandContext]> {
  target: Name
  /** How the command acts on selected records of its kind. */
  bulk?: BulkVariant<Targets[Name]>
}
interface FreeParts<Id extends string> extends Description<Id>, Rules<[context: CommandContext]> {
  target?: undefined
}

interface NamedKeys<Id extends string>
  extends Omit<Description<Id>, 'inPalette'>,
    Pick<Rules<[context: CommandContext]>, 'offered'> {}

/** A declared command, as all surfaces use it. */
export interface Command<Id extends string = string>
  extends Required<Omit<Description<Id>, 'hint' | 'icon' | 'capability' | 'dialog' | 'sentence'>>,
    Ruled {
  dialog: OrderDialogName | null
  sentence: SentenceName | null
  hint: Hint | null
  icon: IconName | null
  capability: Capability | null
  target: TargetName | null
  /** Whether it can run on several records at once. */
  hasBulk: boolean
  /**
   * `widget` means that the focused element handles the keys itself. They are declared only to be shown, and may
   * be ranges.
   */
  handledBy: 'listener' | 'widget'
}

/** Declares a command for all surfaces. The rules and `run` receive its target. */
export function defineCommand<Id extends string, Name extends TargetName>(
  parts: TargetedParts<Id, Name>,
): Command<Id>
export function defineCommand<Id extends string>(parts: FreeParts<Id>): Command<Id>
export function defineCommand<Id extends string, Name extends TargetName>(
  parts: TargetedParts<Id, Name> | FreeParts<Id>,
): Command<Id> {
  if (isFree(parts)) return { ...described(parts, null), ...ruled(parts, parts, (context) => [context]) }
  const name = parts.target
  const rules = ruled(parts, parts, (context) => {
    const target: Targets[Name] | undefined = context.targets[name]
    return target === undefined ? null : [target, context]
  })
  if (!parts.bulk) return { ...described(parts, name), ...rules }
  const verbs = [...(parts.verbs ?? []), parts.bulk.title]
  return {
    ...described({ ...parts, verbs }, name),
    ...withBulkVariant(rules, parts, parts.bulk),
    hasBulk: true,
  }
}

/**
 * Declares keys that the focused element handles itself, such as the arrows in a menu. The hint bar and the `?`
 * sheet show them; the key listener ignores them.
 */
export function nameKeys<Id extends string>(parts: NamedKeys<Id>): Command<Id> {
  const rules = { ...parts, run: () => undefined }
  return {
    ...described({ ...parts, inPalette: false }, null),
    ...ruled(parts, rules, (context) => [context]),
    handledBy: 'widget',
  }
}

function isFree<Id extends string>(
  parts: Description<Id> & { target?: TargetName | undefined },
): parts is FreeParts<Id> {
  return parts.target === undefined
}

type Described<Id extends string> = Omit<Command<Id>, keyof Ruled>

function described<Id extends string>(
  description: Description<Id>,
  target: TargetName | null,
): Described<Id> {
  const { keys = [], verbs = [] } = description
  return {
    id: description.id,
    title: description.title,
    section: description.section,
    keywords: [...(description.keywords ?? []), ...verbs],
    verbs,
    keys,
    layers: description.layers ?? ['page'],
    fields: description.fields ?? (keys.some((key) => key.startsWith('mod+')) ? 'both' : 'outside'),
    movement: description.movement ?? false,
    inPalette: description.inPalette ?? true,
    failure: description.failure ?? MESSAGES.somethingWrong,
    hint: description.hint ?? null,
    icon: description.icon ?? null,
    capability: description.capability ?? null,
    dialog: description.dialog ?? null,
    sentence: description.sentence ?? description.dialog ?? null,
    first: description.first ?? false,
    leads: description.leads ?? false,
    hiddenWith: description.hiddenWith ?? [],
    keysYieldTo: description.keysYieldTo ?? [],
    target,
    hasBulk: false,
    handledBy: 'listener',
  }
}

/** Whether a command can run in this context, and why not. All surfaces use this function. */
export function availability(command: Command, context: CommandContext): Availability {
  if (!isSupported(command, context)) return { state: 'hidden', reason: null }
  return command.availability(context)
}

/** Whether the back end has the capability that a command needs. An unsupported command appears nowhere. */
export function isSupported(
  { capability }: Command,
  { capabilities }: Pick<CommandContext, 'capabilities'>,
): boolean {
  return capability === null || capabilities.has(capability)
}

/** Whether the keys of a command run another one here. */
export function yieldsKeys({ keysYieldTo }: Command, { targets }: CommandContext): boolean {
  return keysYieldTo.some((target) => targets[target] !== undefined)
}

/**
 * The context of a command that was offered earlier. It acts on the records it was offered for: in their current
 * state or, if the screen now shows other records, in their state at the time of the offer.
 */
export function contextFor(
  { target }: Command,
  offered: CommandContext['targets'],
  now: CommandContext,
): CommandContext {
  if (!isRecordKind(target)) return now
  const same = codesAmong(offered, target) === codesAmong(now.targets, target)
  return same ? now : { ...now, targets: offered }
}

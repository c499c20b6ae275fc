import { MESSAGES } from '../../src/domain/records/catalogue.ts'
import { isRecordKind } from '../../src/domain/records/record-kind.ts'
import type { CommandContext, Layer } from './context.ts'
import { type Availability, type Ruled, type Rules, ruled, ruledForSeveral } from './rules.ts'
import type { Several } from './several.ts'
import { codesAmong, type TargetName, type Targets } from './targets.ts'

/** The heads of the `?` sheet, in its order. */
export const SECTIONS = [
  'Go to',
  'List',
  'Record',
  'Order',
  'Consignment',
  'Consignment form',
  'Freight options',
  'Customer',
  'Product',
  'Supplier',
  'Notes, quotes and jobs',
  'Palette',
  'Dates',
  'Dialog',
  'Menu',
  'Console',
] as const
export type Section = (typeof SECTIONS)[number]

/** The hint bar's order: move and open, then look, act and find; `always` stands at the right. */
export const HINT_GROUPS = ['move', 'view', 'act', 'find', 'always'] as const
export interface Hint {
  /** Commands that share a label are one hint: `j` `k` Move. */
  label: string
  group: (typeof HINT_GROUPS)[number]
}

/** Names that the console has a drawing for. */
export type IconName =
  | 'actions'
  | 'add'
  | 'back'
  | 'cancel'
  | 'collection'
  | 'consignment'
  | 'copy'
  | 'customer'
  | 'delete'
  | 'edit'
  | 'email'
  | 'filter'
  | 'job'
  | 'keys'
  | 'label'
  | 'next'
  | 'note'
  | 'order'
  | 'pack'
  | 'payment'
  | 'peek'
  | 'previous'
  | 'print'
  | 'product'
  | 'quote'
  | 'refund'
  | 'remove'
  | 'reset'
  | 'return'
  | 'search'
  | 'select'
  | 'settings'
  | 'sign-out'
  | 'supplier'
  | 'supplier-order'
  | 'theme'
  | 'tracking'
  | 'undo'

interface Description {
  /** Stable, `section.verb`. */
  id: string
  title: string
  section: Section
  /** More words that find it. */
  keywords?: readonly string[]
  /**
   * The keys that run it: strokes joined by a space are pressed in turn (`g o`), `mod` is Ctrl or Cmd.
   * The first is the one drawn beside it.
   */
  keys?: readonly string[]
  /** Where its keys work. Default: the page. */
  layers?: readonly Layer[]
  /** Whether its keys work in a field. Default: only those with `mod` do. */
  fields?: 'outside' | 'inside' | 'both'
  /** Runs at once, again and again while its key is held. */
  movement?: boolean
  hint?: Hint
  /** Whether the palette offers it. Default: yes. */
  inPalette?: boolean
  icon?: IconName
  /** What is said when it fails. Default: the catalogue's 'Something went wrong.' */
  failure?: string
  /** Takes its keys from all other commands while it is offered. */
  first?: boolean
  /** Steps back while one of these targets is there, which has the same keys. */
  unless?: readonly TargetName[]
}

interface TargetedParts<Name extends TargetName>
  extends Description,
    Rules<[target: Targets[Name], context: CommandContext]> {
  target: Name
  /** One command for one and for many: what it does while several of its kind are selected. */
  several?: Several<Targets[Name]>
}
interface FreeParts extends Description, Rules<[context: CommandContext]> {
  target?: undefined
}

interface NamedKeys
  extends Omit<Description, 'inPalette'>,
    Pick<Rules<[context: CommandContext]>, 'offered'> {}

/** A declared command, as every surface sees it. */
export interface Command extends Required<Omit<Description, 'hint' | 'icon'>>, Ruled {
  hint: Hint | null
  icon: IconName | null
  target: TargetName | null
  /** `widget`: the element that has the focus handles these keys itself; here they are only named, and may be ranges. */
  handledBy: 'listener' | 'widget'
}

/** Declares what staff can do, once, for every surface. Typed by its target: the rules and `run` are handed it. */
export function defineCommand<Name extends TargetName>(parts: TargetedParts<Name>): Command
export function defineCommand(parts: FreeParts): Command
export function defineCommand<Name extends TargetName>(parts: TargetedParts<Name> | FreeParts): Command {
  if (isFree(parts)) return { ...described(parts, null), ...ruled(parts, parts, (context) => [context]) }
  const name = parts.target
  const rules = ruled(parts, parts, (context) => {
    const target: Targets[Name] | undefined = context.targets[name]
    return target === undefined ? null : [target, context]
  })
  const both = parts.several ? ruledForSeveral(rules, parts, parts.several) : rules
  return { ...described(parts, name), ...both }
}

/**
 * Names keys that the focused element handles itself, such as the arrows of a menu: they are shown in the hint bar and
 * the `?` sheet like any other, and nothing else knows them.
 */
export function nameKeys(parts: NamedKeys): Command {
  const rules = { ...parts, run: () => undefined }
  return {
    ...described({ ...parts, inPalette: false }, null),
    ...ruled(parts, rules, (context) => [context]),
    handledBy: 'widget',
  }
}

function isFree(parts: Description & { target?: TargetName | undefined }): parts is FreeParts {
  return parts.target === undefined
}

type Described = Omit<Command, keyof Ruled>

function described(description: Description, target: TargetName | null): Described {
  const keys = description.keys ?? []
  return {
    id: description.id,
    title: description.title,
    section: description.section,
    keywords: description.keywords ?? [],
    keys,
    layers: description.layers ?? ['page'],
    fields: description.fields ?? (keys.some((key) => key.startsWith('mod+')) ? 'both' : 'outside'),
    movement: description.movement ?? false,
    inPalette: description.inPalette ?? true,
    failure: description.failure ?? MESSAGES.somethingWrong,
    hint: description.hint ?? null,
    icon: description.icon ?? null,
    first: description.first ?? false,
    unless: description.unless ?? [],
    target,
    handledBy: 'listener',
  }
}

/** Whether a command can run in this context, and why not: palette, keys, menus, buttons and help all ask this. */
export function availability(command: Command, context: CommandContext): Availability {
  return command.availability(context)
}

/**
 * The context of a command that was offered a while ago: it acts on the records that it was offered for, as they are by
 * now, or as they were then where the screen has gone on to others.
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

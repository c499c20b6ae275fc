import { MESSAGES } from '../src/domain/catalogue.ts'
import type { CommandContext, Layer, TargetName, Targets } from './context.ts'
import { noneOf, type Several } from './several.ts'

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

export type Availability =
  | { state: 'ready' }
  /** Shown, but it cannot run now. */
  | { state: 'blocked'; reason: string }
  /** Not shown where things are offered. A reason is still told to who presses its key or looks it up. */
  | { state: 'hidden'; reason: string | null }

/** The question asked before a command that cannot be undone. */
export interface Question {
  title: string
  text: string
  confirmLabel: string
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
  | 'previous'
  | 'print'
  | 'product'
  | 'quote'
  | 'refund'
  | 'remove'
  | 'return'
  | 'search'
  | 'settings'
  | 'sign-out'
  | 'supplier'
  | 'supplier-order'
  | 'theme'
  | 'tracking'

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
  /** Steps back while one of these targets is there, which has the same keys. */
  unless?: readonly TargetName[]
}

interface Offer {
  offered: boolean
  reason: string | null
}

/** The rules of a command; `Args` is what it acts on and the context, or the context alone. */
interface Rules<Args extends readonly unknown[]> {
  /** Whether it is offered here at all. */
  offered?(...args: Args): Offer
  /** The reason why it is shown but cannot run, or null. */
  blocked?(...args: Args): string | null
  /** Asked before it runs, when it cannot be undone. */
  question?(...args: Args): Question
  run(...args: Args): void | Promise<void>
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
export interface Command extends Required<Omit<Description, 'hint' | 'icon'>> {
  hint: Hint | null
  icon: IconName | null
  target: TargetName | null
  /** `widget`: the element that has the focus handles these keys itself; here they are only named, and may be ranges. */
  handledBy: 'listener' | 'widget'
  /** Its title in this context: in the plural while it acts on several. */
  titleIn(context: CommandContext): string
  availability(context: CommandContext): Availability
  question(context: CommandContext): Question | null
  /** Runs it. Whoever calls has asked for the availability; without its target nothing happens. */
  run(context: CommandContext): void | Promise<void>
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

type Ruled = Pick<Command, 'titleIn' | 'availability' | 'question' | 'run'>
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
    unless: description.unless ?? [],
    target,
    handledBy: 'listener',
  }
}

function ruled<Args extends readonly unknown[]>(
  { title, unless = [] }: Description,
  rules: Rules<Args>,
  argumentsIn: (context: CommandContext) => Args | null,
): Ruled {
  return {
    titleIn: () => title,
    availability(context) {
      const args = argumentsIn(context)
      const yields = unless.some((target) => context.targets[target] !== undefined)
      if (args === null || yields) return { state: 'hidden', reason: null }
      return judged(rules, args)
    },
    question(context) {
      const args = argumentsIn(context)
      return args === null ? null : (rules.question?.(...args) ?? null)
    },
    run(context) {
      const args = argumentsIn(context)
      if (args !== null) return rules.run(...args)
    },
  }
}

function judged<Args extends readonly unknown[]>(rules: Rules<Args>, args: Args): Availability {
  const offer = rules.offered?.(...args)
  if (offer && !offer.offered) return { state: 'hidden', reason: offer.reason }
  const reason = rules.blocked?.(...args) ?? null
  return reason === null ? { state: 'ready' } : { state: 'blocked', reason }
}

/** The rules of a command for one, which act on the selected ones while there are some: it runs when any of them can. */
function ruledForSeveral<One>(
  single: Ruled,
  rules: Rules<[one: One, context: CommandContext]>,
  { title, among, run }: Several<One>,
): Ruled {
  return {
    titleIn: (context) => (among(context.targets) ? title : single.titleIn(context)),
    availability(context) {
      const ones = among(context.targets)
      if (!ones) return single.availability(context)
      const states = ones.map((one) => judged(rules, [one, context]))
      if (states.some(({ state }) => state === 'ready')) return { state: 'ready' }
      const reasons = states.map((state) => (state.state === 'ready' ? null : state.reason))
      return { state: 'blocked', reason: noneOf(reasons.map((reason) => reason ?? NOT_POSSIBLE)) }
    },
    question: (context) => (among(context.targets) ? null : single.question(context)),
    run(context) {
      const ones = among(context.targets)
      return ones ? run(ones, context) : single.run(context)
    },
  }
}

const NOT_POSSIBLE = 'It is not possible here'

/** Whether a command can run in this context, and why not: palette, keys, menus, buttons and help all ask this. */
export function availability(command: Command, context: CommandContext): Availability {
  return command.availability(context)
}

/** For `offered`: here, or not here, with what is to be said about it. */
export function offeredWhen(here: boolean, reason: string | null = null): Offer {
  return { offered: here, reason: here ? null : reason }
}

import type { Offer } from '../../src/domain/orders/order-can.ts'
import { noneOf, type Several } from './bulk-variant.ts'
import type { CommandContext } from './context.ts'
import type { TargetName } from './targets.ts'

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
  /** What it is asked about, beneath the text: 'Consignment COC00014123'. */
  subject?: string
  confirmLabel: string
}

/** The rules of a command; `Args` is what it acts on and the context, or the context alone. */
export interface Rules<Args extends readonly unknown[]> {
  /** Whether it is offered here at all. */
  offered?(...args: Args): Offer
  /** The reason why it is shown but cannot run, or null. */
  blocked?(...args: Args): string | null
  /** What a press does while it is blocked, in place of telling the reason: the step that must come first. */
  remedy?(...args: Args): (() => void) | null
  /** Asked before it runs, when it cannot be undone. */
  question?(...args: Args): Question
  run(...args: Args): void | Promise<void>
}

/** What rules amount to in a context. */
export interface Ruled {
  /** Its title in this context: in the plural while it acts on several. */
  titleIn(context: CommandContext): string
  availability(context: CommandContext): Availability
  remedy(context: CommandContext): (() => void) | null
  question(context: CommandContext): Question | null
  /** Runs it. Whoever calls has asked for the availability; without its target nothing happens. */
  run(context: CommandContext): void | Promise<void>
}

/** The rules of a command, asked of what `argumentsIn` finds in a context: null where it is not there. */
export function ruled<Args extends readonly unknown[]>(
  { title, unless = [] }: { title: string; unless?: readonly TargetName[] },
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
    remedy(context) {
      const args = argumentsIn(context)
      return args === null ? null : (rules.remedy?.(...args) ?? null)
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
export function ruledForSeveral<One>(
  single: Ruled,
  rules: Rules<[one: One, context: CommandContext]>,
  { title, noun, among, run }: Several<One>,
): Ruled {
  return {
    titleIn: (context) => (among(context.targets) ? title : single.titleIn(context)),
    availability(context) {
      const ones = among(context.targets)
      if (!ones) return single.availability(context)
      const states = ones.map((one) => judged(rules, [one, context]))
      if (states.some(({ state }) => state === 'ready')) return { state: 'ready' }
      const reasons = states.map((state) => (state.state === 'ready' ? null : state.reason))
      return {
        state: 'blocked',
        reason: noneOf(
          noun,
          reasons.map((reason) => reason ?? NOT_POSSIBLE),
        ),
      }
    },
    remedy: (context) => (among(context.targets) ? null : single.remedy(context)),
    question: (context) => (among(context.targets) ? null : single.question(context)),
    run(context) {
      const ones = among(context.targets)
      return ones ? run(ones, context) : single.run(context)
    },
  }
}

const NOT_POSSIBLE = 'Not available here'

/** For `offered`: here, or not here, with what is to be said about it. */
export function offeredWhen(here: boolean, reason: string | null = null): Offer {
  return { offered: here, reason: here ? null : reason }
}

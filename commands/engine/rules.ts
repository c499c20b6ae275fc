import type { Offer } from '../../src/domain/orders/order-can.ts'
import { type BulkVariant, noneOf } from './bulk-variant.ts'
import type { CommandContext } from './context.ts'
import type { TargetName } from './targets.ts'

export type Availability =
  | { state: 'ready' }
  /** Shown, but it cannot run now. */
  | { state: 'blocked'; reason: string }
  /** Not offered. The reason, if there is one, is shown when its key is pressed and in the `?` sheet. */
  | { state: 'hidden'; reason: string | null }

/** The question asked before a command that cannot be undone. */
export interface Question {
  title: string
  text: string
  /** The subject, shown beneath the text: 'Consignment COC00014123'. */
  subject?: string
  confirmLabel: string
}

/** The rules of a command; `Args` is what it acts on and the context, or the context alone. */
export interface Rules<Args extends readonly unknown[]> {
  /** Whether it is offered here at all. */
  offered?(...args: Args): Offer
  /** The reason why it is shown but cannot run, or null. */
  blocked?(...args: Args): string | null
  /** The step that must come first: runs instead of showing the reason when the blocked command is chosen. */
  remedy?(...args: Args): (() => void) | null
  /** Asked before it runs, when it cannot be undone. */
  question?(...args: Args): Question
  run(...args: Args): void | Promise<void>
}

/** The rules of a command, applied to a context. */
export interface Ruled {
  /** Its title in this context: in the plural while it acts on selected records. */
  titleIn(context: CommandContext): string
  availability(context: CommandContext): Availability
  remedy(context: CommandContext): (() => void) | null
  question(context: CommandContext): Question | null
  /** Runs it. The caller has checked the availability; without its target nothing happens. */
  run(context: CommandContext): void | Promise<void>
}

/** Applies the rules of a command to a context. @param argumentsIn returns null if the target is missing */
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

/** Adds a bulk variant to the rules of a command. It is ready when it can run on any of the selected records. */
export function withBulkVariant<One>(
  single: Ruled,
  rules: Rules<[one: One, context: CommandContext]>,
  { title, noun, selected, run }: BulkVariant<One>,
): Ruled {
  return {
    titleIn: (context) => (selected(context.targets) ? title : single.titleIn(context)),
    availability(context) {
      const records = selected(context.targets)
      if (!records) return single.availability(context)
      const states = records.map((one) => judged(rules, [one, context]))
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
    remedy: (context) => (selected(context.targets) ? null : single.remedy(context)),
    question: (context) => (selected(context.targets) ? null : single.question(context)),
    run(context) {
      const records = selected(context.targets)
      return records ? run(records, context) : single.run(context)
    },
  }
}

const NOT_POSSIBLE = 'Not available here'

/** For `offered`: whether the command is offered here, and the reason why not. */
export function offeredWhen(here: boolean, reason: string | null = null): Offer {
  return { offered: here, reason: here ? null : reason }
}

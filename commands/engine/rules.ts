import type { Offer } from '../../src/domain/orders/order-actions.ts'
import { type BulkVariant, noneOf } from './bulk-variant.ts'
import type { CommandContext, Question } from './context.ts'
import type { TargetName } from './targets.ts'

export type Availability =
  | { state: 'ready' }
  /** Shown, but disabled for the reason. */
  | { state: 'blocked'; reason: string }
  /** Not offered. A reason is shown when the key is pressed, in the palette, and in the `?` sheet. */
  | { state: 'hidden'; reason: string | null }

/** The rules of a command. `Args` is its target and the context, or the context alone. */
export interface Rules<Args extends readonly unknown[]> {
  /** The title where it depends on the user's data; null for the declared one. */
  titleIn?(...args: Args): string | null
  /** Whether the command is offered. */
  offered?(...args: Args): Offer
  /** Why the command is shown but blocked; null if it can run. */
  blocked?(...args: Args): string | null
  /**
   * The step that must be taken first. It runs when the user chooses the blocked command; the reason is then not
   * shown.
   */
  remedy?(...args: Args): (() => void) | null
  /** The question asked first, if the command is irreversible. */
  question?(...args: Args): Question
  run(...args: Args): void | Promise<void>
}

/** The rules of a command, applied to a context. */
export interface Ruled {
  /** The title in this context: in the plural if it acts on selected records, or the name of a saved view. */
  titleIn(context: CommandContext): string
  availability(context: CommandContext): Availability
  remedy(context: CommandContext): (() => void) | null
  question(context: CommandContext): Question | null
  /** Runs the command. The caller has checked the availability. Does nothing if the target is missing. */
  run(context: CommandContext): void | Promise<void>
}

/**
 * Binds the rules of a command to a context.
 * @param argumentsIn returns null if the target is missing
 */
export function ruled<Args extends readonly unknown[]>(
  { title, hiddenWith = [] }: { title: string; hiddenWith?: readonly TargetName[] },
  rules: Rules<Args>,
  argumentsIn: (context: CommandContext) => Args | null,
): Ruled {
  return {
    titleIn(context) {
      const args = argumentsIn(context)
      return (args === null ? null : rules.titleIn?.(...args)) ?? title
    },
    availability(context) {
      const args = argumentsIn(context)
      const yields = hiddenWith.some((target) => context.targets[target] !== undefined)
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

/**
 * Adds a bulk variant to the rules of a command. It is ready if the command can run on at least one selected
 * record.
 */
export function withBulkVariant<One>(
  single: Ruled,
  rules: Rules<[one: One, context: CommandContext]>,
  { title, titleOf = () => title, noun, selected, question, run }: BulkVariant<One>,
): Ruled {
  return {
    titleIn(context) {
      const records = selected(context.targets)
      return records ? titleOf(records.length) : single.titleIn(context)
    },
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
    question(context) {
      const records = selected(context.targets)
      return records ? (question?.(records) ?? null) : single.question(context)
    },
    run(context) {
      const records = selected(context.targets)
      return records ? run(records, context) : single.run(context)
    },
  }
}

const NOT_POSSIBLE = 'Not available here'

/** Splits the result of `offered` into whether the command is offered, and why not. */
export function offeredWhen(here: boolean, reason: string | null = null): Offer {
  return { offered: here, reason: here ? null : reason }
}

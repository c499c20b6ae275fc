import { MESSAGES } from '../../src/domain/records/catalogue.ts'
import { type Command, defineCommand, type IconName, type Section } from './command.ts'
import type { CommandContext } from './context.ts'
import { offeredWhen } from './rules.ts'
import type { TargetName } from './targets.ts'

interface Placeholder<Id extends string> {
  id: Id
  title: string
  section: Section
  icon: IconName
  verbs?: readonly string[]
}

/** Visible but disabled in the specification: always blocked, and the reason is shown. */
export function placeholder<Id extends string>({
  target,
  ...parts
}: Placeholder<Id> & { target: TargetName }): Command<Id> {
  return defineCommand({
    ...parts,
    target,
    blocked: () => MESSAGES.featureNotAvailable,
    run: () => undefined,
  })
}

interface Located<Id extends string> extends Placeholder<Id> {
  keywords?: readonly string[]
  /** The screen that shows it. */
  place(context: CommandContext): string
}

const located =
  ({ place }: Pick<Located<string>, 'place'>) =>
  (context: CommandContext) =>
    offeredWhen(context.path === place(context))

/** A placeholder of a screen. */
export function placeholderOf<Id extends string>(parts: Located<Id>): Command<Id> {
  const { place: _, ...rest } = parts
  return defineCommand({
    ...rest,
    offered: located(parts),
    blocked: () => MESSAGES.featureNotAvailable,
    run: () => undefined,
  })
}

/**
 * A placeholder that looks like any other command. It reports that the feature is not available (BIZ-5).
 */
export function saysNotAvailable<Id extends string>(parts: Located<Id>): Command<Id> {
  const { place: _, ...rest } = parts
  return defineCommand({ ...rest, offered: located(parts), run: sayNotAvailable })
}

export function sayNotAvailable({ effects }: Pick<CommandContext, 'effects'>): void {
  effects.notify('info', MESSAGES.featureNotAvailable)
}

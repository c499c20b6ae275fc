import { MESSAGES } from '../../src/domain/records/catalogue.ts'
import { type Command, defineCommand, type IconName, type Section } from './command.ts'
import type { CommandContext } from './context.ts'
import { offeredWhen } from './rules.ts'
import type { TargetName } from './targets.ts'

interface Placeholder {
  id: string
  title: string
  section: Section
  icon: IconName
}

/** Visible but disabled in the specification: always blocked, with the reason shown. */
export function placeholder({ target, ...parts }: Placeholder & { target: TargetName }): Command {
  return defineCommand({
    ...parts,
    target,
    blocked: () => MESSAGES.featureNotAvailable,
    run: () => undefined,
  })
}

interface Located extends Placeholder {
  keywords?: readonly string[]
  /** The screen that shows it. */
  place(context: CommandContext): string
}

const located =
  ({ place }: Located) =>
  (context: CommandContext) =>
    offeredWhen(context.path === place(context))

/** The same for a screen. */
export function placeholderOf(parts: Located): Command {
  const { place: _, ...rest } = parts
  return defineCommand({
    ...rest,
    offered: located(parts),
    blocked: () => MESSAGES.featureNotAvailable,
    run: () => undefined,
  })
}

/** Enabled in the specification, with no action shown: it says that there is none (reading 44). */
export function saysNotAvailable(parts: Located): Command {
  const { place: _, ...rest } = parts
  return defineCommand({ ...rest, offered: located(parts), run: sayNotAvailable })
}

export function sayNotAvailable({ powers }: Pick<CommandContext, 'powers'>): void {
  powers.notify('info', MESSAGES.featureNotAvailable)
}

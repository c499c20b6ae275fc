import type { CommandContext } from './context.ts'
import type { Targets } from './targets.ts'

/** How a command that acts on one of a kind acts on the selected ones, while there are some. */
export interface Several<One> {
  /** Its title then: 'Pack orders'. */
  title: string
  /** The selected ones, at least one; undefined while nothing is selected. */
  among(targets: Partial<Targets>): readonly One[] | undefined
  /** Runs on those that can. It is handed the others too, so that they are told of and never silently left out. */
  run(ones: readonly One[], context: CommandContext): void | Promise<void>
}

/**
 * Why a command can run on none of several, each reason with how many it holds for.
 * @example 'None of the 3 selected: The order is already packed (2). The order is not paid yet (1).'
 */
export function noneOf(reasons: readonly string[]): string {
  const counts = new Map<string, number>()
  for (const reason of reasons) counts.set(reason, (counts.get(reason) ?? 0) + 1)
  const [first] = counts.keys()
  if (counts.size === 1 && first !== undefined) return `None of the ${reasons.length} selected: ${first}`
  const listed = [...counts].map(([reason, count]) => `${reason} (${count}).`)
  return `None of the ${reasons.length} selected: ${listed.join(' ')}`
}

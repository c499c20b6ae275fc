import type { CommandContext, Question } from './context.ts'
import type { Targets } from './targets.ts'

/** How a command acts on the selected records instead of on one, while any are selected. */
export interface BulkVariant<One> {
  /** Its title while records are selected: 'Pack orders'. */
  title: string
  /** Its title with the number of selected records; absent where that is `title`. */
  titleOf?(count: number): string
  /** The noun of the records, in the singular: 'order'. */
  noun: string
  /** The selected records, at least one; undefined while none is selected. */
  selected(targets: Partial<Targets>): readonly One[] | undefined
  /** The question asked first, if the command is irreversible. Receives all selected records, like `run`. */
  question?(ones: readonly One[]): Question
  /** Runs for the records that allow it. Receives all selected records, so that it can report the others. */
  run(ones: readonly One[], context: CommandContext): void | Promise<void>
}

/**
 * One reason why a command can run on none of the selected records.
 * @param reasons of each record, such as 'The order is not paid yet'
 * @example 'None of the 3 selected orders is paid yet'
 * @example 'Not available for the 3 selected orders: 2 are already packed, 1 is not paid yet'
 */
export function noneOf(noun: string, reasons: readonly string[]): string {
  const counts = new Map<string, number>()
  for (const reason of reasons) {
    const predicate = predicateOf(noun, reason)
    counts.set(predicate, (counts.get(predicate) ?? 0) + 1)
  }
  const selected = `selected ${noun}${reasons.length === 1 ? '' : 's'}`
  const [only] = counts.keys()
  const isSentence = only !== undefined && !/^(is|has) /.test(only)
  if (reasons.length === 1 && isSentence)
    return `Not available for the ${selected}: ${only.replace(/^whose /, 'the ')}`
  if (counts.size > 1 || only === undefined || isSentence) {
    const listed = [...counts].map(([predicate, count]) => `${count} ${agreeing(predicate, count)}`)
    return `Not available for the ${reasons.length} ${selected}: ${listed.join(', ')}`
  }
  if (reasons.length === 1) return `The ${selected} ${only}`
  if (only.startsWith('is not ')) return `None of the ${reasons.length} ${selected} is ${only.slice(7)}`
  return `All ${reasons.length} ${selected} ${agreeing(only, reasons.length)}`
}

/** What a reason says of a record, without the moment at which it came about: '2 cancelled in the shop'. */
function predicateOf(noun: string, reason: string): string {
  const said = reason
    .replace(/, \d\d\/\d\d\/\d{4} \d\d:\d\d$/, '')
    .replace(new RegExp(`^The ${noun} `), '')
    .replace(/^The customer/, 'whose customer')
  return said.charAt(0).toLowerCase() + said.slice(1)
}

/** The predicate in the plural if the count requires it. */
function agreeing(predicate: string, count: number): string {
  if (count === 1) return predicate
  return predicate.replace(/^is /, 'are ').replace(/^has /, 'have ')
}

import { type ImportFaults, MOST_FAULT_GROUPS, MOST_FAULT_PLACES } from '../../contract/imports.ts'
import type { Fault } from './stage.ts'

/** Different faults that are told apart, because their groups are in memory. */
const MOST_KINDS = 1000
const OTHERS = 'has another fault'

/** Equal faults of a file. */
interface FaultGroup extends ImportFaults {
  file: string
}

/** Faults, or notes, counted by file, field and reason, with their first places. */
export interface FaultGroups {
  add(fault: Fault): void
  /** The most frequent first. */
  all(): FaultGroup[]
  /** The first of them in the form of the contract. */
  sent(): ImportFaults[]
}

export function faultGroups(): FaultGroups {
  const groups = new Map<string, FaultGroup>()
  const groupOf = (file: string, field: string, reason: string): FaultGroup => {
    const key = JSON.stringify([file, field, reason])
    const known = groups.get(key)
    if (known) return known
    if (groups.size >= MOST_KINDS && reason !== OTHERS) return groupOf('', '', OTHERS)
    const added = { file, field, reason, count: 0, places: [] }
    groups.set(key, added)
    return added
  }
  const all = () => [...groups.values()].toSorted((one, other) => other.count - one.count)
  return {
    add({ file, line, field, reason, code }) {
      const group = groupOf(file, field, usualReason(reason))
      group.count += 1
      if (group.places.length < MOST_FAULT_PLACES) group.places.push({ line, code: code ?? null })
    },
    all,
    sent: () =>
      all()
        .slice(0, MOST_FAULT_GROUPS)
        .map(({ file: _, ...group }) => group),
  }
}

/** The reasons that name a value of the record, and the same without it. */
const USUAL: readonly [RegExp, string][] = [
  [/^there is no (\w+) .*$/s, 'there is no such $1'],
  [/^waits for (\w+) .*, which is refused$/s, 'waits for a $1 that is refused'],
  [/^belongs to .* already$/s, 'belongs to another record already'],
  [/^is there already: .*$/s, 'is there already'],
  [/^is not what line \d+ says of the same record$/, 'is not what another line says of the same record'],
  [/^may have an item on line \d+, which .*$/, 'may have an item on a line that cannot be read'],
  [/^is no customer here: .*$/s, 'is no customer here: the customer is made from the order'],
  [/^has three digits, .*$/, 'has three digits: the zero was added'],
  [/^has no zeros? at the beginning, .*$/, 'has no zeros at the beginning: they were added'],
  [/^(is no order): .* (is left out)$/s, '$1 and $2'],
]

/** The reason without the values of its record, so that equal faults are counted together. */
function usualReason(reason: string): string {
  const found = USUAL.find(([form]) => form.test(reason))
  return found ? reason.replace(...found) : reason
}

/** A fault as `file:line: field: reason`. */
export function faultLine({ file, line, field, reason }: Omit<Fault, 'code'>): string {
  const place = line > 0 ? `${file}:${line}` : file
  return [place, field, reason].filter(Boolean).join(': ')
}

/** A group in one line: `orders.csv: 12 × Total: must be an amount (lines 4, 9, 15 …)`. */
export function groupLine({ file, field, reason, count, places }: FaultGroup): string {
  const [first] = places
  if (count === 1 && first) return faultLine({ file, field, reason, line: first.line })
  const lines = places.map(({ line }) => line).filter((line) => line > 0)
  const more = count > lines.length ? ' …' : ''
  const where = lines.length === 0 ? '' : ` (lines ${lines.join(', ')}${more})`
  return `${[file, `${count} × ${field}`.trimEnd(), reason].filter(Boolean).join(': ')}${where}`
}

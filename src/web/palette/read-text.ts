import { isSupported } from '../../../commands/engine/command.ts'
import { commandById } from '../../../commands/index.ts'
import { interpret } from '../../../commands/interpreter/interpret.ts'
import type { CodeReading, Reading } from '../../../commands/interpreter/reading.ts'
import { todayInAuckland } from '../../domain/calendar/nz-calendar.ts'
import { customShortcutsAtom } from '../commands/key-settings.ts'
import { recordIndex } from '../record-index/record-index.ts'
import { now } from '../state/clock.ts'
import { installation } from '../state/installation.ts'
import { store } from '../state/store.ts'
import type { PaletteQuery, Scope } from './machine/query.ts'
import { plainQuery, type Sources, type Subject } from './machine/state.ts'

/** Interprets a text and derives the query. After `>` and `@` the text is searched for literally. */
export function readText(text: string, subject: Subject | null): Pick<Sources, 'query' | 'readings'> {
  const plain = plainQuery(text, subject)
  if (plain.text === '' || plain.scope === 'commands' || plain.scope === 'customers') {
    return { query: plain, readings: [] }
  }
  const readings = interpret(text, {
    today: todayInAuckland(now()),
    kindsOf: (code) => recordIndex.exact(code).map(({ kind }) => kind),
    customShortcuts: store.get(customShortcutsAtom),
    capabilities: installation.capabilities,
  }).filter((reading) => reading.kind !== 'action' || isSupported(commandById(reading.command), installation))
  const counts = plain.scope === 'all' || readings.slice(0, 1).some(countsBesidePrefix)
  return counts ? { query: queryIn(readings, plain), readings } : { query: plain, readings: [] }
}

/** Whether a reading is used although the text begins with the prefix `#` or `$`. */
function countsBesidePrefix(reading: Reading): boolean {
  if (reading.kind === 'action') return reading.codes.length > 0
  return reading.kind === 'code' || reading.kind === 'codes' || reading.kind === 'amount'
}

/** The query of the most likely reading. */
export function queryIn(readings: readonly Reading[], plain: PaletteQuery): PaletteQuery {
  const [first] = readings
  const all = (text: string): PaletteQuery => ({ scope: 'all', text, code: null })
  switch (first?.kind) {
    case 'code':
      return {
        scope: plain.scope === 'all' ? scopeOf(first) : plain.scope,
        text: first.code,
        code: first.code,
      }
    case 'action':
      if (first.codes.length === 0) return { ...plain, code: null }
      return first.codes.length === 1
        ? all(first.codes.join())
        : { ...all(first.codes.join(' ')), scope: 'several' }
    case 'codes':
      return { ...all(first.codes.join(' ')), scope: 'several' }
    case 'amount':
      return all((first.cents / 100).toFixed(2))
    case 'phone':
      return all(first.digits)
    case 'email':
      return all(first.address)
    case 'place':
      return all(first.text)
    case 'list':
    case 'sum':
      return { ...plain, code: null }
    default:
      return plain
  }
}

/** The number of a purchase order may be the customer's or ours. */
function scopeOf({ of }: CodeReading): Scope {
  if (of === 'reference' || of === 'supplier-order') return 'references'
  return of ?? 'all'
}

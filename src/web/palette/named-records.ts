import { commandById } from '../../../commands/index.ts'
import type { Reading } from '../../../commands/interpreter/reading.ts'
import { fold } from '../../domain/format/fold.ts'
import { codesWithDigits } from '../../domain/freight/scanned-code.ts'
import type { IndexedRecord } from '../../domain/records/indexed-record.ts'
import { likelyKind } from '../../domain/records/likely-kind.ts'
import { isRecordKind, type RecordKind } from '../../domain/records/record-kind.ts'
import { bareOf } from '../record-index/entry.ts'
import { recordIndex } from '../record-index/record-index.ts'
import { bestMatch } from './machine/choice.ts'
import type { NamedRecords } from './machine/state.ts'

/**
 * The records that have to be read for the rows of a text; null if it names neither records with a verb nor several
 * records.
 */
export function namedRecords(readings: readonly Reading[]): NamedRecords | null {
  const digits = phoneAsCode(readings)
  if (digits !== null) return { kind: 'consignment', codes: [digits], match: null }
  const reading = readings.find(({ kind }) => kind === 'action' || kind === 'codes')
  if (reading?.kind === 'codes') return orders(reading.codes)
  if (reading?.kind !== 'action') return null
  const { codes, command } = reading
  const { target } = commandById(command)
  const [only, other] = codes
  if (only === undefined || !isRecordKind(target)) return null
  // The code of an order means its consignments, not one whose code contains the same digits.
  const isOfOrder = target === 'consignment' && recordIndex.exact(only, ['order']).length > 0
  const match = other === undefined && !isOfOrder ? matchOfPart(only, target) : null
  return { kind: target, codes, match }
}

/** The digits of a phone number that may as well be those of a tracking code without its prefix: '2602541'. */
export function phoneAsCode([first, ...others]: readonly Reading[]): string | null {
  if (first?.kind !== 'phone') return null
  const code = others.find((reading) => reading.kind === 'code' && codesWithDigits(reading.code).length > 0)
  return code?.kind === 'code' ? code.code : null
}

/** Identifies the reading of records. */
export function readsKey({ kind, codes }: Pick<NamedRecords, 'kind' | 'codes'>): string {
  return `${kind} ${codes.join(' ')}`
}

/**
 * The record of this browser that a part of a code means: the one with these digits, otherwise the newest whose code
 * or reference contains the part. Null if a record has exactly this code.
 */
export function matchOfPart(part: string, kind: RecordKind): IndexedRecord | null {
  if (recordIndex.exact(part, [kind]).length > 0) return null
  const bare = bareOf(fold(part))
  const has = (text: string | undefined) => bareOf(fold(text ?? '')).includes(bare)
  const matches = recordIndex.search(part, [kind]).map(({ record }) => record)
  return bestMatch(
    matches.filter(({ code, reference }) => has(code) || has(reference)),
    part,
  )
}

/** The orders among several codes; null if there is none. */
function orders(codes: readonly string[]): NamedRecords | null {
  const some = codes.filter((code) => {
    const known = recordIndex.exact(code)
    return known.length === 0 ? likelyKind(code) === 'order' : known.some(({ kind }) => kind === 'order')
  })
  return some.length === 0 ? null : { kind: 'order', codes: some, match: null }
}

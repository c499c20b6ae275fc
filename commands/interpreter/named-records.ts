import { codesWithDigits } from '../../src/domain/freight/couriers.ts'
import type { FilteredList } from '../../src/domain/lists/filtered-list.ts'
import { likelyKind } from '../../src/domain/records/kind-words.ts'
import { isRecordKind, type RecordKind } from '../../src/domain/records/record-kind.ts'
import { sentenceOf } from '../../src/domain/sentences/record-sentences.ts'
import { commandById } from '../index.ts'
import type { KindsOf } from './find-codes.ts'
import type { Reading } from './reading.ts'

/** The records that a text names with a verb, or as several. */
interface RecordsInText {
  kind: RecordKind
  /** In the order of the text; none for a list. */
  codes: readonly string[]
  /** Whether the only code may be a part of one. */
  mayBePart: boolean
  list?: FilteredList
  /** Whether the command is for all pages of the list, not for the first one. */
  isWhole?: boolean
}

/** The records that a text names; null if it names neither records with a verb nor several records. */
export function recordsInText(readings: readonly Reading[], kindsOf: KindsOf): RecordsInText | null {
  const digits = phoneAsCode(readings)
  if (digits !== null) return { kind: 'consignment', codes: [digits], mayBePart: false }
  const reading = readings.find(({ kind }) => kind === 'action' || kind === 'codes')
  if (reading?.kind === 'codes') {
    const codes = reading.codes.filter((code) => mayBeOrder(code, kindsOf))
    return codes.length === 0 ? null : { kind: 'order', codes, mayBePart: false }
  }
  if (reading?.kind !== 'action') return null
  const { codes, command, list } = reading
  const { target, sentence } = commandById(command)
  if (list && isRecordKind(target)) {
    const isWhole = sentence !== null && sentenceOf(sentence).takesWholeList === true
    return { kind: target, codes, mayBePart: false, list, isWhole }
  }
  const [code] = codes
  if (code === undefined || !isRecordKind(target)) return null
  // The code of an order means its consignments, not one whose code contains the same digits.
  const isOfOrder = target === 'consignment' && kindsOf(code).includes('order')
  return { kind: target, codes, mayBePart: codes.length === 1 && !isOfOrder }
}

/** The digits of a phone number that may as well be those of a tracking code without its prefix: '2602541'. */
export function phoneAsCode([first, ...others]: readonly Reading[]): string | null {
  if (first?.kind !== 'phone') return null
  const code = others.find((reading) => reading.kind === 'code' && codesWithDigits(reading.code).length > 0)
  return code?.kind === 'code' ? code.code : null
}

function mayBeOrder(code: string, kindsOf: KindsOf): boolean {
  const kinds = kindsOf(code)
  return kinds.length === 0 ? likelyKind(code) === 'order' : kinds.includes('order')
}

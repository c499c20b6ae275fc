import { withNumberSign } from '../../src/domain/format/text.ts'
import { isRecordKind, RECORD_KINDS, type RecordKind } from '../../src/domain/records/record-kind.ts'

/**
 * The records or commands that a search is limited to, by a prefix or by the text: one kind of record, a reference or
 * several records.
 */
export type Scope =
  | 'all'
  | 'commands'
  | 'orders'
  | 'customers'
  | 'products'
  | 'references'
  | 'several'
  | RecordKind

/** The signs that limit a text to a scope. */
export const PREFIXES: Readonly<Record<string, Scope>> = {
  '>': 'commands',
  '#': 'orders',
  '@': 'customers',
  $: 'products',
}

/** What a text searches for. */
export interface TypedQuery {
  scope: Scope
  /** The searched text: the interpreted part, otherwise the text without prefix and surrounding spaces. */
  text: string
  /** The code that is requested from the server: the code in the text, or a single word with a digit. */
  code: string | null
}

/** The minimum length of a code: a shorter text is not requested from the server and finds no command by its record. */
export const MIN_CODE_LENGTH = 3

/** A longer text is cut off, because the server refuses it. */
const MAX_LENGTH = 200

/** Identifies the request for the code of a query; null if no code is typed. */
export function questionOf({ scope, code }: Pick<TypedQuery, 'scope' | 'code'>): string | null {
  return code === null ? null : `${scope} ${code}`
}

/** Parses a text by its prefix and its shape alone. */
export function readQuery(typed: string): TypedQuery {
  const trimmed = typed.trimStart()
  const scope = PREFIXES[trimmed.charAt(0)] ?? 'all'
  const text = trimmed
    .slice(scope === 'all' ? 0 : 1)
    .slice(0, MAX_LENGTH)
    .trim()
  return { scope, text, code: scope !== 'commands' && isCode(text) ? codeIn(scope, text) : null }
}

/** One word with a digit in it that is not an e-mail address. */
function isCode(text: string): boolean {
  return [...text].length >= MIN_CODE_LENGTH && /\d/.test(text) && !/[\s@]/.test(text)
}

/** After `#`, the code has a number sign: of two orders that differ only in it, the one with the sign is meant. */
export function codeIn(scope: Scope, text: string): string {
  return scope === 'orders' ? withNumberSign(text) : text
}

const KINDS: Record<Exclude<Scope, RecordKind>, readonly RecordKind[]> = {
  all: RECORD_KINDS,
  commands: [],
  orders: ['order', 'consignment'],
  customers: ['customer'],
  products: ['product'],
  references: ['order', 'supplier-order'],
  several: [],
}

/** The kinds of record that a scope holds. */
export function kindsIn(scope: Scope): readonly RecordKind[] {
  return isRecordKind(scope) ? [scope] : KINDS[scope]
}

import { RECORD_KINDS, type RecordKind } from '../../../domain/records/record-kind.ts'

/** What a prefix limits the palette to (keyboard rules). */
export type Scope = 'all' | 'commands' | 'orders' | 'customers' | 'products'

const PREFIXES: Record<string, Scope> = { '>': 'commands', '#': 'orders', '@': 'customers', $: 'products' }

export interface PaletteQuery {
  scope: Scope
  /** The text without the prefix, trimmed. */
  text: string
  /** The text if it has the shape of a code: one word with a digit in it. */
  code: string | null
}

/** The minimum length of a code: a shorter text is not requested from the server and finds no command by its record. */
export const MIN_CODE_LENGTH = 3

/** Identifies the request for the code of a query; null where no code is typed. */
export function questionOf({ scope, code }: Pick<PaletteQuery, 'scope' | 'code'>): string | null {
  return code === null ? null : `${scope} ${code}`
}

/** Parses the text of the palette's input. */
export function readQuery(typed: string): PaletteQuery {
  const scope = PREFIXES[typed.trimStart().charAt(0)] ?? 'all'
  const text = (scope === 'all' ? typed : typed.trimStart().slice(1)).trim()
  return { scope, text, code: scope !== 'commands' && isCode(text) ? text : null }
}

const KINDS: Record<Scope, readonly RecordKind[]> = {
  all: RECORD_KINDS,
  commands: [],
  orders: ['order', 'consignment'],
  customers: ['customer'],
  products: ['product'],
}

/** The kinds of record that a scope holds. */
export function kindsIn(scope: Scope): readonly RecordKind[] {
  return KINDS[scope]
}

/** One word with a digit in it, and no e-mail address. */
function isCode(text: string): boolean {
  return [...text].length >= MIN_CODE_LENGTH && /\d/.test(text) && !/[\s@]/.test(text)
}

import type { ExportKind, FieldOf } from './fields.ts'
import type { StatusWords } from './shop-words.ts'

/**
 * The meaning of a column: the text of a field, a field that applies if the text begins with one of these words or
 * with none of them, or what a word says by a table.
 */
export type Gives<Field extends string> =
  | Field
  | { field: Field; when: readonly string[] }
  | { field: Field; unless: readonly string[] }
  /** An unknown word refuses the record, or says nothing and is noted. */
  | { words: StatusWords<Field>; unknown: 'refused' | 'noted' }

/** If several columns give the same field, the first that is not blank is read. Null: known, and not kept. */
type Columns<Field extends string> = Readonly<Record<string, Gives<Field> | readonly Gives<Field>[] | null>>

/** How the export of another program is read. */
export interface ProfileOf<Kind extends ExportKind> {
  /** 'Shopify'. */
  program: string
  /** The records as the program calls them: 'orders'. */
  content: string
  /** The plug-in that exports them, if it is not the program itself. */
  exporter?: string
  kind: Kind
  /** Where the documented columns are from, with the date. */
  source: string
  /** Columns without which a file is no such export. */
  signs: readonly string[]
  /** The column by which lines belong together, if that of the code may be blank. */
  key?: string
  /** Dates with strokes begin with the month. */
  isMonthFirst?: true
  /** Its amounts are without GST. Otherwise a column says so, or the sums of each order decide. */
  isWithoutGst?: true
  /** Columns whose names and meanings are from the source. */
  documented: Columns<FieldOf<Kind>>
  /** Columns whose names or meanings are guesses, until an export confirms them. */
  assumed: Columns<FieldOf<Kind>>
  /** The second file that has the lines of its records: their key there, and the column of it here. */
  lines?: { content: string; signs: readonly string[]; key: string; of: string }
  /** Numbered columns, each with one item in parts: `line_item_1` with 'sku:PEX-20|quantity:2'. */
  packed?: { prefix: string; parts: Columns<FieldOf<Kind>> }
}

export type Profile = { [Kind in ExportKind]: ProfileOf<Kind> }[ExportKind]

/** 'Shopify orders export'. */
export function profileName({ program, content, exporter }: Profile): string {
  return `${program} ${content} export${exporter ? ` (${exporter})` : ''}`
}

/** The name of a column for comparison: programs mark required columns, and versions differ in case and spaces. */
export function comparable(column: string): string {
  return column
    .replace(/^[\s*^]+/, '')
    .replace(/\s+/g, ' ')
    .trim()
    .toLowerCase()
}

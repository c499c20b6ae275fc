import type { ExportKind, FieldOf } from './fields.ts'

/** The meaning of a column: the text of a field, or 'yes' for a field if its text begins with one of these words. */
export type Gives<Field> = Field | { field: Field; when: readonly string[] }

/** How the export of another program is read. */
export interface ProfileOf<Kind extends ExportKind> {
  /** As shown: 'Shopify orders export'. */
  name: string
  kind: Kind
  /** Columns by which its header is recognised. */
  signs: readonly string[]
  /** The column by which lines belong together, if that of the code may be blank. */
  key?: string
  /**
   * All its columns. If several give the same field, the first that is not blank is read. Null: the column is known,
   * and the console has no use for it.
   */
  columns: Readonly<Record<string, Gives<FieldOf<Kind>> | readonly Gives<FieldOf<Kind>>[] | null>>
}

export type Profile = { [Kind in ExportKind]: ProfileOf<Kind> }[ExportKind]

/** The name of a column for comparison: programs mark required columns, and versions differ in case and spaces. */
export function comparable(column: string): string {
  return column
    .replace(/^[\s*^]+/, '')
    .replace(/\s+/g, ' ')
    .trim()
    .toLowerCase()
}

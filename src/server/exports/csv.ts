import { stringify } from 'csv-stringify/sync'
import type { Cell, Column } from './columns.ts'

/** Without it, spreadsheets read the file in the encoding of the computer, which has no macrons. */
const BYTE_ORDER_MARK = '\u{FEFF}'

/** Text that spreadsheets read as a formula, also in full width, and after spaces and invisible characters. */
const FORMULA = /^[\s\p{Z}\p{C}]*[=+\-@＝＋－＠]|^[\t\r\n]/u

/**
 * The text of a CSV file (RFC 4180): a header, then a chunk for each page of rows. Text that begins like a formula,
 * also after trimming, gets an apostrophe before it.
 */
export async function* csvOf<Row>(
  columns: readonly Column<Row>[],
  pages: AsyncIterable<readonly Row[]>,
): AsyncGenerator<string, void> {
  yield BYTE_ORDER_MARK + written([columns.map(({ header }) => header)])
  for await (const rows of pages) yield written(rows.map((row) => columns.map((column) => column.cell(row))))
}

function written(lines: Cell[][]): string {
  return stringify(lines, {
    record_delimiter: 'windows',
    quote_record_delimiter: true,
    cast: {
      bigint: (cents) => (Number(cents) / 100).toFixed(2),
      string: (text) => (FORMULA.test(text) ? `'${text}` : text),
    },
  })
}

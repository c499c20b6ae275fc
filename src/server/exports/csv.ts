import { stringify } from 'csv-stringify/sync'
import { toWallClock } from '../../domain/calendar/nz-calendar.ts'
import { parseInstant } from '../../domain/calendar/nz-time.ts'

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
    cast: { bigint: csvCell, string: csvCell },
  })
}

/** A cell as it is written to the file. */
export function csvCell(cell: Cell): string {
  if (typeof cell === 'bigint') return (Number(cell) / 100).toFixed(2)
  if (typeof cell === 'string') return FORMULA.test(cell) ? `'${cell}` : cell
  return cell === null ? '' : String(cell)
}

/** A column of an exported file. */
export interface Column<Row> {
  header: string
  type: ColumnType
  /** The field of the import that a changed cell changes; null if the console maintains or calculates it. */
  field: string | null
  cell(row: Row): Cell
}

/** How the values of a column are written. */
export type ColumnType = 'text' | 'dollars' | 'amount' | 'time' | 'flag'

/** A bigint is an amount of money in cents, written to the file in dollars. */
type Cell = string | number | bigint | null

type Value<Row, Type> = (row: Row) => Type | null

/**
 * Appended to a value that a spreadsheet must not read as a number or a date: '0612' would lose its zero. A tab makes
 * the cell text, is invisible there, and is removed by every program that trims (decision 0026).
 */
const KEPT_AS_TEXT = '\t'

/** A column of plain text. @param field as in `Column` */
export function csvText<Row>(
  header: string,
  value: Value<Row, string>,
  field: string | null = null,
): Column<Row> {
  return { header, type: 'text', field, cell: value }
}

/** A column of codes, postcodes or phone numbers, which are written unchanged. */
export function csvCode<Row>(
  header: string,
  value: Value<Row, string>,
  field: string | null = null,
): Column<Row> {
  return {
    ...{ header, type: 'text', field },
    cell(row) {
      const written = value(row)
      return written === null || written === '' ? null : written + KEPT_AS_TEXT
    },
  }
}

/** A column of dollars. @param value cents */
export function csvDollars<Row>(
  header: string,
  value: Value<Row, number>,
  field: string | null = null,
): Column<Row> {
  return {
    ...{ header, type: 'dollars', field },
    cell(row) {
      const cents = value(row)
      return cents === null ? null : BigInt(cents)
    },
  }
}

/** A column of other numbers. */
export function csvAmount<Row>(
  header: string,
  value: Value<Row, number>,
  field: string | null = null,
): Column<Row> {
  return { header, type: 'amount', field, cell: value }
}

/** A column of times on the wall clock of Auckland, 'yyyy-MM-dd HH:mm:ss'. @param value an instant (ISO 8601) */
export function csvTime<Row>(
  header: string,
  value: Value<Row, string>,
  field: string | null = null,
): Column<Row> {
  return {
    ...{ header, type: 'time', field },
    cell(row) {
      const instant = parseInstant(value(row))
      return instant === null ? null : toWallClock(instant)
    },
  }
}

/** A column of 'yes' and 'no'. */
export function csvFlag<Row>(
  header: string,
  value: (row: Row) => boolean,
  field: string | null = null,
): Column<Row> {
  return { header, type: 'flag', field, cell: (row) => (value(row) ? 'yes' : 'no') }
}

interface Place {
  street: string | null
  suburb: string | null
  city: string | null
  region: string | null
  postcode: string | null
  is_rural: boolean
}

/** The columns of a postal address. @param prefix of their headers: 'Delivery' @param group of their fields */
export function csvPlace<Row>(prefix: string, placeOf: (row: Row) => Place, group: string): Column<Row>[] {
  const title = (header: string) => (prefix === '' ? header : `${prefix} ${header.toLowerCase()}`)
  return [
    csvText(title('Street'), (row) => placeOf(row).street, `${group}.street`),
    csvText(title('Suburb'), (row) => placeOf(row).suburb, `${group}.suburb`),
    csvText(title('City'), (row) => placeOf(row).city, `${group}.city`),
    csvText(title('Region'), (row) => placeOf(row).region, `${group}.region`),
    csvCode(title('Postcode'), (row) => placeOf(row).postcode, `${group}.postcode`),
    csvFlag(title('Rural'), (row) => placeOf(row).is_rural, `${group}.is_rural`),
  ]
}

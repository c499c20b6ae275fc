import { LONGEST_CODE } from '../../domain/format/text.ts'
import type { KindName } from './kinds/kind.ts'
import { itemPrefix, type Raw, type RawRecord, type Unreadable, withoutNumber } from './kinds/raw-record.ts'
import { customerCells, customerOf, given, namesOf } from './profiles/customers.ts'
import { centsWithoutGst, toCents } from './profiles/fields.ts'
import { PRODUCT, type RecordBook, withZeros, zerosAdded } from './profiles/record-book.ts'
import { orderOf } from './profiles/sales.ts'
import { amountIn, type ExportedRecord, type ExportReader, type Values } from './profiles/values.ts'

/** The result of translating one exported record. */
interface Translated {
  /** The importer's records, referenced ones first. Fields have the importer's names. */
  records: { kind: KindName; raw: RawRecord }[]
  /** Fields have the names of the export's columns. */
  faults: Unreadable[]
  notes: Unreadable[]
}

/** Translates a record of an export. An order may bring its customer along. */
export function translate(reader: ExportReader, raw: Raw, book: RecordBook): Translated {
  if ('reason' in raw) return { records: [], faults: [raw], notes: [] }
  const read = reader.read(raw)
  if ('faults' in read) return { records: [], faults: read.faults, notes: [] }
  if ('leftOut' in read) return { records: [], faults: [], notes: [read.leftOut] }
  const { kind } = reader.profile
  if (kind === 'orders') return translateOrder(reader, read, book)
  const own = kind === 'products' ? productCells(read) : customersOf(read, book)
  const records = own.map((one) => ({ kind, raw: { items: null, ...one } }))
  return { records, faults: [], notes: read.notes }
}

/** The cells of a customer, unless there is nothing by which to know the customer again. */
function customersOf(
  { line, values, notes }: ExportedRecord,
  book: RecordBook,
): Pick<RawRecord, 'line' | 'cells'>[] {
  const cells = customerCells(values, book)
  if (cells.code) return [{ line, cells }]
  notes.push({ line, field: '', reason: 'has neither a code, an e-mail address nor a name: left out' })
  return []
}

/** Other fields that contain a customer's names. */
const NAMED_BY: Readonly<Record<string, readonly string[]>> = {
  name: ['customer.company', 'customer.last_name'],
  company: ['customer.last_name'],
}

/** The column from which a field of the importer's record is read; the field itself if there is none. */
export function columnFor({ profile, columnOf }: ExportReader, field: string): string {
  const own = withoutNumber(field)
    .replace(/^dates\.|^costs\.(?!subtotal)|(?<=^items\.)product\./, '')
    .replace(/^items\.costs\.subtotal$/, 'items.total')
    .replace(/^delivery_address\./, 'delivery.')
    .replace(/^address\./, 'billing.')
  const names =
    profile.kind === 'products'
      ? [own, ...(own === 'barcodes.code' ? ['barcode', 'items.barcode'] : [])]
      : [own, `customer.${own}`, ...(NAMED_BY[own] ?? [])]
  return names.map(columnOf).find((column, index) => column !== names[index]) ?? withoutNumber(field)
}

function translateOrder({ columnOf }: ExportReader, read: ExportedRecord, book: RecordBook): Translated {
  const { line, values, notes } = read
  const [total, base] = [amountIn(values, 'total'), amountIn(values, 'base_total')]
  if (base !== null && total !== null && base !== total) {
    const reason = 'is not the total in New Zealand dollars: this order is in another currency'
    return { records: [], faults: [{ line, field: columnOf('total'), reason }], notes: [] }
  }
  const customer = customerOf(read, book)
  if (customer.note) notes.push({ line, field: columnOf(customer.note.field), reason: customer.note.reason })
  const order = orderOf({ ...read, items: withProducts(read, columnOf, book) }, customer.code)
  const records: Translated['records'] = [{ kind: 'orders', raw: order }]
  if (customer.cells) {
    book.add(customer.code, namesOf(customer.identity))
    records.unshift({ kind: 'customers', raw: { line, cells: customer.cells, items: null } })
  }
  return { records, faults: [], notes }
}

/** The items, with the zeros that a spreadsheet removed from their codes. */
function withProducts(
  { items, notes }: ExportedRecord,
  columnOf: ExportReader['columnOf'],
  book: RecordBook,
): ExportedRecord['items'] {
  if (items === null) return null
  return items.map(({ line, values }) => {
    const code = values['items.code'] ?? ''
    const whole = withZeros(PRODUCT, code, book)
    if (whole === null) return { line, values }
    notes.push({ line, field: columnOf('items.code'), reason: zerosAdded(code, whole) })
    return { line, values: { ...values, 'items.code': whole } }
  })
}

const AMOUNTS = ['price', 'pricing.cost', 'pricing.wholesale']

/** The cells of a product's record, or of those of its variants. Fields of which the file has no column are missing. */
function productCells({ line, values, items }: ExportedRecord): ProductRecord[] {
  if (items !== null) {
    return items.map((variant) => ({
      line: variant.line,
      cells: variantCells(values, variant.values),
      ...withBarcode(variant.line, variant.values['items.barcode']),
    }))
  }
  const { barcode, ...others } = values
  const cells: Record<string, string | undefined> = others
  for (const field of AMOUNTS) {
    const amount = amountIn(values, field)
    if (amount !== null) cells[field] = String(toCents(amount))
  }
  return [{ line, cells: given(cells), ...withBarcode(line, barcode) }]
}

type ProductRecord = Pick<RawRecord, 'line' | 'cells'> & Partial<RawRecord>

/**
 * The bar code of one piece, the only one that exports have: those of cartons stay as they are.
 * @param code undefined if the file has no column for it
 */
function withBarcode(line: number, code: string | undefined): Partial<RawRecord> {
  if (code === undefined) return {}
  const items = code === '' ? [] : [{ line, prefix: itemPrefix(1, 'barcodes'), cells: { code } }]
  return { items, list: 'barcodes', isPartial: true }
}

/** Shopify's name for the only variant of a product. */
const ONLY_VARIANT = 'Default Title'
const GRAMS = 1000

/** A variant has the name, and without a code also the code, that lines of orders give it: 'Pipe - Red / 2 m'. */
function variantCells(product: Values, variant: Values): RawRecord['cells'] {
  const options = ['items.option1', 'items.option2', 'items.option3'].flatMap(
    (option) => variant[option] || [],
  )
  const name = [product.name, options.filter((one) => one !== ONLY_VARIANT).join(' / ')]
    .filter(Boolean)
    .join(' - ')
  const price = amountIn(variant, 'items.price_with_gst')
  const cost = amountIn(variant, 'items.cost')
  const grams = amountIn(variant, 'items.grams')
  const ownPrice =
    price === null ? null : variant['items.has_no_gst'] ? toCents(price) : centsWithoutGst(price)
  return given({
    code: variant['items.code'] || name.slice(0, LONGEST_CODE),
    name,
    price: ownPrice === null ? '' : String(ownPrice),
    'pricing.cost': cost === null ? undefined : String(toCents(cost)),
    weight: grams === null ? undefined : String(grams / GRAMS),
  })
}

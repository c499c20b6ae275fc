import type { Insertable } from 'kysely'
import type { RefusedRecord } from '../arrivals/keep.ts'
import type { Database } from '../db/schema.ts'
import { timestamp } from '../db/times.ts'
import type { RawItem } from '../import/kinds/raw-record.ts'
import type { DemoCustomer } from './customers.ts'
import type { DemoProduct } from './products.ts'

const HOUR = 3_600_000
const WEEK_HOURS = 7 * 24

interface DemoArrivals {
  refused: readonly RefusedRecord[]
  file: { source: string; file: string; reason: string; list: string }
  sources: Insertable<Database['arrival_sources']>[]
  hours: Insertable<Database['arrival_hours']>[]
}

const SHOP = 'Shopify'
const POSTCODE = 'must be four digits in New Zealand'

/** What came to the demo business and waits, and its sources. @param now in ms, a full hour */
export function demoArrivals(
  now: number,
  customers: readonly DemoCustomer[],
  products: readonly DemoProduct[],
): DemoArrivals {
  const [one, other] = [customers[12], customers[31]]
  const lines = products.slice(3, 5).map(({ row }, index) => line(row, index + 1))
  const refused = [
    shopOrder(
      { code: '#20417', customer: one?.row, lines, cells: { [POSTCODE_FIELD]: 'NZ 0110' } },
      now - 3 * HOUR,
      [{ field: POSTCODE_FIELD, reason: POSTCODE }],
    ),
    shopOrder({ code: '#20419', customer: null, lines: lines.slice(0, 1), cells: {} }, now - 2 * HOUR, [
      { field: 'customer.code', reason: 'there is no customer 99871' },
    ]),
    shopOrder(
      {
        code: '#20422',
        customer: other?.row,
        lines: lines.slice(1),
        cells: { [POSTCODE_FIELD]: '-', ordered_at: 'yesterday' },
      },
      now - HOUR,
      [
        { field: POSTCODE_FIELD, reason: POSTCODE },
        { field: 'ordered_at', reason: 'must be a time with its offset, such as 2026-11-20T09:30:00+13:00' },
      ],
    ),
    customerOfLedger(),
  ]
  return {
    refused,
    file: {
      source: 'Xero',
      file: 'invoices-november.csv',
      reason: 'looks like Xero’s sales invoices; the column Quantity is missing',
      list: 'invoices-november.csv, line 1: the column Quantity is missing',
    },
    sources: [
      { source: SHOP, heard_at: timestamp(now - 5 * HOUR), failing_since: null, failure: null },
      {
        source: 'GoSweetSpot',
        heard_at: timestamp(now - 2 * HOUR),
        failing_since: timestamp(now - HOUR),
        failure: 'the server answered 503',
      },
    ],
    hours: Array.from({ length: 5 * WEEK_HOURS }, (_, index) => ({
      source: SHOP,
      hour: timestamp(now - (index + 5) * HOUR),
    })),
  }
}

const POSTCODE_FIELD = 'delivery_address.postcode'

interface ShopOrder {
  code: string
  customer: DemoCustomer['row'] | null | undefined
  lines: RawItem[]
  /** What differs from a right order. */
  cells: Record<string, string>
}

function shopOrder(
  { code, customer, lines, cells }: ShopOrder,
  at: number,
  faults: RefusedRecord['faults'],
): RefusedRecord {
  const name = customer?.name ?? 'Hana Ruru'
  const all = {
    code,
    'customer.code': customer?.code ?? '99871',
    'customer.name': name,
    'customer.company': customer?.company ?? '',
    'delivery_address.street': customer?.street ?? '12 Kauri Road',
    'delivery_address.suburb': customer?.suburb ?? 'Penrose',
    'delivery_address.city': customer?.city ?? 'Auckland',
    [POSTCODE_FIELD]: customer?.postcode ?? '1061',
    'freight.branch': 'auckland',
    ordered_at: timestamp(at),
    ...cells,
  }
  const message = {
    name: code,
    created_at: all.ordered_at,
    customer: { id: all['customer.code'], default_address: { name, company: all['customer.company'] } },
    shipping_address: {
      address1: all['delivery_address.street'],
      city: all['delivery_address.city'],
      zip: all[POSTCODE_FIELD],
      country: 'New Zealand',
    },
    line_items: lines.map(({ cells }) => ({ sku: cells['product.code'], quantity: cells.quantity })),
  }
  return {
    ...{ source: SHOP, kind: 'orders', code, line: 0, faults },
    origin: `orders/create ${code.slice(1)}`,
    original: JSON.stringify(message),
    raw: { line: 0, cells: all, items: lines },
  }
}

function line({ code, name, price_cents }: DemoProduct['row'], number: number): RawItem {
  return {
    line: 0,
    prefix: `items.${number}.`,
    cells: {
      quantity: String(number + 1),
      'product.code': code,
      'product.name': name,
      'product.price': String(price_cents),
    },
  }
}

/** A customer of the ledger's export whose postcode was typed wrongly. */
function customerOfLedger(): RefusedRecord {
  const cells = {
    code: 'RIMU01',
    name: 'Wiremu Tait',
    company: 'Rimu Irrigation',
    phone: '07 555 0142',
    'address.street': '4 Mill Road',
    'address.city': 'Hamilton',
    'address.postcode': '32O4',
  }
  return {
    ...{ source: 'MYOB', kind: 'customers', code: cells.code, origin: 'CUST.TXT', line: 318 },
    original: JSON.stringify([
      {
        'Card ID': cells.code,
        'Co./Last Name': cells.company,
        'Addr 1 - Line 1': cells['address.street'],
        'Addr 1 - Postcode': '32O4',
      },
    ]),
    raw: { line: 318, cells, items: null },
    faults: [{ field: 'address.postcode', reason: POSTCODE }],
  }
}

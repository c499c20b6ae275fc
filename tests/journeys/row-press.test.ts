import { expect, test } from 'vitest'
import { navigate } from '../browser/navigate.ts'
import { rowsOf } from './screens.ts'
import { setUpWorkbench } from './workbench.ts'

const bench = setUpWorkbench()

const SUPPLIER = { id: 7, external_id: 'S0012', name_legal: 'Tasman Tube & Bar Ltd', website: 'tube.example' }
const CONSIGNMENT = {
  tracking_code: 'COC/1 #2',
  order_code: '104823',
  shipping_company: 'posthaste',
  created_at: '2026-11-20 14:05:00',
  destination: { contact_name: 'Māia', suburb: 'Ōtara', postcode: '0610' },
}

/** Lists of one row: their call, a text in the row, and the address that a click opens. */
const LISTS = [
  {
    list: '/customers',
    call: '/customers',
    row: { code: '10482', name: 'Māia O’Neill' },
    words: 'Māia O’Neill',
    record: '/customers/10482',
  },
  {
    list: '/orders',
    call: '/orders',
    row: { code: '104823', status: 'Paid' },
    words: 'Paid',
    record: '/orders/104823',
  },
  {
    list: '/products',
    call: '/products',
    row: { id: 1, cms_id: 2041, code: 'VLV 20/FB#1', name: 'Ball valve', price: 10_000 },
    words: '$75.24',
    record: '/products/2041',
  },
  { list: '/suppliers', call: '/suppliers', row: SUPPLIER, words: 'S0012', record: '/suppliers/7' },
  {
    list: '/suppliers?tab=orders',
    call: '/suppliers/orders',
    row: { id: 31, supplier: SUPPLIER, po_number: 'PO-1042', expected_at: '2026-12-31T00:00:00Z' },
    words: '31/12/2026',
    record: '/suppliers/orders/31',
  },
  {
    list: '/consignments?date=2026-11-20',
    call: '/consignments',
    row: CONSIGNMENT,
    words: '20/11/2026 14:05 PM',
    record: '/consignments/COC%2F1%20%232',
  },
]

test('a row that is pressed leads to its record', async () => {
  const page = await bench.signedIn()
  // All before the first screen, because the record index loads lists, too.
  for (const { call, row } of LISTS) {
    await page.route(
      (url) => url.pathname === `/api/v1${call}`,
      (route) => route.fulfill({ json: [row] }),
    )
  }
  await page.goto('/notes')
  for (const { list, words, record } of LISTS) {
    await navigate(page, list)
    const first = rowsOf(page.getByRole('grid')).first()
    await first.waitFor()
    // Clicks at the position of the text, whichever element is on top, and not necessarily on the link.
    const box = await first.getByText(words, { exact: true }).first().boundingBox()
    if (!box) throw new Error(`The row does not say ${words}.`)
    await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2)
    await expect.poll(() => new URL(page.url()).pathname, { message: list }).toBe(record)
  }
})

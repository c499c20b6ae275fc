import { memo } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { htmlOf } from '../../../src/web/lib/static-html.ts'
import { paths } from '../../../src/web/routing/paths.ts'
import { FirstRows, shownOrders } from '../../../src/web/screens/orders/first-rows.tsx'
import { fc } from '../../properties.ts'
import { orderOf, PAID } from './order-of.ts'

const NOW = Date.parse('2026-11-20T20:00:00Z')

const text = fc.option(
  fc.oneof(fc.string(), fc.constantFrom('<b>', "O'Neill & Sons", 'Pōhutukawa "Ltd"', ' ')),
)
const instant = fc.option(fc.constantFrom('2026-11-19T20:04:00Z', '2026-11-20T19:59:00Z', 'yesterday', ''))
const answered = fc.record({
  code: fc.oneof(
    fc.constantFrom('104823', 'SO 12/3', '#1001'),
    fc.string({ minLength: 1 }).map((code) => `x${code}`),
  ),
  status: text,
  customer: fc.record({ company: text, name: text }),
  costs: fc.record({ total: fc.option(fc.integer()) }),
  dates: fc.record({
    ordered_at: instant,
    created_at: instant,
    paid_at: instant,
    ready_at: instant,
    shipped_at: instant,
  }),
  freight: fc.record({
    branch: text,
    is_pickup: fc.boolean(),
    subtotal: fc.option(fc.constantFrom(0, 1086)),
    tracking_code: text,
  }),
  delivery_address: fc.record({ region: text }),
})

describe('the first rows', () => {
  test('are what React draws, whatever the orders', () => {
    fc.assert(
      fc.property(fc.array(answered, { maxLength: 4 }), fc.boolean(), (orders, phone) => {
        const rows = <FirstRows orders={shownOrders(orders)} phone={phone} now={NOW} />
        expect(htmlOf(rows)).toBe(renderToStaticMarkup(rows))
      }),
      { numRuns: 200 },
    )
  })

  test('link to their orders, and mark the first', () => {
    const place = document.createElement('div')
    place.innerHTML = htmlOf(
      <FirstRows orders={shownOrders([PAID, { ...orderOf('SO 12/3') }])} phone={false} now={NOW} />,
    )
    const links = [...place.querySelectorAll('a')].map((link) => link.getAttribute('href'))
    expect(links).toEqual(['/orders/104823', '/orders/SO%2012%2F3'])
    expect(links).toEqual([PAID.code, 'SO 12/3'].map((code) => paths.record('order', code)))
    expect([...place.querySelectorAll('tr[data-active]')].map((row) => row.textContent)).toEqual([
      expect.stringContaining('104823'),
    ])
  })
})

describe('no rows are drawn', () => {
  test.each([
    ['a refusal', { message: 'No' }],
    ['nothing', null],
    ['an empty list', []],
    ['a number as code', [{ ...PAID, code: 104823 }]],
    ['a blank code', [{ ...PAID, code: ' ' }]],
    ['a total as text', [{ ...PAID, costs: { total: '100' } }]],
    ['a group that is missing', [PAID, { ...PAID, customer: null }]],
    ['a flag as a number', [{ ...PAID, freight: { ...PAID.freight, is_pickup: 1 } }]],
    ['a text that is missing', [{ ...PAID, status: undefined }]],
  ])('of %s', (_, answer) => expect(shownOrders(answer)).toEqual([]))
})

test('only functions are drawn', () => {
  const Remembered = memo(() => <b>kept</b>)
  expect(() => htmlOf(<Remembered />)).toThrow(TypeError)
})

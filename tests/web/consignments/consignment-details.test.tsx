import { render, screen, within } from '@testing-library/react'
import { Provider } from 'jotai'
import { MemoryRouter } from 'react-router-dom'
import { beforeEach, expect, test } from 'vitest'
import type { Consignment } from '../../../src/contract/consignments.ts'
import { targetsAtom } from '../../../src/web/commands/targets.ts'
import { ListCount } from '../../../src/web/list/pagination.tsx'
import { ConsignmentDetails } from '../../../src/web/screens/consignments/consignment-details.tsx'
import { consignmentColumns } from '../../../src/web/screens/consignments/consignments-list.tsx'
import { store } from '../../../src/web/state/store.ts'
import { exampleConsignment } from '../../domain/example-records.ts'

const FULL = exampleConsignment({
  tracking_code: 'COC00014123',
  order_code: '104823',
  shipping_company: 'posthaste',
  dates: { created_at: '2026-11-20 14:05:00' },
  destination: {
    building: 'McAllister Bros Stockwater',
    contact_name: 'Hamish McAllister',
    suburb: 'Lichfield',
  },
  parts: [
    {
      reference: '104823-1',
      height: 22,
      length: 60,
      width: 60,
      weight: 11.4,
      cost: 1086,
      services: [
        { code: 'SIG', description: 'Signature', total: 150 },
        { code: 'SAT', description: 'Saturday', total: 0 },
      ],
    },
    { label: 'COC00014123002', height: 1, length: 1, width: 1, weight: 0.05, cost: 500 },
  ],
  services: [
    { code: 'VAR', description: 'Variable charge', total: 206 },
    { code: 'RUR', description: 'Rural delivery', total: 0 },
  ],
})

beforeEach(() => store.set(targetsAtom, {}))

function show(consignment: Consignment): void {
  store.set(targetsAtom, { consignment })
  render(
    <Provider store={store}>
      <MemoryRouter>
        <ConsignmentDetails consignment={consignment} />
      </MemoryRouter>
    </Provider>,
  )
}

/** Texts of the cells of each row, as on a wide screen. */
const rows = () =>
  within(screen.getByRole('table', { name: 'Packages' }))
    .getAllByRole('row')
    .map((row) => Array.from(row.children, (cell) => cell.textContent))

// CON-1
test('the columns of the list are in their order', () => {
  expect(consignmentColumns.map((column) => column.header)).toEqual([
    'Created',
    'Code/Reference',
    'Courier',
    'Destination',
    'Status',
  ])
})

test('the packages, their extra services above 0, the consignment’s own, and the totals', () => {
  show(FULL)
  expect(rows()).toEqual([
    ['Reference', 'Dimensions (cm)', 'Volume (m3)', 'Weight (kg)', 'Cost'],
    [expect.stringContaining('104823-1'), '22 × 60 × 60', '0.7920', '11.400', '$10.86'],
    ['Signature', '', '', '', '$1.50'],
    [expect.stringContaining('COC00014123002'), '1 × 1 × 1', '0.0001', '0.050', '$5.00'],
    ['Variable charge', '', '', '', '$2.06'],
    ['Total', '', '0.7920', '11.450', '$19.42'],
  ])
})

test('its order can be viewed, an invoice of the other system cannot', () => {
  show(FULL)
  expect(screen.getByRole('button', { name: 'View Order' })).toBeTruthy()
})

test('an invoice shows its number alone', () => {
  show(exampleConsignment({ order_code: '48213' }))
  expect(screen.getByText('48213')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'View Order' })).toBeNull()
})

test('a consignment with only a code shows dashes for all other values', () => {
  show(exampleConsignment())
  expect(screen.getByText('0 parcels')).toBeTruthy()
  expect(screen.getAllByText('—').length).toBeGreaterThan(5)
  expect(screen.getByText('Awaiting collection by freight company')).toBeTruthy()
})

test.each([
  [0, '0 results'],
  [1, '1 result'],
  [2, '2 results'],
  [null, ''],
])('%s rows are counted as %j', (count, words) => {
  const list =
    count === null
      ? { state: 'loading' as const, rows: [] }
      : {
          state: count === 0 ? ('empty' as const) : ('rows' as const),
          rows: new Array<object>(count).fill({}),
        }
  render(<ListCount list={list} />)
  expect(screen.getByRole('status').textContent).toBe(words)
})

test('says what could not be read, and shows the rest', () => {
  show(
    exampleConsignment({
      events: [{ description: 'Picked up', date: '2026-11-20 16:00:00' }, 'Delivered'],
      parts: [{ reference: '104823-1', services: [{ total: 'free' }] }],
    }),
  )
  const said = screen.getAllByRole('status').map(({ textContent }) => textContent)
  expect(said).toEqual([
    '1 event could not be read and was left out.1 service could not be read and was left out.',
  ])
  screen.getByText('Picked up')
  screen.getByText('104823-1')
})

test('says nothing if all was read', () => {
  show(FULL)
  expect(screen.queryByRole('status')).toBeNull()
})

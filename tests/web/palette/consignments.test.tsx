import { act, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { digitsOf } from '../../../src/domain/freight/couriers.ts'
import { consignmentRecord } from '../../../src/web/api/consignments.ts'
import { customerRecord } from '../../../src/web/api/customers.ts'
import { orderRecord } from '../../../src/web/api/orders.ts'
import { recordIndex } from '../../../src/web/record-index/record-index.ts'
import { dialogAtom } from '../../../src/web/state/dialogs.ts'
import { installation } from '../../../src/web/state/installation.ts'
import { store } from '../../../src/web/state/store.ts'
import { exampleConsignment, exampleCustomer, exampleOrder } from '../../domain/example-records.ts'
import { fakeServer } from '../api/fake-server.ts'
import { chosen, key, rows, setUpPalette, showTyped } from './on-screen.tsx'

setUpPalette()

const { capabilities } = installation
beforeEach(() => {
  installation.capabilities = new Set(['another-consignment'])
})
afterEach(() => {
  installation.capabilities = capabilities
})

const ORDER = '108810'

/** A server with one order, which has these consignments. */
function serve(...tracking: string[]) {
  const order = exampleOrder({ code: ORDER, freight: { tracking_code: tracking[0] ?? null } })
  const consignments = tracking.map((tracking_code) =>
    exampleConsignment({ tracking_code, order_code: ORDER }),
  )
  fakeServer.answer(({ url }) => {
    const [kind, code, part] = new URL(url, 'http://console').pathname.replace('/api/v1/', '').split('/')
    if (code === undefined) return { body: [] }
    if (kind === 'orders' && code === ORDER) {
      return { body: part === 'consignments' ? { next_reference: null, consignments } : order }
    }
    const found = consignments.find(({ tracking_code }) =>
      [tracking_code, digitsOf(tracking_code)].includes(code),
    )
    return kind === 'consignments' && found ? { body: found } : { status: 404 }
  })
}
const chosenRow = (words: RegExp) => waitFor(() => expect(chosen()).toMatch(words))
const confirms = (code: string) =>
  waitFor(() =>
    expect(store.get(dialogAtom)).toMatchObject({ name: 'confirm', subject: `Consignment ${code}` }),
  )

test('“delete” with the code of an order deletes its one consignment', async () => {
  serve('CPL01000001')
  recordIndex.add([orderRecord(exampleOrder({ code: ORDER }))])
  await showTyped('delete 108810')
  await chosenRow(/^Delete consignment, CPL01000001/)
  await key('Enter')
  await confirms('CPL01000001')
})

// PAL-7
test('“print” with the codes of several orders is for their consignments', async () => {
  serve('CPL01000001', 'CPL01000002')
  recordIndex.add([consignmentRecord(exampleConsignment({ tracking_code: 'CPL01000001' }))])
  await showTyped('print 108810 CPL01000001')
  await chosenRow(/^Print labels, 3 consignments/)
})

// PAL-16
test('labels of the consignments of orders are printed after a question, none left out', async () => {
  const codes = Array.from({ length: 12 }, (_, index) => `CPL${String(index + 1).padStart(8, '0')}`)
  serve(...codes)
  recordIndex.add([consignmentRecord(exampleConsignment({ tracking_code: 'CPL00000001' }))])
  await showTyped('print 108810 CPL00000001')
  await chosenRow(/^Print labels, 13 consignments/)
  expect(screen.getByRole('note', { name: 'What Enter does' }).textContent).toContain(
    'printing cannot be undone',
  )
  await key('Enter')
  await waitFor(() => expect(store.get(dialogAtom)).toMatchObject({ name: 'print-labels', isAsked: true }))
})

// PAL-7
test('more consignments than are read at the same time are all read', async () => {
  const codes = Array.from({ length: 11 }, (_, index) => `CPL${String(index + 1).padStart(8, '0')}`)
  serve(...codes)
  await showTyped(`print ${codes.join(' ')}`)
  await chosenRow(/^Print labels, 11 consignments/)
})

test('the order need not have been seen, and a back end needs no list of its consignments', async () => {
  installation.capabilities = new Set()
  serve('CPL01000001')
  await showTyped('delete consignment 108810')
  await chosenRow(/^Delete consignment, CPL01000001/)
})

test('another consignment that contains the digits of the order is not meant', async () => {
  serve('CPL01000001')
  recordIndex.add([
    orderRecord(exampleOrder({ code: ORDER })),
    consignmentRecord(exampleConsignment({ tracking_code: 'CPL01088101' })),
    consignmentRecord(exampleConsignment({ tracking_code: 'CPL00108810' })),
  ])
  await showTyped('delete consignment 108810')
  expect(
    rows()
      .map((row) => row.textContent)
      .join(),
  ).not.toMatch(/Delete consignment, CPL0(1088101|0108810)/)
  await chosenRow(/^Delete consignment, CPL01000001/)
})

test('one of several consignments is chosen by the user', async () => {
  serve('CPL01000001', 'CPL01000002')
  await showTyped('delete consignment 108810')
  await chosenRow(/^Delete consignment, 108810, The order has 2 consignments: choose one/)
  await key('Enter')
  expect([store.get(dialogAtom), screen.queryByRole('dialog')]).toEqual([null, expect.anything()])
  await key('ArrowDown')
  await key('ArrowDown')
  await chosenRow(/^Delete consignment, CPL01000002/)
  await key('Enter')
  await confirms('CPL01000002')
})

test('an order without a consignment is named', async () => {
  serve()
  await showTyped('delete consignment 108810')
  await chosenRow(/^Delete consignment, 108810, Order 108810 has no consignment/)
})

describe('the digits of a tracking code', () => {
  test('find a consignment that this browser has not seen', async () => {
    serve('CPL01000001')
    const { place } = await showTyped('01000001')
    await key('Enter')
    await waitFor(() => expect(place()).toBe('/consignments/CPL01000001'))
  })

  test('that may be a phone number find the customer first, then the consignment', async () => {
    serve('LH2602541')
    recordIndex.add([customerRecord(exampleCustomer({ code: '10482', phone: '03 260 2541' }))])
    await showTyped('2602541')
    await chosenRow(/^10482/)
    await waitFor(() =>
      expect(screen.getByRole('group', { name: 'Consignment with the digits 2602541' }).textContent).toMatch(
        /LH2602541/,
      ),
    )
    expect(chosen()).toMatch(/^10482/)
  })

  test('that may be a phone number name no consignment that only contains them', async () => {
    serve('LH12602541')
    recordIndex.add([consignmentRecord(exampleConsignment({ tracking_code: 'LH12602541' }))])
    await showTyped('2602541')
    await waitFor(() =>
      expect(fakeServer.sent.map(({ url }) => url)).toContainEqual(expect.stringMatching(/\/LH12602541$/)),
    )
    await act(async () => undefined)
    expect(screen.queryByRole('group', { name: /^Consignment with/ })).toBeNull()
  })
})

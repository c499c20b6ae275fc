import { beforeEach, expect, test } from 'vitest'
import { RECORD_KINDS } from '../../../src/domain/records/record-kind.ts'
import { requestCode } from '../../../src/web/record-index/read-by-code.ts'
import { recordIndex } from '../../../src/web/record-index/record-index.ts'
import { exampleCustomer, exampleOrder } from '../../domain/example-records.ts'
import { fakeServer } from '../api/fake-server.ts'
import { MERE } from '../state/tokens.ts'

const order = exampleOrder()

beforeEach(() => {
  localStorage.setItem('session-token', MERE)
  recordIndex.clear()
  fakeServer.answer(({ url }) =>
    url.endsWith(`/v1/orders/${order.code}`) ? { body: order } : { status: 404, body: {} },
  )
})

const ask = (code: string) => requestCode(code, RECORD_KINDS, new AbortController().signal)
const pathsAsked = () => fakeServer.sent.map(({ url }) => new URL(url, 'http://any').pathname)

test('requests only the kind that the shape of a code suggests, if that has it', async () => {
  expect(await ask(order.code)).toMatchObject({ state: 'found', record: { code: order.code } })
  expect(pathsAsked()).toEqual([`/api/v1/orders/${order.code}`])
  expect(recordIndex.byCode(order.code)).not.toBeNull()
})

// ORD-70
test('an order found by its number has its own code and address', async () => {
  fakeServer.answer(({ url }) =>
    url.endsWith('/v1/orders/1001') ? { body: exampleOrder({ code: '#1001' }) } : { status: 404, body: {} },
  )
  const found = await ask('1001')
  expect(found).toMatchObject({ state: 'found', record: { code: '#1001' } })
  expect(found).not.toHaveProperty('record.id')
})

// ORD-71
test('a number that several orders have is answered with the server’s words', async () => {
  const message = 'Several orders have the number 1001: #1001, INV-1001.'
  fakeServer.answer(() => ({ status: 409, body: { success: false, message } }))
  expect(await ask('1001')).toEqual({ state: 'several', reason: message })
})

test('a code with a number sign is requested without it where the back end does not know it', async () => {
  expect(await ask(`#${order.code}`)).toMatchObject({ state: 'found', record: { code: order.code } })
  expect(pathsAsked()).toEqual([`/api/v1/orders/%23${order.code}`, `/api/v1/orders/${order.code}`])
})

test('a code with letters that name orders is requested as it is, otherwise by its number', async () => {
  const code = `INV-${order.code}`
  expect(await ask(code)).toMatchObject({ state: 'found', record: { code: order.code } })
  expect(pathsAsked()).toEqual([`/api/v1/orders/${code}`, `/api/v1/orders/${order.code}`])
  fakeServer.answer(({ url }) => ({ body: exampleOrder({ code: url.endsWith(code) ? code : order.code }) }))
  expect(await ask(code)).toMatchObject({ state: 'found', record: { code } })
})

// ORD-70: letters that only the typed code has must name orders.
test('an order whose number has other letters is no answer to a code with letters', async () => {
  fakeServer.answer(({ url }) =>
    url.endsWith('/v1/orders/1001') ? { body: exampleOrder({ code: 'W-1001' }) } : { status: 404, body: {} },
  )
  expect(await ask('INV-1001')).toEqual({ state: 'missing' })
})

test('a customer whose number has the word in front is found by the number', async () => {
  const customer = exampleCustomer({ code: '10482' })
  fakeServer.answer(({ url }) =>
    url.endsWith('/v1/customers/10482') ? { body: customer } : { status: 404, body: {} },
  )
  expect(await ask('cust10482')).toMatchObject({ state: 'found', record: { kind: 'customer' } })
})

test('requests the other kinds if that has not', async () => {
  const code = 'VLV-1048-BRS'
  expect(await ask(code)).toEqual({ state: 'missing' })
  expect(pathsAsked()[0]).toBe(`/api/v1/products/${code}`)
  expect(pathsAsked().slice(1).sort()).toEqual([
    `/api/v1/consignments/${code}`,
    `/api/v1/customers/${code}`,
    `/api/v1/orders/${code}`,
    '/api/v1/suppliers/orders',
  ])
})

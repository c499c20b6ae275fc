import { beforeAll, describe, expect, it } from 'vitest'
import { splitCodes } from '../../../src/contract/orders.ts'
import { onEachDatabase } from '../databases.ts'
import { CUSTOMER, ORDER } from '../import/harness.ts'
import { intakeOnTest } from '../intake/intake-on-test.ts'
import { codesOf, signedInApp } from './harness.ts'

onEachDatabase((database) => {
  const get = (path: string) => signedInApp(database.db).get(`/api/v1/${path}`)
  const opened = async (code: string) => {
    const answer = await get(`orders/${encodeURIComponent(code)}`)
    const body = await answer.json()
    return answer.status === 200 ? body.code : `${answer.status} ${body.message}`
  }
  const NOT_FOUND = '404 Failed to find the order, check the order ID and try again.'

  beforeAll(async () => {
    const { put } = await intakeOnTest(database.db)
    await put('customers', CUSTOMER)
    const codes = ['#1001', '1002', '#1002', 'INV-1003', '#1004', 'INV-1004', 'W1005', '1006']
    await put(
      'orders',
      codes.map((code) => ({ ...ORDER, code })),
    )
  })

  // ORD-70
  it.each([
    ['#1001', '#1001'],
    ['1001', '#1001'],
    ['order 1001', '#1001'],
    ['1002', '1002'],
    ['#1002', '#1002'],
    ['1003', 'INV-1003'],
    ['#1003', 'INV-1003'],
    ['1005', 'W1005'],
    ['#1006', '1006'],
    ['INV-1006', '1006'],
    ['S-1001', NOT_FOUND],
    ['100', NOT_FOUND],
    ['W1001', NOT_FOUND],
  ])('the code %j opens %s', async (code, expected) => {
    expect(await opened(code)).toBe(expected)
  })

  // ORD-71
  it('a number that several orders have opens none of them, and names them', async () => {
    expect(await opened('1004')).toBe('409 Several orders have the number 1004: INV-1004, #1004.')
    expect(await opened('#1004')).toBe('#1004')
    const listed = await signedInApp(database.db).list('?query=1004')
    expect(codesOf(listed)).toEqual(['INV-1004', '#1004'])
  })

  it('a list of codes has the orders that they mean, each once', async () => {
    const list = (codes: string) =>
      signedInApp(database.db).list(`?codes=${encodeURIComponent(splitCodes(codes).join())}`)
    expect(codesOf(await list('1001,#1001,1002,inv-1003,9999')).sort()).toEqual(['#1001', '1002', 'INV-1003'])
    expect(codesOf(await list('1004')).sort()).toEqual(['#1004', 'INV-1004'])
  })

  it('the history and the consignments of an order are found in the same way', async () => {
    const answers = ['history', 'consignments', 'packing'].map((part) => get(`orders/1001/${part}`))
    expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([200, 200, 200])
    const consignments = await (await get('orders/1001/consignments')).json()
    expect(consignments.next_reference).toBe('#1001-2')
  })

  describe('an action', () => {
    it('takes exactly the code of its order, so that none is changed by mistake', async () => {
      const { post } = signedInApp(database.db)
      const answer = await post('/api/v1/orders/1001/hold', { reason: 'Short' })
      expect(answer.status).toBe(404)
    })
  })
})

import { expect, it } from 'vitest'
import { onEachDatabase } from '../databases.ts'
import { putCustomer, putOrders, signedInApp } from '../orders/harness.ts'

onEachDatabase((database) => {
  // FILE-6
  it('lists exactly the orders of an import, with the filters of the list', async () => {
    const { db } = database
    const customer = await putCustomer(db, { code: 'C1' })
    await putOrders(db, customer, [
      { code: '1', branch: 'christchurch' },
      { code: '2' },
      { code: '3' },
      { code: 'import12' },
    ])
    const rows = await db.selectFrom('orders').select(['id', 'code']).execute()
    const idOf = (code: string) => rows.find((row) => row.code === code)?.id ?? 0
    await db
      .insertInto('import_orders')
      .values([1, 3].map((code) => ({ import_id: 12, order_id: idOf(String(code)) })))
      .execute()
    const { list } = signedInApp(db)
    const listed = async (query: string) => (await list(query)).map(({ code }) => code)
    expect(await listed('?query=import+12')).toEqual(['3', '1'])
    expect(await listed('?query=Import+%2312&branch=christchurch')).toEqual(['1'])
    expect(await listed('?query=import+12&page=2')).toEqual([])
    expect(await listed('?query=import+13')).toEqual([])
    expect(await listed('?query=import12')).toEqual(['import12'])
  })
})

import { beforeAll, describe, expect, it } from 'vitest'
import { getSupplierOrder, listSupplierOrders, listSuppliers } from '../../../src/contract/suppliers.ts'
import { onEachDatabase } from '../databases.ts'
import { hoursAgo, signedInApp } from '../orders/harness.ts'

onEachDatabase((database) => {
  const get = async (path: string) => {
    const answer = await signedInApp(database.db).get(`/api/v1/suppliers${path}`)
    return { status: answer.status, body: await answer.json() }
  }
  const ids: Record<string, string> = {}

  it('returns empty lists without data', async () => {
    expect(await get('')).toEqual({ status: 200, body: [] })
    expect(await get('/orders')).toEqual({ status: 200, body: [] })
  })

  describe('of a business', () => {
    beforeAll(async () => {
      const { db } = database
      const suppliers = await db
        .insertInto('suppliers')
        .values([
          { external_id: '20417', name_legal: 'Zeal Ltd', website: 'https://www.zeal.example' },
          { external_id: null, name_legal: 'Ōpua & Sons' },
          { external_id: '7', name_legal: 'opal Pty' },
          { external_id: '8', name_legal: "O'Reilly" },
        ])
        .returning(['id', 'name_legal'])
        .execute()
      const idOf = (name: string) => suppliers.find((supplier) => supplier.name_legal === name)?.id ?? 0
      const orders = await db
        .insertInto('supplier_orders')
        .values([
          {
            supplier_id: idOf('Zeal Ltd'),
            po_number: 'PO/1 #a',
            external_id: '88001',
            branch: 'christchurch',
            created_at: hoursAgo(90),
            ordered_at: hoursAgo(80),
            paid_at: hoursAgo(70),
            shipped_at: hoursAgo(60),
            received_at: hoursAgo(50),
            expected_at: hoursAgo(55),
            devanned_at: hoursAgo(40),
          },
          { supplier_id: idOf('Ōpua & Sons'), po_number: '2', branch: 'auckland', created_at: hoursAgo(9) },
        ])
        .returning(['id', 'po_number'])
        .execute()
      for (const { id, po_number } of orders) ids[po_number] = String(id)
      await db
        .insertInto('supplier_order_items')
        .values([
          {
            supplier_order_id: Number(ids['PO/1 #a']),
            product_code: 'FIT/90-15',
            supplier_code: '071-44',
            unit_quantity: 144,
            carton_quantity: 12,
            quantity_per_carton: 12,
          },
          { supplier_order_id: Number(ids['PO/1 #a']), unit_quantity: 0.5 },
        ])
        .execute()
    })

    // API-1
    it('lists suppliers by name, ignoring case and macrons', async () => {
      const { body } = await get('')
      const { rows } = listSuppliers.answer.parse(body)
      expect(rows.map((row) => row.name_legal)).toEqual(["O'Reilly", 'opal Pty', 'Ōpua & Sons', 'Zeal Ltd'])
      expect(body.slice(2)).toEqual([
        { id: expect.any(String), external_id: null, name_legal: 'Ōpua & Sons', website: null },
        {
          id: expect.any(String),
          external_id: '20417',
          name_legal: 'Zeal Ltd',
          website: 'https://www.zeal.example',
        },
      ])
    })

    it('lists supplier orders, newest first, each as the call of one returns it', async () => {
      const { body } = await get('/orders')
      expect(listSupplierOrders.answer.parse(body)).toMatchObject({
        rows: [{ po_number: '2' }, { po_number: 'PO/1 #a' }],
        unreadable: 0,
      })
      expect((await get(`/orders/${ids['2']}`)).body).toEqual(body[0])
      expect((await get(`/orders/${ids['PO/1 #a']}`)).body).toEqual(body[1])
    })

    // API-1
    it('gives a supplier order in the shape of the contract', async () => {
      const { status, body } = await get(`/orders/${ids['PO/1 #a']}`)
      expect(status).toBe(200)
      expect(body).toEqual({
        id: ids['PO/1 #a'],
        supplier: {
          id: expect.any(String),
          external_id: '20417',
          name_legal: 'Zeal Ltd',
          website: 'https://www.zeal.example',
        },
        po_number: 'PO/1 #a',
        external_id: '88001',
        branch: 'christchurch',
        created_at: hoursAgo(90),
        ordered_at: hoursAgo(80),
        paid_at: hoursAgo(70),
        shipped_at: hoursAgo(60),
        received_at: hoursAgo(50),
        expected_at: hoursAgo(55),
        devanned_at: hoursAgo(40),
        items: [
          {
            id: expect.any(String),
            product_code: 'FIT/90-15',
            supplier_code: '071-44',
            unit_quantity: 144,
            carton_quantity: 12,
            quantity_per_carton: 12,
          },
          {
            id: expect.any(String),
            product_code: null,
            supplier_code: null,
            unit_quantity: 0.5,
            carton_quantity: null,
            quantity_per_carton: null,
          },
        ],
      })
    })

    it('returns a draft without dates that have not been reached', async () => {
      const { body } = await get(`/orders/${ids['2']}`)
      expect(getSupplierOrder.answer.parse(body)).toMatchObject({
        external_id: null,
        ordered_at: null,
        paid_at: null,
        shipped_at: null,
        received_at: null,
        expected_at: null,
        devanned_at: null,
        items: [],
      })
    })

    it.each(['999', '0', '-1', '1.0', '01', '1e0', 'abc', '99999999999999999999', '%201', '1%2F', '%00'])(
      'has no supplier order %s',
      async (id) => {
        const { status, body } = await get(`/orders/${id}`)
        expect([400, 404]).toContain(status)
        if (status === 404) expect(body.message).toBe('Failed to find supplier order')
      },
    )

    it('takes no search, because the console searches', async () => {
      expect(await get('/orders?query=zeal')).toMatchObject({ status: 400, body: { field: 'query' } })
      expect(await get('?query=zeal')).toMatchObject({ status: 400, body: { field: 'query' } })
    })

    it('has no call for one supplier', async () => {
      expect(await get('/1')).toMatchObject({ status: 404, body: { message: 'There is no such address.' } })
    })
  })
})

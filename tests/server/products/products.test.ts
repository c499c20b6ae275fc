import { once } from 'node:events'
import { createServer } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import type { Insertable } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { pathOf } from '../../../src/contract/call.ts'
import { getProduct, listProducts, type Product } from '../../../src/contract/products.ts'
import type { Database } from '../../../src/server/db/schema.ts'
import { productSearchText } from '../../../src/server/products/products.ts'
import { onEachDatabase } from '../databases.ts'
import { hoursAgo, signedInApp } from '../orders/harness.ts'

type ProductParts = Partial<Insertable<Database['products']>> & { code: string }

/** Codes that are difficult in addresses. One is a number, another one's decoded form is a `cms_id`. */
const AWKWARD = ['FIT/90-15', 'CU TUBE 15', 'GAS#10-BRS', 'A%2FB', 'A/B', '50%', 'PĀ+?&=', '.x', 'x;y', '12']

onEachDatabase((database) => {
  const put = async (products: ProductParts[]) => {
    const plain = { name: 'Ball valve', description: '', price_cents: 1000 }
    const at = { created_at: hoursAgo(50), updated_at: hoursAgo(40) }
    const rows = products.map((parts) => ({ ...plain, ...at, ...parts }))
    const values = rows.map((row) => ({ ...row, search_text: productSearchText(row) }))
    await database.db.insertInto('products').values(values).execute()
  }
  const get = (path: string) => signedInApp(database.db).get(`/api/v1/products${path}`)
  const list = async (query: string): Promise<Product[]> => {
    const answer = await get(query)
    const { rows, unreadable } = listProducts.answer.parse(await answer.json())
    expect([answer.status, unreadable]).toEqual([200, 0])
    return rows
  }
  const find = async (query: string) =>
    (await list(`?query=${encodeURIComponent(query)}`)).map((row) => row.code)
  const many = (prefix: string, count: number, name: string) =>
    Array.from({ length: count }, (_, index) => ({
      cms_id: `${prefix}${index}`,
      code: `${prefix}-${index + 1}`,
      name,
    }))

  beforeAll(async () => {
    await put(many('F', 200, 'Flange'))
    await put(many('G', 400, 'Gasket'))
    await put(AWKWARD.map((code, index) => ({ cms_id: String(700_001 + index), code, name: 'Odd one' })))
    await put([
      {
        cms_id: '800001',
        code: 'PEX-20-RED',
        name: 'PEX pipe, “Māori red” 20 mm',
        description: 'Coil of 50 m',
        image_url: 'https://www.example.com/pex.jpg',
        price_cents: 4590,
        weight: 3.5,
        height: 10.25,
        depth: 60,
        width: 60,
        location: 'A-04-2',
        last_sold_at: hoursAgo(1),
      },
      // Its cms_id is another product's code.
      { cms_id: '12', code: 'TWELVE' },
      {
        cms_id: '800003',
        code: 'OWN',
        price_cents: 1000,
        cost_cents: 450,
        retail_cents: 1299,
        drip_cents: 0,
      },
      { cms_id: null, code: 'COUNTER' },
    ])
  })

  describe('the list', () => {
    it('gives the newest first, two hundred to a page', async () => {
      const first = await list('')
      expect(first).toHaveLength(200)
      expect(first.slice(0, 3).map(({ code }) => code)).toEqual(['COUNTER', 'OWN', 'TWELVE'])
      const last = await list('?page=4')
      expect(last.at(-1)?.code).toBe('F-1')
      expect(await list('?page=5')).toEqual([])
    })

    it.each([
      ['flange', [200, 0]],
      ['gasket', [200, 200, 0]],
    ])('fills the pages of %s with %j', async (query, sizes) => {
      for (const [index, size] of sizes.entries()) {
        expect(await list(`?query=${query}&page=${index + 1}`)).toHaveLength(size)
      }
    })

    // PRD-1
    it.each([
      ['pex-20', ['PEX-20-RED']],
      ['PEX 20', ['PEX-20-RED']],
      ['pex20red', ['PEX-20-RED']],
      ['maori RED', ['PEX-20-RED']],
      ['MĀORI', ['PEX-20-RED']],
      ['ipe', ['PEX-20-RED']],
      ['fit/90', ['FIT/90-15']],
      ['gas#10', ['GAS#10-BRS']],
      ['cu tube', ['CU TUBE 15']],
      ['coil', []],
      ['800001', []],
      ['%', []],
      ['🐙', []],
    ])('finds by code and name: %j', async (query, codes) => {
      expect(await find(query)).toEqual(codes)
    })

    it.each([
      ['page=0', 'page'],
      [`query=${'x'.repeat(201)}`, 'query'],
      ['code=1', 'code'],
    ])('is refused with %s, naming the parameter', async (query, field) => {
      const answer = await get(`?${query}`)
      expect(answer.status).toBe(400)
      const message = expect.stringMatching(new RegExp(field, 'i'))
      expect(await answer.json()).toEqual({ success: false, message, field })
    })
  })

  describe('one product', () => {
    // API-1
    it.each(['800001', 'PEX-20-RED'])('is returned in the shape of the contract: %s', async (slug) => {
      const answer = await get(`/${slug}`)
      expect([answer.status, await answer.json()]).toEqual([
        200,
        {
          dangerous_goods: false,
          location: 'A-04-2',
          id: expect.stringMatching(/^\d+$/),
          cms_id: '800001',
          code: 'PEX-20-RED',
          name: 'PEX pipe, “Māori red” 20 mm',
          description: 'Coil of 50 m',
          image_url: 'https://www.example.com/pex.jpg',
          price: 4590,
          weight: 3.5,
          height: 10.25,
          depth: 60,
          width: 60,
          created_at: hoursAgo(50),
          updated_at: hoursAgo(40),
          last_sold_at: hoursAgo(1),
          pricing: { cost: 2295, drip: 3454, wholesale: 3792, retail: 5279 },
          barcodes: [],
        },
      ])
    })

    it('is returned without unknown values', async () => {
      expect(await (await get('/TWELVE')).json()).toMatchObject({
        description: '',
        image_url: null,
        weight: null,
        height: null,
        depth: null,
        width: null,
        location: null,
        last_sold_at: null,
      })
    })

    it('has the tiers that are set, even to 0, and calculates the others from its price', async () => {
      const { pricing } = await (await get('/OWN')).json()
      expect(pricing).toEqual({ cost: 450, drip: 0, wholesale: 826, retail: 1299 })
    })

    it('need not be in the online shop', async () => {
      expect(await (await get('/COUNTER')).json()).toMatchObject({ cms_id: null, code: 'COUNTER' })
    })

    // PRD-5
    it('is the one with the cms_id where that is the code of another', async () => {
      expect(await (await get('/12')).json()).toMatchObject({ cms_id: '12', code: 'TWELVE' })
    })

    // PRD-5
    it('has a slug of its own without a cms_id where its code is that of another', async () => {
      await put([
        { cms_id: null, code: '13/A' },
        { cms_id: '13/A', code: 'THIRTEEN' },
      ])
      expect(await (await get('/13%2FA')).json()).toMatchObject({ code: 'THIRTEEN' })
      expect(await (await get('/code%3A13%2FA')).json()).toMatchObject({ code: '13/A', slug: 'code:13/A' })
      const listed = (await list('?query=13')).filter(({ code }) => code === '13/A' || code === 'THIRTEEN')
      expect(listed.map(({ code, slug }) => [code, slug])).toEqual([['13/A', 'code:13/A']])
      for (const code of ['12', 'COUNTER', 'THIRTEEN']) {
        const found = (await list(`?query=${code}`)).find((one) => one.code === code)
        expect(found && [found.code, found.slug]).toEqual([code, undefined])
      }
    })

    it.each([
      'PEX-20',
      'pex-20-red',
      'PEX-20-RED%20',
      '80000',
      '8000011',
      'FIT',
      'FIT%2F90',
      '%25',
      '0800001',
    ])('is never another product: %s', async (slug) => {
      const answer = await get(`/${slug}`)
      expect([answer.status, await answer.json()]).toEqual([
        404,
        { success: false, message: 'Failed to find product details' },
      ])
    })

    it('is found by any code, over a real connection', async () => {
      const server = createServer(getRequestListener(signedInApp(database.db).app.fetch)).listen(0)
      await once(server, 'listening')
      const address = server.address()
      const port = typeof address === 'object' ? address?.port : null
      try {
        for (const code of AWKWARD.filter((code) => code !== '12')) {
          const path = pathOf(getProduct.path, { id: code })
          const answer = await fetch(`http://127.0.0.1:${port}/api/v1${path}`)
          expect([answer.status, (await answer.json()).code]).toEqual([200, code])
        }
      } finally {
        server.closeAllConnections()
        server.close()
      }
    })
  })
})

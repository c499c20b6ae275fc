import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { getCustomer, type ListedCustomer, listCustomers } from '../../../src/contract/customers.ts'
import { isPostgres } from '../../../src/server/db/dialect/dialect.ts'
import { PATIENT } from '../../time-outs.ts'
import { onEachDatabase } from '../databases.ts'
import { hoursAgo, putCustomer, putCustomers, signedInApp } from '../orders/harness.ts'

const codesOf = (rows: ListedCustomer[]) => rows.map((row) => row.code)

onEachDatabase((database) => {
  const get = (path: string) => signedInApp(database.db).get(`/api/v1/customers${path}`)
  const list = async (query: string): Promise<ListedCustomer[]> => {
    const answer = await get(query)
    const { rows, unreadable } = listCustomers.answer.parse(await answer.json())
    expect([answer.status, unreadable]).toEqual([200, 0])
    return rows
  }
  const find = async (query: string) => codesOf(await list(`?query=${encodeURIComponent(query)}`))

  beforeAll(async () => {
    const { db } = database
    const many = (prefix: string, count: number, parts: { name: string; company: string }) =>
      Array.from({ length: count }, (_, index) => ({ code: `${prefix}${index + 1}`, ...parts }))
    await putCustomers(db, many('F', 200, { name: 'Two Hundred', company: 'Brimful Ltd' }))
    await putCustomers(db, many('D', 400, { name: 'Four Hundred', company: 'Doubleday' }))
    await putCustomer(db, {
      code: '10482',
      infusion_key: 'HARBPLUM',
      name: "Wiremu O'Neill",
      company: 'Tāmaki Plumbing & Gas',
      phone: '09 555 0123',
      mobile: '+64 21 555 0188',
      email: 'WIREMU.ONEILL@EXAMPLE.COM',
      pricing: 'stop',
      street: '12 Lunn Avenue, Unit 3',
      suburb: 'Mount Wellington',
      city: 'Auckland',
      region: 'Auckland',
      postcode: '0610',
      is_rural: 1,
      last_login_at: hoursAgo(3),
      last_active_at: hoursAgo(2),
      last_ordered_at: hoursAgo(1),
      delivery_street: '4 Port Road',
      delivery_city: 'Whangārei',
      delivery_postcode: '0110',
      delivery_is_rural: 0,
    })
    await putCustomer(db, { code: 'A/1 #2%2F', name: 'Odd Code' })
  })

  describe('the list', () => {
    it('gives the newest first, two hundred to a page', async () => {
      const first = codesOf(await list(''))
      expect(first).toHaveLength(200)
      expect(first.slice(0, 3)).toEqual(['A/1 #2%2F', '10482', 'D400'])
      expect(codesOf(await list('?page=2'))[0]).toBe('D202')
      expect(codesOf(await list('?page=4'))).toEqual(['F2', 'F1'])
    })

    // LIST-4
    it.each([
      ['?query=brimful', [200, 0]],
      ['?query=doubleday', [200, 200, 0]],
      ['?page=1', [200]],
      ['?page=5', [0]],
      ['?page=500', [0]],
    ])('fills the pages of %s with %j', async (query, sizes) => {
      for (const [index, size] of sizes.entries()) {
        const page = query.includes('page=') ? '' : `&page=${index + 1}`
        expect(await list(`${query}${page}`)).toHaveLength(size)
      }
    })

    // CUS-1
    it.each([
      '10482',
      'harbplum',
      'wiremu',
      'O’NEILL',
      'oneill wiremu',
      'tamaki',
      'TĀMAKI gas',
      'plumbing & gas',
      '09 555 0123',
      '(09) 555-0123',
      '0215550188',
      '+64 21 555 0188',
      'wiremu.oneill@example.com',
      '  Wiremu ',
      'lunn avenue',
      'Mount Wellington',
      '0610',
      '12 Lunn unit 3',
      'port road whangarei',
      '0110',
      'tamaki auckland',
    ])('finds a customer by %j', async (query) => {
      expect(await find(query)).toEqual(['10482'])
    })

    it.each([
      ['a/1 #2', ['A/1 #2%2F']],
      ['od', ['A/1 #2%2F']],
      ['dd', []],
      ['stop', ['10482']],
      ['stop credit', ['10482']],
      ['retail', []],
      // Regions are not searched, because only the list of orders shows them.
      ['northland', []],
      ['%', []],
      ['_', []],
      ["' or 1=1 --", []],
      ['🐙', []],
      ['wiremu doubleday', []],
    ])('finds exactly the matching customers by %j', async (query, codes) => {
      expect(await find(query)).toEqual(codes)
    })

    it.each(['', '%20', '%20%09'])('takes the blank query %j as no search', async (query) => {
      expect(await list(`?query=${query}`)).toHaveLength(200)
    })

    it('gives each in the shape of the contract, and nothing else', async () => {
      const answer = await get('?query=10482')
      expect(await answer.json()).toEqual([
        {
          code: '10482',
          name: "Wiremu O'Neill",
          company: 'Tāmaki Plumbing & Gas',
          phone: '09 555 0123',
          mobile: '+64 21 555 0188',
          email: 'WIREMU.ONEILL@EXAMPLE.COM',
          pricing: 'stop',
          terms: 'cash',
          credit_stop: false,
          address: ADDRESS,
          ...ACTIVITY,
        },
      ])
    })

    it('contains a changed customer, and not a deleted one', async () => {
      const { id } = await putCustomer(database.db, { code: 'GONE', name: 'Kererū' })
      expect(await find('kereru')).toEqual(['GONE'])
      const change = { search_text: '  pukeko' }
      await database.db.updateTable('customers').set(change).where('id', '=', id).execute()
      expect([await find('kereru'), await find('pukeko')]).toEqual([[], ['GONE']])
      await database.db.deleteFrom('customers').where('id', '=', id).execute()
      expect(await find('pukeko')).toEqual([])
    })

    it.each([
      ['page=0', 'page'],
      [`query=${'x'.repeat(201)}`, 'query'],
      ['sort=name', 'sort'],
    ])('is refused with %s, naming the parameter', async (query, field) => {
      const answer = await get(`?${query}`)
      expect(answer.status).toBe(400)
      const message = expect.stringMatching(new RegExp(field, 'i'))
      expect(await answer.json()).toEqual({ success: false, message, field })
    })
  })

  describe('one customer', () => {
    // API-1
    it('is returned in the shape of the contract', async () => {
      const answer = await get('/10482')
      expect(answer.status).toBe(200)
      expect(await answer.json()).toEqual({
        code: '10482',
        infusion_key: 'HARBPLUM',
        name: "Wiremu O'Neill",
        company: 'Tāmaki Plumbing & Gas',
        phone: '09 555 0123',
        mobile: '+64 21 555 0188',
        email: 'WIREMU.ONEILL@EXAMPLE.COM',
        pricing: 'stop',
        terms: 'cash',
        credit_stop: false,
        address: ADDRESS,
        delivery_address: {
          street: '4 Port Road',
          suburb: null,
          city: 'Whangārei',
          region: null,
          postcode: '0110',
          is_rural: false,
          country: null,
        },
        ...ACTIVITY,
      })
    })

    it('is returned without unknown values', async () => {
      const answer = await get(`/${encodeURIComponent('A/1 #2%2F')}`)
      const body = await answer.json()
      expect(getCustomer.answer.parse(body).code).toBe('A/1 #2%2F')
      expect(body).toMatchObject({
        infusion_key: null,
        company: null,
        phone: null,
        mobile: null,
        email: null,
        address: { street: null, suburb: null, city: null, region: null, postcode: null },
        delivery_address: null,
        last_login_at: null,
        last_active_at: null,
        last_ordered_at: null,
      })
    })

    it.each(['1048', '104822', '%2010482', 'f1', 'A', 'A%2F1', 'A%2F1%20%232%2F', '%25'])(
      'is never a neighbour: %s',
      async (code) => {
        const answer = await get(`/${code}`)
        expect([answer.status, await answer.json()]).toEqual([
          404,
          { success: false, message: 'Failed to find customer details' },
        ])
      },
    )
  })
})

const ADDRESS = {
  street: '12 Lunn Avenue, Unit 3',
  suburb: 'Mount Wellington',
  city: 'Auckland',
  region: 'Auckland',
  postcode: '0610',
  is_rural: true,
  country: 'New Zealand',
}
const ACTIVITY = {
  created_at: hoursAgo(9999),
  updated_at: hoursAgo(9999),
  last_login_at: hoursAgo(3),
  last_active_at: hoursAgo(2),
  last_ordered_at: hoursAgo(1),
}

onEachDatabase((database) => {
  const list = async (query: string): Promise<ListedCustomer[]> => {
    const answer = await signedInApp(database.db).get(`/api/v1/customers?query=${query}`)
    return listCustomers.answer.parse(await answer.json()).rows
  }
  const codesOf = async (query: string) => (await list(query)).map(({ code }) => code)

  beforeAll(async () => {
    const parts = { name: 'Ana Tui' }
    const accounts = Array.from({ length: 20_000 }, (_, index) => ({
      code: `N${index}`,
      name: 'Ben Roto',
      company: `Hawkins ${index}`,
    }))
    await putCustomers(database.db, [
      { ...parts, code: 'H1', company: 'Hawkins' },
      ...accounts,
      { ...parts, code: 'K1', company: 'Kōwhai & Sons' },
      { ...parts, code: 'K2', company: 'Kowhai and Sons Whangārei' },
      { ...parts, code: 'K3', company: 'Kōwhai Sons' },
      { ...parts, code: 'K4', company: 'KŌWHAI SONS, NELSON' },
      { ...parts, code: 'K5', company: 'The Kowhai Sons' },
      { ...parts, code: 'K6', name: 'Kowhai Sons' },
      ...Array.from({ length: 204 }, (_, index) => ({
        code: `KS${index + 1}`,
        name: 'Kowhai Sons',
        company: `Sons of ${index}`,
      })),
    ])
    await sql`analyze`.execute(database.db)
  }, PATIENT.timeout)

  // CUS-7
  it('lists the company that was searched for first, then those that begin with it, then the newest', async () => {
    const pages = await Promise.all(
      ['kowhai+sons', 'kowhai+sons&page=2', 'kowhai+sons&page=3'].map((query) => codesOf(query)),
    )
    expect(pages.map(({ length }) => length)).toEqual([200, 10, 0])
    expect(pages[0]?.slice(0, 4)).toEqual(['K3', 'K1', 'K4', 'KS204'])
    expect(pages[1]?.slice(-3)).toEqual(['K6', 'K5', 'K2'])
    expect(new Set(pages.flat()).size).toBe(210)
    expect((await list('kowhai+sons'))[0]).toMatchObject({ name: 'Ana Tui', company: 'Kōwhai Sons' })
  })

  // CUS-7
  it('finds the oldest of 20,000 accounts first if it is the company that was searched for', async () => {
    expect((await codesOf('HAWKINS')).slice(0, 2)).toEqual(['H1', 'N19999'])
    expect((await codesOf('hawkins+19')).slice(0, 2)).toEqual(['N19', 'N19999'])
    expect(await codesOf('hawkins&page=101')).toEqual(['N0'])
  })

  it('reads a company by the index', async () => {
    const { db } = database
    const explain = isPostgres(db) ? sql`explain` : sql`explain query plan`
    const { rows } = await sql`${explain} select id from customers
      where company_key >= 'hawkins 19' and company_key < 'hawkins 19z'`.execute(db.reads.list)
    expect(JSON.stringify(rows)).toContain('customers_company')
  })
})

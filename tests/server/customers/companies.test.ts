import { sql } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import { type ListedCustomer, listCustomers } from '../../../src/contract/customers.ts'
import { isPostgres } from '../../../src/server/db/dialect/dialect.ts'
import { PATIENT } from '../../time-outs.ts'
import { onEachDatabase } from '../databases.ts'
import { putCustomers, signedInApp } from '../orders/harness.ts'

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

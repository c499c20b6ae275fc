import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { PROFILES } from '../../../src/server/import/profiles/all-profiles.ts'
import { exportsOnTest, fixtureText } from './exports-on-test.ts'

const { load } = exportsOnTest()

describe('an export', () => {
  it('may not name a column twice', async () => {
    const [header] = fixtureText('shopify-orders.csv').split('\n')
    expect((await load({ 'x.csv': `${header},Email\n` })).said).toEqual(['x.csv:1: Email: is there twice'])
  })

  it('may not contradict itself about one order', async () => {
    const text = fixtureText('xero-sales-invoices.csv').replace('PO 7781', 'PO 1')
    expect((await load({ 'x.csv': text })).said).toContain(
      'x.csv:3: Reference: is not what line 2 says of the same record',
    )
  })

  it('needs a code and a time for each order', async () => {
    const header = 'Name,Financial Status,Created at,Lineitem quantity,Lineitem name,Lineitem price'
    const text = [header, ',paid,2026-11-18,1,Pipe,1', '#1,paid,,1,Pipe,1'].join('\n')
    expect((await load({ 'x.csv': text })).said).toEqual([
      'x.csv:2: Name: is required',
      'x.csv:3: Created at: is required',
    ])
  })
})

it('the document names the columns by which each export is recognised', () => {
  const text = readFileSync(new URL('../../../docs/exports.md', import.meta.url), 'utf8')
  for (const { signs } of PROFILES) expect(text).toContain(signs.map((sign) => `\`${sign}\``).join(', '))
})

import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { Order } from '../../../src/contract/orders.ts'
import { PROFILES } from '../../../src/server/import/profiles/all-profiles.ts'
import { exportsOnTest, fixtureText } from './exports-on-test.ts'

const { load, order } = exportsOnTest()

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

  it('gets the zeros back that a spreadsheet removed from codes of customers and products', async () => {
    const outcome = await load({
      'customers.csv': 'code,name\n00482,Aroha\n00483,Tama\n483,Mere',
      'products.csv': 'code,name,price\n0012,Pipe,1\n0013,Seal,1\n00013,Tap,1',
      'x.csv': [
        'Co./Last Name,Invoice No.,Date,Card ID,Item Number,Quantity,Price',
        'Ngata,1,18/11/2026,482,12,1,5',
        'Ngata,1,18/11/2026,482,13,1,5',
        'Hohepa,2,18/11/2026,483,0012,1,5',
      ].join('\n'),
    })
    expect(outcome.said).toEqual([])
    expect(outcome.notes).toEqual([
      'x.csv:2: Card ID: has no zeros at the beginning, 482: read as 00482',
      'x.csv:2: Item Number: has no zeros at the beginning, 12: read as 0012',
    ])
    const codesOf = ({ customer, items }: Order) => [
      customer.code,
      ...items.map(({ product }) => product.code),
    ]
    // Two products have the code 13 but for zeros: neither is taken.
    expect(codesOf(await order('1'))).toEqual(['00482', '0012', '13'])
    expect(codesOf(await order('2'))).toEqual(['483', '0012'])
  })

  it('with an order that is too long for the memory is refused, with one fault about that', async () => {
    const lines = Array.from({ length: 60 }, () => `#1,paid,2026-11-18,1,${'x'.repeat(100_000)},1`)
    const header = 'Name,Financial Status,Created at,Lineitem quantity,Lineitem name,Lineitem price'
    const { said } = await load({ 'x.csv': [header, ...lines].join('\n') })
    expect(said.filter((fault) => !fault.endsWith('Lineitem name: may have at most 500 characters'))).toEqual(
      ['x.csv:51: belongs to a record of more than 5000000 characters'],
    )
  })

  it('with an order of more than 2000 items is refused, with one fault', async () => {
    const lines = Array.from({ length: 2010 }, () => '#1,paid,2026-11-18,1,Pipe,1')
    const header = 'Name,Financial Status,Created at,Lineitem quantity,Lineitem name,Lineitem price'
    expect((await load({ 'x.csv': [header, ...lines].join('\n') })).said).toEqual([
      'x.csv:2: may have at most 2000 items',
    ])
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

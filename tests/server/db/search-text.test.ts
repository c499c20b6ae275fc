import { describe, expect, it } from 'vitest'
import { customerSearchText } from '../../../src/server/customers/search-text.ts'
import { searchTerms } from '../../../src/server/db/search-text.ts'
import { referenceTerm, searchText } from '../../../src/server/orders/search-text.ts'
import { fc } from '../../properties.ts'

const NOTHING = {
  code: '',
  reference: null,
  name: '',
  company: null,
  email: null,
  phone: null,
  mobile: null,
  is_pickup: 0,
  freight_cents: 0,
  status: 'Ordered',
}
const ADDRESS = { street: "12 O'Neill Street", suburb: 'Ōtara', city: 'Auckland', postcode: '0610' }

describe('the search text', () => {
  it('holds every word once, folded, behind two spaces', () => {
    const order = {
      ...NOTHING,
      code: '104823',
      reference: 'PO 104823',
      name: "Māia O'Neill",
      company: 'Māia & Sons',
      email: 'MAIA@EXAMPLE.COM',
      phone: '(09) 555 0123',
      mobile: '+64 21 555-0188',
      ...ADDRESS,
    }
    expect(searchText(order)).toBe(
      '  po  104823  maia  oneill  sons  maiaexamplecom  095550123  0215550188  12  street  otara  auckland  0610',
    )
  })

  it.each([
    ['+64 (0)27 555-0858 ext 4', '  0275550858'],
    ['09 555 0123 / 0275550858', '  095550123  0275550858'],
    ['555 0123', '  5550123'],
    ['ask at the desk', '  askatthedesk'],
    ['', ''],
  ])('has the numbers in %j in their canonical form', (phone, text) => {
    expect(searchText({ ...NOTHING, phone })).toBe(text)
  })

  it.each([
    ['8915', '  po  8915'],
    ['PO 8915', '  po  8915'],
    ['PO-8915', '  po  8915  po8915'],
    ['P.O.# 8915', '  po  8915'],
    ['Port 7', '  po  port  7'],
    ['', ''],
  ])('has the reference %j as a PO', (reference, text) => {
    expect(searchText({ ...NOTHING, reference })).toBe(text)
  })

  it('finds the reference that starts so, and no other number', () => {
    const order = { ...NOTHING, code: '4160', reference: 'PO-4161', phone: '027 555 4162' }
    const has = (reference: string) => searchText(order).includes(referenceTerm(reference))
    expect(['4161', 'po 4161', '41', '4160', '4162', '161'].map(has)).toEqual([
      true,
      true,
      true,
      false,
      false,
      false,
    ])
  })

  it.each([
    [{ is_pickup: 1, freight_cents: 0 }, '  click  and  collect  pickup'],
    [{ is_pickup: 0, freight_cents: 1086 }, '  rural'],
    [{ is_pickup: 0, freight_cents: 695 }, ''],
    [{ status: 'Ready To Ship' }, ''],
    [{ status: 'On hold' }, '  onhold'],
    [{ status: 'Wc-processing' }, '  wcprocessing'],
    [{ status: 'HOLD' }, '  onhold'],
    [{ status: 'Canceled', freight_cents: 1086 }, '  rural  cancelled'],
    [{ status: 'Back-ordered' }, '  backordered'],
  ])('ends with the marks of %j', (marks, text) => {
    expect(searchText({ ...NOTHING, ...marks })).toBe(text)
  })

  it.each([
    ['stop', '  10482  stop  credit'],
    ['drip', '  10482'],
  ])('of a customer with the pricing %s ends with its mark', (pricing, text) => {
    expect(customerSearchText({ code: '10482', name: '', pricing })).toBe(text)
  })

  it('of a customer has the words of both addresses', () => {
    const own = { ...ADDRESS, delivery_street: '4 Port Road' }
    const customer = { code: '10482', name: 'Māia', pricing: 'retail', ...own }
    expect(customerSearchText({ ...customer, delivery_postcode: '0110' })).toBe(
      '  10482  maia  12  oneill  street  otara  auckland  0610  4  port  road  0110',
    )
  })
})

describe('search terms', () => {
  it.each([
    ['', []],
    [' \t ', []],
    ['"%_\\', []],
    ['Tāmaki  TAMAKI', ['tamaki']],
    ['te aroha', ['  te', 'aroha']],
    ['+64 21', ['021']],
    ['+64 (0)27 555-0858', ['0275550858']],
    ['027 555 0858', ['0275550858']],
    ['555 0858', ['555', '0858']],
    ['tamaki 027 555 0858', ['tamaki', '027', '555', '0858']],
  ])('of %j are %j', (query, terms) => {
    expect(searchTerms(query)).toEqual(terms)
  })

  it('are letters, digits and leading spaces, at least three characters each', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (query) => {
        for (const term of searchTerms(query))
          expect(term).toMatch(/^( {2}[\p{L}\p{N}]{1,2}|[\p{L}\p{N}]{3,})$/u)
      }),
    )
  })

  it('of a name are always found in the text of an order with that name', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (name) => {
        const text = searchText({ ...NOTHING, name })
        for (const term of searchTerms(name)) expect(text).toContain(term)
      }),
    )
  })
})

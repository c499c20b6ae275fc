import { describe, expect, it } from 'vitest'
import { searchTerms } from '../../../src/server/db/search-text.ts'
import { searchText } from '../../../src/server/orders/search-text.ts'
import { fc } from '../../properties.ts'

const NOTHING = { code: '', reference: null, name: '', company: null, email: null, phone: null, mobile: null }

describe('the search text', () => {
  it('holds every word once, folded, behind two spaces', () => {
    const order = {
      code: '104823',
      reference: 'PO 104823',
      name: "Māia O'Neill",
      company: 'Māia & Sons',
      email: 'MAIA@EXAMPLE.COM',
      phone: '(09) 555 0123',
      mobile: '+64 21 555-0188',
    }
    expect(searchText(order)).toBe('  104823  po  maia  oneill  sons  maiaexamplecom  095550123  0215550188')
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

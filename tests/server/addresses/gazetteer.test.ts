import { describe, expect, it } from 'vitest'
import { isRuralPostcode } from '../../../src/domain/freight/address.ts'
import { gazetteer } from '../../../src/server/addresses/gazetteer.ts'
import { RURAL_ROADS, URBAN_ROADS } from '../../../src/server/addresses/roads.ts'

const search = async (query: string) =>
  (await gazetteer.search(query)).map(({ full_address }) => full_address)

const QUEEN = '12 Queen Street, Auckland Central, Auckland 1010'

describe('the gazetteer', () => {
  it.each([
    ['12 Queen Street', QUEEN],
    ['12 que', QUEEN],
    ['12 QUEEN ST', QUEEN],
    ['12 Queen Street, Auckland Central, Auckland 1010', QUEEN],
    ['queen street 12', QUEEN],
    ['12 queen 1010', QUEEN],
    ['  12   queen,, ', QUEEN],
    ['7 port wha', '7 Port Road, Port Whangārei, Whangārei 0110'],
    ['7 port whangārei', '7 Port Road, Port Whangārei, Whangārei 0110'],
    ['240 boord cres', '240 Boord Crescent, Kumeū 0891'],
    ['3 boord kumeu', '3 Boord Crescent, Kumeū 0891'],
    ['5 sales', '5 Sales Road, Oxford 7495'],
    ['9 lincoln rd', '9 Lincoln Road, Henderson, Auckland 0610'],
    ['1 mcgregor', '1 McGregor Road, Waitōtara, Whanganui 4588'],
    ['61 hugo johnston dr 1061', '61 Hugo Johnston Drive, Penrose, Auckland 1061'],
  ])('finds for %j first %s', async (query, first) => {
    expect((await search(query))[0]).toBe(first)
  })

  it.each([
    '',
    '   ',
    ',',
    '241 queen',
    '0 queen',
    '12 14 queen',
    '12 nowhere',
    '12 queen dunedin',
    '12x queen',
    '🐙',
  ])('finds nothing for %j', async (query) => expect(await search(query)).toEqual([]))

  it('completes a partial house number', async () => {
    expect((await search('queen 2')).slice(0, 11)).toEqual(
      [2, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29].map((number) => QUEEN.replace('12', String(number))),
    )
  })

  it('distinguishes the number from a partial road', async () => {
    const found = await search('12 r')
    expect(found.length).toBeGreaterThan(5)
    expect(found.every((address) => address?.startsWith('12 '))).toBe(true)
  })

  it('is rural by postcode', async () => {
    for (const [roads, isRural] of [
      [URBAN_ROADS, false],
      [RURAL_ROADS, true],
    ] as const) {
      for (const [road, , , , postcode] of roads) {
        const [first] = await gazetteer.search(`1 ${road} ${postcode}`)
        expect(await gazetteer.find(first?.id ?? '')).toMatchObject({
          street: `1 ${road}`,
          postcode,
          is_rural: isRural,
        })
        expect(isRuralPostcode(postcode), road).toBe(isRural)
      }
    }
  })

  it('ranks roads of a name before roads in a place of that name', async () => {
    const found = await search('4 lincoln')
    expect(found[0]).toBe('4 Lincoln Road, Henderson, Auckland 0610')
    const port = await search('4 port')
    expect(port.slice(0, 2)).toEqual([
      '4 Port Road, Port Whangārei, Whangārei 0110',
      '4 Vickerman Street, Port Nelson, Nelson 7010',
    ])
  })

  it.each(['road', '12 auckland', 'a'])('gives no more than a screenful for %j', async (query) => {
    const found = await search(query)
    expect(found.length).toBeLessThanOrEqual(20)
    expect(new Set(found).size).toBe(found.length)
  })

  it('returns stable ids, each with its detail', async () => {
    const [queen] = await gazetteer.search('12 queen street')
    expect(queen?.id).toBe('queen-street-1010-12')
    expect(await gazetteer.find('queen-street-1010-12')).toEqual({
      street: '12 Queen Street',
      suburb: 'Auckland Central',
      city: 'Auckland',
      region: 'Auckland',
      postcode: '1010',
      is_rural: false,
    })
    expect(await gazetteer.find('boord-crescent-0891-1')).toMatchObject({ city: null, is_rural: true })
    for (const { id, full_address } of await gazetteer.search('road')) {
      const found = await gazetteer.find(id)
      expect(full_address?.split(',')[0]).toBe(found?.street)
    }
  })

  it.each([
    '',
    'x',
    '12',
    'queen-street-1010',
    'queen-street-1010-0',
    'queen-street-1010-241',
    'queen-street-1010-012',
  ])('has no address for %j', async (id) => expect(await gazetteer.find(id)).toBeNull())
})

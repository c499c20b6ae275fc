import { describe, expect, test } from 'vitest'
import type { PricingOption } from '../../../src/contract/consignments.ts'
import { courierInitials } from '../../../src/domain/freight/couriers.ts'
import { freightAnswer } from '../../../src/domain/freight/freight-options.ts'

const row = (parts: Partial<PricingOption> = {}): PricingOption => ({
  id: 'q1',
  provider_name: 'Post Haste',
  provider_slug: 'posthaste',
  cost: 4128,
  type: 'Rural',
  description: '2 working days',
  ...parts,
})

const part = (total: number) => ({ description: 'Part', total })

describe('the response', () => {
  test('keeps its order; the first of the cheapest is marked', () => {
    const { options } = freightAnswer([
      row(),
      row({ id: 'q2', cost: 3374 }),
      row({ id: 'q3', cost: 3374 }),
      row({ id: 'q4', cost: 9000 }),
    ])
    expect(options.map(({ id, cheapest }) => [id, cheapest])).toEqual([
      ['q1', false],
      ['q2', true],
      ['q3', false],
      ['q4', false],
    ])
  })

  // FRT-14
  test.each<[string, PricingOption[]]>([
    ['no id and no cost', [row({ id: null, cost: null, description: 'Too heavy' })]],
    ['a price that nobody can book', [row({ id: ' ', description: 'Too heavy' })]],
    ['a quote without a price', [row({ cost: null, description: 'Too heavy' })]],
  ])('with %s is a refusal', (_, rows) => {
    expect(freightAnswer(rows)).toEqual({
      options: [],
      refusals: [{ courier: 'Post Haste', reason: 'Too heavy' }],
    })
  })

  test.each<[Partial<PricingOption>, string, string]>([
    [{}, 'Post Haste', 'Rural, 2 working days'],
    [{ description: null }, 'Post Haste', 'Rural'],
    [{ type: ' ', description: null }, 'Post Haste', ''],
    [{ provider_name: null }, 'Post Haste', 'Rural, 2 working days'],
    [{ provider_name: null, provider_slug: null }, '—', 'Rural, 2 working days'],
  ])('%o is %s: %s', (parts, courier, service) => {
    expect(freightAnswer([row(parts)]).options).toMatchObject([{ courier, service, cheapest: true }])
  })

  test('may cost nothing', () => {
    expect(freightAnswer([row(), row({ id: 'q2', cost: 0 })]).options[1]).toMatchObject({
      cost: 0,
      cheapest: true,
    })
  })

  test.each<[string, PricingOption['breakdown'], number]>([
    ['that add up to it', [part(4000), part(128)], 2],
    ['that do not add up to it', [part(4000), part(127)], 0],
    ['with a credit', [part(5000), part(-872)], 2],
    ['that are absent', undefined, 0],
    ['that could not be read', [], 0],
  ])('explains a price by parts %s: %#', (_, breakdown, shown) => {
    const [option] = freightAnswer([row(breakdown ? { breakdown } : {})]).options
    expect(option?.breakdown).toHaveLength(shown)
  })

  test('may be empty', () => expect(freightAnswer([])).toEqual({ options: [], refusals: [] }))
})

test.each([
  ['nzcouriers', 'NZ Couriers', 'NZC'],
  ['PostHaste', '', 'PH'],
  ['swift', 'Swift Freight & Cargo Lines', 'SFC'],
  [null, 'Ōtara', 'ŌTA'],
  [null, '—', ''],
])('the mark of %s, %s is %s', (slug, courier, mark) => expect(courierInitials({ slug, courier })).toBe(mark))

import { describe, expect, test } from 'vitest'
import type { Conditions, CourierRule } from '../../../src/contract/courier-rules.ts'
import {
  type ConsignmentFacts,
  consignmentFacts,
  coveredBy,
  isSignatureRequired,
  optionByRule,
  refusalByRule,
  requirementsByRule,
  warningsByRule,
} from '../../../src/domain/freight/courier-rules.ts'
import type { FreightOption } from '../../../src/domain/freight/freight-options.ts'
import { fc } from '../../properties.ts'

const FACTS: ConsignmentFacts = {
  postcode: '7832',
  is_rural: true,
  weight_kg: 12,
  volume_m3: 0.08,
  longest_side_cm: 60,
  pricing: 'wholesale',
  customer: 'C-7',
  dangerous_goods: false,
}

const option = (id: string, slug: string | null, cost: number): FreightOption => ({
  id,
  slug,
  courier: slug ?? 'No name',
  cost,
  service: '',
  cheapest: false,
  breakdown: [],
})
const OPTIONS = [
  option('q1', 'posthaste', 1200),
  option('q2', 'nzpost', 1500),
  option('q3', 'nzpost', 1400),
  option('q4', null, 1300),
]
const NZ_POST: CourierRule = { name: 'always', courier: 'nzpost' }

const marked = (rules: CourierRule[], facts = FACTS, options = OPTIONS) =>
  optionByRule(rules, facts, options)?.option.id ?? null

describe('a rule', () => {
  test("marks its courier's cheapest option and says why", () => {
    expect(optionByRule([NZ_POST], FACTS, OPTIONS)).toEqual({
      option: OPTIONS[2],
      reason: 'rule: always → nzpost',
    })
  })

  test('finds its courier in any case', () => {
    expect(marked([{ ...NZ_POST, courier: ' NZPost' }])).toBe('q3')
  })

  test.each<[Conditions, boolean]>([
    [{}, true],
    [{ postcodes: ['7832'] }, true],
    [{ postcodes: ['7833'] }, false],
    [{ postcodes: ['0110', '7800-7832'] }, true],
    [{ postcodes: ['7832 - 7999'] }, true],
    [{ postcodes: ['7833-7999', '7000-7831'] }, false],
    [{ rural: true }, true],
    [{ rural: false }, false],
    [{ weight_kg: { over: 11.999 } }, true],
    [{ weight_kg: { over: 12 } }, false],
    [{ weight_kg: { up_to: 12 } }, true],
    [{ weight_kg: { up_to: 11.999 } }, false],
    [{ weight_kg: { over: 5, up_to: 15 } }, true],
    [{ longest_side_cm: { over: 59 } }, true],
    [{ longest_side_cm: { over: 60 } }, false],
    [{ volume_m3: { up_to: 0.08 } }, true],
    [{ volume_m3: { up_to: 0.07 } }, false],
    [{ pricing: ['retail', 'Wholesale'] }, true],
    [{ pricing: ['retail'] }, false],
    [{ rural: true, pricing: ['retail'] }, false],
    [{ customers: ['C-1', 'c-7'] }, true],
    [{ customers: ['C-77'] }, false],
    [{ dangerous_goods: false }, true],
    [{ dangerous_goods: true }, false],
  ])('with the conditions %j applies: %s', (when, applies) => {
    expect(marked([{ ...NZ_POST, when }])).toBe(applies ? 'q3' : null)
  })

  test.each([
    [undefined, 'q3'],
    [201, 'q3'],
    [200, 'q3'],
    [199, null],
    [0, null],
  ])('that accepts a difference of %s cents marks %s', (cents, id) => {
    expect(marked([{ ...NZ_POST, unless_cheaper_by_cents: cents }])).toBe(id)
  })

  test('does not compare with another option of its courier', () => {
    expect(marked([{ ...NZ_POST, unless_cheaper_by_cents: 0 }], FACTS, OPTIONS.slice(1, 3))).toBe('q3')
  })

  test('does not apply without a price of its courier', () => {
    const titus = { ...NZ_POST, name: 'first', courier: 'titus' }
    expect(marked([titus])).toBeNull()
    expect(marked([titus, NZ_POST])).toBe('q3')
    expect(marked([NZ_POST], FACTS, [])).toBeNull()
  })

  test('that comes first wins', () => {
    expect(marked([{ ...NZ_POST, name: 'first', courier: 'posthaste' }, NZ_POST])).toBe('q1')
  })
})

test('the facts are those of all pieces, and of the longest side of any', () => {
  const parcel = { id: '1', reference: '', package_type: null, height: 10, length: 20, width: 30 }
  const parcels = [
    { ...parcel, quantity: 2, weight: 5, volume: 0.012 },
    { ...parcel, quantity: 1, weight: 1.5, height: 140, volume: 0.084 },
  ]
  const known = { pricing: 'drip', dangerous_goods: true }
  expect(
    consignmentFacts({ customer_id: ' C-7 ', postcode: ' 7832 ', is_rural: true, parcels }, known),
  ).toEqual({
    postcode: '7832',
    is_rural: true,
    weight_kg: 11.5,
    volume_m3: 0.096,
    longest_side_cm: 140,
    pricing: 'drip',
    customer: 'C-7',
    dangerous_goods: true,
  })
  const none = consignmentFacts({ customer_id: '', postcode: '', is_rural: false, parcels: [] }, known)
  expect(none.longest_side_cm).toBe(0)
})

describe('rules that require and refuse (FRT-21)', () => {
  const NO_SOLVENT: CourierRule = {
    name: 'solvent',
    when: { dangerous_goods: true },
    refuse: ['nzpost', 'aramex'],
    warn: 'call first',
  }
  const ONLY: CourierRule = { name: 'Smith', when: { customers: ['C-7'] }, only: ['castleparcels'] }
  const SIGNED: CourierRule = { name: 'valuables', signature: true }
  const RULES = [NO_SOLVENT, ONLY, SIGNED]
  const solvent = { ...FACTS, dangerous_goods: true, customer: 'C-1' }

  test.each<[string, ConsignmentFacts, string | null]>([
    ['nzpost', solvent, 'rule: solvent → not by NZ Post'],
    [' Aramex', solvent, 'rule: solvent → not by Aramex'],
    ['posthaste', solvent, null],
    ['nzpost', FACTS, 'rule: Smith → not by NZ Post'],
    ['Unknown Carrier', FACTS, 'rule: Smith → not by Unknown Carrier'],
    ['castleparcels', FACTS, null],
    ['nzpost', { ...FACTS, customer: 'C-1' }, null],
    ['nzpost', { ...solvent, customer: 'C-7' }, 'rule: solvent → not by NZ Post'],
  ])('of %s', (courier, facts, reason) => {
    expect(refusalByRule(RULES, facts, courier)).toBe(reason)
  })

  test('say what they require, warnings first', () => {
    expect(requirementsByRule([SIGNED, ...RULES], { ...solvent, customer: 'C-7' })).toEqual([
      'rule: solvent → call first',
      'rule: valuables → signature required (only with GoSweetSpot)',
      'rule: solvent → not by NZ Post, Aramex',
      'rule: Smith → only by Castle Parcels',
      'rule: valuables → signature required (only with GoSweetSpot)',
    ])
    expect(warningsByRule(RULES, solvent)).toEqual(['rule: solvent → call first'])
    expect(warningsByRule(RULES, FACTS)).toEqual([])
  })

  test('require a signature only if they apply', () => {
    expect(isSignatureRequired(RULES, FACTS)).toBe(true)
    expect(isSignatureRequired([{ ...SIGNED, when: { dangerous_goods: true } }], FACTS)).toBe(false)
  })

  test('mark no option, and are covered by none', () => {
    expect(marked(RULES, solvent)).toBeNull()
    const warning = { ...NZ_POST, name: 'warning', warn: 'call first' }
    expect(coveredBy([NZ_POST, warning], 1)).toBeNull()
    expect(coveredBy([SIGNED, { ...SIGNED, name: 'again' }], 1)).toBeNull()
  })
})

describe('a rule is covered', () => {
  const far: CourierRule = { ...NZ_POST, name: 'far', when: { postcodes: ['7832', '7900-7950'] } }
  test.each<[string, CourierRule, CourierRule, boolean]>([
    ['by one without conditions', NZ_POST, far, true],
    ['not by one with more', far, NZ_POST, false],
    ['not by one of another courier', { ...NZ_POST, courier: 'titus' }, far, false],
    ['by a wider range', { ...NZ_POST, when: { postcodes: ['7800-7999'] } }, far, true],
    ['not by a narrower range', { ...NZ_POST, when: { postcodes: ['7832-7940'] } }, far, false],
    ['not by one of other customers', { ...NZ_POST, when: { customers: ['C-1'] } }, far, false],
    ['not by one for dangerous goods', { ...NZ_POST, when: { dangerous_goods: true } }, far, false],
    ['by wider limits', limited({ over: 5 }), limited({ over: 5, up_to: 9 }), true],
    ['not by narrower limits', limited({ over: 5, up_to: 9 }), limited({ over: 5 }), false],
    ['not by one that accepts less', { ...NZ_POST, unless_cheaper_by_cents: 100 }, far, false],
  ])('%s', (_, earlier, later, covered) => {
    expect(coveredBy([earlier, later], 1)).toBe(covered ? earlier : null)
  })

  function limited(weight_kg: { over?: number; up_to?: number }): CourierRule {
    return { ...NZ_POST, when: { weight_kg } }
  }
})

const slug = fc.constantFrom('nzpost', 'posthaste', 'aramex')
const limits = fc.record({ over: fc.nat(10), up_to: fc.integer({ min: 11, max: 30 }) }, { requiredKeys: [] })
const rule: fc.Arbitrary<CourierRule> = fc.record(
  {
    name: fc.string({ minLength: 1 }),
    courier: slug,
    when: fc.record(
      {
        postcodes: fc.array(fc.constantFrom('0600-6999', '7832', '7000-7999', '7800-7900'), { minLength: 1 }),
        rural: fc.boolean(),
        weight_kg: limits,
        pricing: fc.array(fc.constantFrom('retail', 'drip'), { minLength: 1 }),
        customers: fc.array(fc.constantFrom('C-1', 'C-2'), { minLength: 1 }),
        dangerous_goods: fc.boolean(),
      },
      { requiredKeys: [] },
    ),
    unless_cheaper_by_cents: fc.nat(400),
  },
  { requiredKeys: ['name', 'courier'] },
)
const facts: fc.Arbitrary<ConsignmentFacts> = fc.record({
  postcode: fc.constantFrom('0610', '7832', '7850', '7999', '9999'),
  is_rural: fc.boolean(),
  weight_kg: fc.nat(40),
  volume_m3: fc.constant(0.1),
  longest_side_cm: fc.constant(50),
  pricing: fc.constantFrom('retail', 'drip', 'stop'),
  customer: fc.constantFrom('C-1', 'C-2', ''),
  dangerous_goods: fc.boolean(),
})
const options = fc
  .array(fc.record({ slug, cost: fc.nat(2000) }), { maxLength: 6 })
  .map((rows) => rows.map(({ slug, cost }, index) => option(`q${index}`, slug, cost)))

describe('for any rules', () => {
  test('the marked option is one of the options, of the courier of a rule, and its cheapest', () => {
    fc.assert(
      fc.property(fc.array(rule), facts, options, (rules, consignment, all) => {
        const found = optionByRule(rules, consignment, all)
        if (!found) return
        expect(all).toContain(found.option)
        expect(rules.some(({ courier }) => courier === found.option.slug)).toBe(true)
        const own = all.filter((one) => one.slug === found.option.slug)
        expect(found.option.cost).toBe(Math.min(...own.map(({ cost }) => cost)))
      }),
    )
  })

  test('the order of the options does not change the courier and the price', () => {
    fc.assert(
      fc.property(fc.array(rule), facts, options, (rules, consignment, all) => {
        const one = optionByRule(rules, consignment, all)?.option
        const other = optionByRule(rules, consignment, [...all].reverse())?.option
        expect([other?.slug, other?.cost]).toEqual([one?.slug, one?.cost])
      }),
    )
  })

  test('a rule that does not apply by itself changes nothing', () => {
    fc.assert(
      fc.property(rule, fc.array(rule), facts, options, (first, rules, consignment, all) => {
        fc.pre(optionByRule([first], consignment, all) === null)
        expect(optionByRule([first, ...rules], consignment, all)).toEqual(
          optionByRule(rules, consignment, all),
        )
      }),
    )
  })

  test('a covered rule never applies', () => {
    fc.assert(
      fc.property(rule, rule, facts, options, (earlier, later, consignment, all) => {
        fc.pre(coveredBy([earlier, later], 1) !== null)
        expect(optionByRule([earlier, later], consignment, all)).toEqual(
          optionByRule([earlier], consignment, all),
        )
      }),
      { numRuns: 300 },
    )
  })
})

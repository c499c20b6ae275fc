import { beforeAll, expect, it } from 'vitest'
import type { CourierRule } from '../../../src/contract/courier-rules.ts'
import { onEachDatabase } from '../databases.ts'
import { putCustomer, signedInApp, TEST_CONFIG } from '../orders/harness.ts'

const RULES: CourierRule[] = [
  { name: 'rural', courier: 'nzpost', when: { rural: true }, unless_cheaper_by_cents: 300 },
]

onEachDatabase((database) => {
  const read = async (customer: string, courierRules: CourierRule[] | null = RULES) => {
    const app = signedInApp(database.db, undefined, { ...TEST_CONFIG, courierRules })
    const answer = await app.get(`/api/v1/courier-rules?customer=${customer}`)
    expect(answer.status).toBe(200)
    return answer.json()
  }
  beforeAll(() => putCustomer(database.db, { code: '40817', pricing: 'wholesale' }))

  it('sends the rules with the pricing of a customer', async () => {
    expect(await read('40817')).toEqual({ rules: RULES, customer: { pricing: 'wholesale' } })
  })

  it('has no pricing for an unknown customer', async () => {
    expect(await read('')).toEqual({ rules: RULES, customer: { pricing: null } })
  })

  it('has no rules without the setting', async () => {
    expect(await read('40817', null)).toMatchObject({ rules: [] })
  })
})

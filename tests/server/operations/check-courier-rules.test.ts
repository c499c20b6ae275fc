import { describe, expect, it } from 'vitest'
import { checkCourierRules } from '../../../src/server/operations/check-courier-rules.ts'
import type { Finding } from '../../../src/server/operations/findings.ts'
import { readConfig } from '../../../src/server/platform/config.ts'
import { rulesFiles } from '../platform/rules-files.ts'

const rulesFile = rulesFiles()

const told = (findings: readonly Finding[]) =>
  findings.map(({ check, needsAttention, detail }) => `${needsAttention ? '! ' : ''}${check}: ${detail}`)

describe('courier rules', () => {
  const look = (rules: unknown[], settings: Record<string, string> = {}) =>
    told(checkCourierRules(readConfig({ ...settings, COURIER_RULES: rulesFile(JSON.stringify(rules)) })))
  const GSS = { GSS_ACCESS_KEY: 'k', GSS_SITE_ID: '1' }
  const rural = { name: 'rural', courier: 'nzpost', when: { rural: true } }

  it('are not checked if there are none', () => {
    expect(checkCourierRules(readConfig({}))).toEqual([])
  })

  it('may each apply', () => {
    const rules = [rural, { ...rural, name: 'rural without NZ Post', courier: 'posthaste' }]
    expect(look(rules)).toEqual(['Courier rules: 2, each can apply.'])
  })

  it('are found that name an unknown courier', () => {
    expect(look([{ ...rural, courier: 'nzpots' }])).toEqual([
      "! Courier rules: rural: there is no courier 'nzpots'.",
    ])
  })

  it('are found that name a courier without prices', () => {
    const rules = [{ ...rural, courier: 'dhl' }]
    expect(look(rules)).toEqual([
      '! Courier rules: rural: it can never apply, because DHL gives no prices here.',
    ])
    expect(look(rules, GSS)).toEqual(['Courier rules: 1, each can apply.'])
  })

  it('are found that an earlier one covers', () => {
    const far = { ...rural, name: 'far', when: { rural: true, postcodes: ['9800-9899'] } }
    expect(look([rural, far])).toEqual([
      "! Courier rules: far: it can never apply, because 'rural' applies before it.",
    ])
    expect(look([far, rural])).toEqual(['Courier rules: 2, each can apply.'])
  })
})

import { describe, expect, it } from 'vitest'
import { readConfig, refuseWithoutChoice } from '../../../src/server/platform/config.ts'

const ENTRA = {
  ENTRA_TENANT_ID: '0f3c1d2e-4b5a-6978-8796-a5b4c3d2e1f0',
  ENTRA_CLIENT_ID: 'c',
  ENTRA_CLIENT_SECRET: 's',
}
const start = (settings: Record<string, string>) => () => refuseWithoutChoice(readConfig(settings))

describe('a start', () => {
  it.each([{ DEMO: 'off', COURIERS: 'simulated' }, { LOCAL_SIGN_IN: 'off' }])(
    'with %j is refused, because nobody chose who may sign in',
    (settings) => {
      expect(start(settings)).toThrow(/^Without the demo, set ENTRA_TENANT_ID, .*, or LOCAL_SIGN_IN=on .*\.$/)
    },
  )

  it('of a business without couriers is refused', () => {
    expect(start({ DEMO: 'off', ...ENTRA })).toThrow(
      /^With DEMO=off, set GSS_ACCESS_KEY and GSS_SITE_ID .*, or COURIERS=simulated .*\.$/,
    )
  })

  it.each([
    {},
    { DEMO: 'off', LOCAL_SIGN_IN: 'on', COURIERS: 'simulated' },
    { DEMO: 'off', ...ENTRA, GSS_ACCESS_KEY: 'k', GSS_SITE_ID: '1' },
  ])('with %j is allowed', (settings) => {
    expect(start(settings)).not.toThrow()
  })
})

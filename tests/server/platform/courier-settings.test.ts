import { describe, expect, it } from 'vitest'
import { readConfig } from '../../../src/server/platform/config.ts'

const ACCOUNT = { GSS_ACCESS_KEY: 'k', GSS_SITE_ID: '4180' }
const BAGS = {
  a5: 'GSS A5',
  bug_bronze: 'Bug Bronze',
  bug_silver: 'Bug Silver',
  bug_plat: 'Bug Plat',
  bug_tim: 'Bug Tim',
}

describe('the settings of GoSweetSpot', () => {
  it('take one site for both branches', () => {
    expect(readConfig(ACCOUNT).goSweetSpot).toEqual({
      accessKey: 'k',
      siteIds: { auckland: '4180', christchurch: '4180' },
      supportEmail: null,
      url: 'https://api.gosweetspot.com',
      isSignatureRequired: false,
      labelFormat: '100x175',
      bagNames: BAGS,
      webhookSecret: null,
    })
  })

  it('take signature, label format, names of bags and the secret of the webhook', () => {
    const settings = {
      ...ACCOUNT,
      GSS_SIGNATURE: 'required',
      GSS_LABEL_FORMAT: 'A4',
      GSS_BAGS: ' a5 = GSS A5 Satchel,bug_tim=Tim 2',
      GSS_WEBHOOK_SECRET: ' 0123456789abcdef\n',
    }
    expect(readConfig(settings).goSweetSpot).toMatchObject({
      isSignatureRequired: true,
      labelFormat: 'A4',
      bagNames: { ...BAGS, a5: 'GSS A5 Satchel', bug_tim: 'Tim 2' },
      webhookSecret: '0123456789abcdef',
    })
  })

  it.each([
    [{ GSS_SIGNATURE: 'on' }, "GSS_SIGNATURE must be 'required' where it is set."],
    [{ GSS_LABEL_FORMAT: '4x6' }, 'GSS_LABEL_FORMAT must be one of 100x175, 100x150, A4, ZPL.'],
    [{ GSS_BAGS: 'a4=GSS A4' }, /^GSS_BAGS must be like a5=GSS A5, .* a5, bug_bronze, /],
    [{ GSS_BAGS: 'custom=Box' }, /^GSS_BAGS must be like/],
    [{ GSS_BAGS: 'a5' }, /^GSS_BAGS must be like/],
    [{ GSS_BAGS: 'a5=' }, /^GSS_BAGS must be like/],
    [{ GSS_BAGS: 'a5=A,' }, /^GSS_BAGS must be like/],
    [{ GSS_WEBHOOK_SECRET: 'short' }, 'GSS_WEBHOOK_SECRET must have at least 16 characters.'],
  ])('%j are refused in one sentence', (settings, message) => {
    expect(() => readConfig({ ...ACCOUNT, ...settings })).toThrow(message)
  })
})

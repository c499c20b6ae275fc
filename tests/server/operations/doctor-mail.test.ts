import { expect, it } from 'vitest'
import { checkMail, checkSettings } from '../../../src/server/operations/doctor.ts'
import { applicationTokens } from '../../../src/server/outbox/microsoft-tokens.ts'
import {
  type MailConfig,
  type MicrosoftApplication,
  readConfig,
} from '../../../src/server/platform/config.ts'
import { APPLICATION, MAILBOX, startMicrosoft } from '../outbox/microsoft.ts'

const BUSINESS = {
  DEMO: 'off',
  ENTRA_TENANT_ID: APPLICATION.tenantId,
  ENTRA_CLIENT_ID: APPLICATION.clientId,
  ENTRA_CLIENT_SECRET: APPLICATION.clientSecret,
  SMTP_FROM: MAILBOX,
}
const configOf = (env: Record<string, string>) => readConfig({ ...BUSINESS, ...env })

it.each<[Record<string, string>, string[]]>([
  [
    { SMTP_URL: 'smtp://orders%40example.com:secret@smtp.office365.com:587' },
    [
      'SMTP_URL signs in to smtp.office365.com with a password. Microsoft disables that by default at the end of December 2026; an administrator can enable it again. Set MAIL=graph or SMTP_AUTH=xoauth2.',
    ],
  ],
  [{ SMTP_URL: 'smtp://orders%40example.com@smtp.office365.com:587', SMTP_AUTH: 'xoauth2' }, []],
  [{ SMTP_URL: 'smtp://orders:secret@mail.example:587' }, []],
  [{ MAIL: 'graph' }, []],
])('finds of %j: %j', (env, found) => {
  const details = checkSettings(configOf(env)).filter(({ check }) => check === 'E-mail')
  expect(details.map(({ detail }) => detail)).toEqual(found)
})

it('reports that Microsoft issues no token to send e-mails', async () => {
  const microsoft = await startMicrosoft()
  const tokensOf = (application: MicrosoftApplication, kind: MailConfig['kind']) =>
    applicationTokens(application, kind, microsoft.url)
  const check = (env: Record<string, string>) => checkMail(configOf(env), tokensOf)
  expect(await check({ SMTP_URL: 'smtp://mail.example' })).toEqual([])
  expect(await check({ MAIL: 'graph' })).toEqual([
    { check: 'E-mail', needsAttention: false, detail: 'Microsoft issues a token for the application.' },
  ])
  const description = 'AADSTS7000222: The provided client secret keys are expired.'
  microsoft.script.token = () => ({ status: 401, error: 'invalid_client', description })
  expect(await check({ MAIL: 'graph' })).toEqual([
    { check: 'E-mail', needsAttention: true, detail: `Microsoft issued no token: ${description}` },
  ])
  await microsoft.stop()
})

import { expect, it } from 'vitest'
import { checkSettingNames } from '../../../src/server/operations/check-setting-names.ts'
import { Settings } from '../../../src/server/platform/settings.ts'
import { runCommand } from './run-command.ts'

const details = (...names: string[]) =>
  checkSettingNames(Object.fromEntries(names.map((name) => [name, 'secret-value']))).map(
    ({ detail, needsAttention }) => [needsAttention, detail],
  )

it.each([
  ['ENTRA_TENNANT_ID', 'ENTRA_TENANT_ID'],
  ['ADRESSFINDER_KEY', 'ADDRESSFINDER_KEY'],
  ['SMTP_FORM', 'SMTP_FROM'],
  ['WEBHOOKS_URL', 'WEBHOOK_URL'],
  ['DATABASE_URI', 'DATABASE_URL'],
  ['Demo', 'DEMO'],
  ['data_dir', 'DATA_DIR'],
])('recognises %s as a misspelt %s', (name, meant) => {
  expect(details(name)).toEqual([[true, `${name} is ignored: ${meant} may be meant.`]])
})

it.each(['SMTP_HOST', 'GSS_KEY', 'ENTRA_DOMAIN'])('recognises that %s is none of its family', (name) => {
  expect(details(name)).toEqual([
    [true, `${name} is ignored: there is no such setting (see docs/operations.md).`],
  ])
})

it('finds nothing in the settings themselves and in variables of other programs', () => {
  expect(details(...Object.keys(Settings.shape))).toEqual([])
  const others = ['PATH', 'HOME', 'HOSTNAME', 'NODE_ENV', 'POST', 'PRINTER', 'PGPASSWORD', 'LANG', 'TERM']
  expect(details(...others, 'npm_config_cache', 'LOG_DIR', 'INVOCATION_ID', 'JOURNAL_STREAM')).toEqual([])
})

it('is part of the doctor', async () => {
  const settings = { SMTP_URL: 'smtp://mail.example', SMTP_FORM: 'orders@example.com' }
  const { code, output } = await runCommand('doctor', [], settings)
  expect(code).toBe(1)
  expect(output).toMatch(/^Settings +attention +SMTP_FROM must be set too: /m)
  expect(output).toMatch(/^Settings +attention +SMTP_FORM is ignored: SMTP_FROM may be meant\.$/m)
  expect(output).not.toContain('orders@example.com')
})

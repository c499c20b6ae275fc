import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { databaseFile } from '../../../src/server/db/connection.ts'
import { timestamp } from '../../../src/server/db/times.ts'
import {
  checkCartons,
  checkCourierRules,
  checkCouriers,
  checkData,
  checkDatabaseFiles,
  checkPostgres,
  checkSettingNames,
  checkSettings,
  checkWatchFolder,
  type Finding,
} from '../../../src/server/operations/doctor.ts'
import { readConfig } from '../../../src/server/platform/config.ts'
import { SETTING_NAMES } from '../../../src/server/platform/setting-descriptions.ts'
import { connectEndpoints, disableEndpoint } from '../../../src/server/webhooks/store.ts'
import { writeEvent } from '../../../src/server/webhooks/write-event.ts'
import { PATIENT } from '../../time-outs.ts'
import { keepAll, refusedOrder } from '../arrivals/harness.ts'
import { payloadFor } from '../consignments/payload-for.ts'
import { KEY, SITE, startGateway } from '../couriers/stand-in-gateway.ts'
import { onEachDatabase } from '../databases.ts'
import { importFolder } from '../import/harness.ts'
import { clock, NOW, putCustomer, putOrders } from '../orders/harness.ts'
import { rulesFiles } from '../platform/rules-files.ts'
import { AS_MERE, sessionsOf } from '../sign-in/console-app.ts'
import { openNew } from '../templates.ts'
import { SECRET } from '../webhooks/webhooks-on-test.ts'
import { runCommand } from './run-command.ts'

const MINUTE = 60_000
const TENANT = '0f3c1d2e-4b5a-6978-8796-a5b4c3d2e1f0'
const ENTRA = { ENTRA_TENANT_ID: TENANT, ENTRA_CLIENT_ID: 'c', ENTRA_CLIENT_SECRET: 's' }
/** A complete business without findings. */
const WELL = {
  ...ENTRA,
  DEMO: 'off',
  PUBLIC_URL: 'https://console.example',
  TRUSTED_PROXY: '10.0.0.1',
  SMTP_URL: 'smtps://mail.example',
  SMTP_FROM: 'orders@example.com',
  ADDRESSFINDER_KEY: 'k',
  ADDRESSFINDER_SECRET: 's',
  GSS_ACCESS_KEY: 'k',
  GSS_SITE_ID: '1',
}

const told = (findings: readonly Finding[]) =>
  findings.map(({ check, needsAttention, detail }) => `${needsAttention ? '! ' : ''}${check}: ${detail}`)

describe('settings', () => {
  it.each<[string, Record<string, string>, string[]]>([
    ['the demo', {}, ['Settings: DEMO is on: sign-in, addresses and couriers are simulated.']],
    ['a business', WELL, ['Settings: Nothing looks wrong.']],
    [
      'the demo of a business',
      { ...WELL, DEMO: 'on' },
      ['! Settings: DEMO is on with Microsoft sign-in: set DEMO=off for a business.'],
    ],
    [
      'a business without a choice of sign-in',
      { ...WELL, ENTRA_TENANT_ID: '', ENTRA_CLIENT_ID: '', ENTRA_CLIENT_SECRET: '', PUBLIC_URL: '' },
      ['! Sign-in: Neither the ENTRA_ settings nor LOCAL_SIGN_IN is set: the server does not start.'],
    ],
    [
      'a business with nothing but its couriers and local sign-in',
      { DEMO: 'off', LOCAL_SIGN_IN: 'on', GSS_ACCESS_KEY: 'k', GSS_SITE_ID: '1' },
      [
        '! Sign-in: Anyone on this machine signs in with one press: set the ENTRA_ settings.',
        '! E-mail: SMTP_URL is not set: e-mails stay queued.',
        '! Addresses: ADDRESSFINDER_KEY is not set: house numbers are invented.',
      ],
    ],
    [
      'no https',
      { ...WELL, PUBLIC_URL: 'http://console.example' },
      ['! Sign-in: PUBLIC_URL is not https: Microsoft redirects to no other address.'],
    ],
    [
      'a proxy that is not trusted',
      { ...WELL, TRUSTED_PROXY: '' },
      ['! Rate limits: TRUSTED_PROXY is not set: all clients of a proxy share one limit.'],
    ],
    [
      'a receiver of events without https',
      { ...WELL, WEBHOOK_URL: 'http://10.0.0.9/hooks', WEBHOOK_SECRET: SECRET },
      ['! Webhooks: WEBHOOK_URL is not https: others can read the events on their way.'],
    ],
    [
      'receivers of events that nobody overhears',
      {
        ...WELL,
        WEBHOOK_URL: 'https://shop.example/hooks, http://127.0.0.1:8080/hooks',
        WEBHOOK_SECRET: SECRET,
      },
      ['Settings: Nothing looks wrong.'],
    ],
    [
      'simulated couriers',
      {
        ...WELL,
        ...{ GSS_ACCESS_KEY: '', GSS_SITE_ID: '', COURIERS: 'simulated' },
        AUCKLAND_SENDER_NAME: 'Harbour Supplies',
        AUCKLAND_SENDER_PHONE: '09 555 0100',
        AUCKLAND_SENDER_ADDRESS: '1 Example Road, Penrose, Auckland 1061',
      },
      [
        '! Couriers: COURIERS is simulated: no booking is real.',
        '! Labels: Christchurch has no sender on its labels.',
      ],
    ],
  ])('of %s', (_, settings, findings) => {
    expect(told(checkSettings(readConfig(settings)))).toEqual(findings)
  })
})

onEachDatabase((database) => {
  const look = async (imageHosts: string[] = []) =>
    told(await checkData({ db: database.db, clock, config: { imageHosts } }))
  const attentions = async (imageHosts?: string[]) =>
    (await look(imageHosts)).filter((line) => line.startsWith('!'))
  const tables = ['claims', 'outbox', 'sessions', 'products', 'consignments', 'arrivals'] as const
  afterEach(async () => {
    for (const table of tables) await database.db.deleteFrom(table).execute()
  })

  it('has no findings for a database without pending work', async () => {
    expect(await look()).toEqual([
      'Tables: Up to date.',
      'Open claims: None.',
      'Deletions: None.',
      'Queued e-mails: None.',
      'Undelivered events: None.',
      'Arrivals: None.',
      'Changes of the shop: None.',
      'Failed e-mails: 0 given up in the last day.',
      'Failed events: 0 given up in the last day.',
      'Status words: All known.',
      'Sessions: 0 open, of 0 staff.',
      'Product photos: 0, of allowed hosts.',
    ])
  })

  it.each([
    ['claim', 4, []],
    ['claim', 6, ['! Open claims: 1, the oldest 6 min old.']],
    ['e-mail', 14, []],
    ['e-mail', 16, ['! Queued e-mails: 1, the oldest 16 min old.']],
    ['failure', 23 * 60, ['! Failed e-mails: 1 given up in the last day.']],
    ['failure', 25 * 60, []],
  ])('looks at a %s of %i minutes', async (what, minutes, findings) => {
    const at = timestamp(NOW - minutes * MINUTE)
    if (what === 'claim') {
      const payload = JSON.stringify(payloadFor(''))
      const claim = {
        quote_id: 'q',
        order_code: null,
        payload,
        holder: 'h',
        leased_until: at,
        claimed_at: at,
      }
      await database.db
        .insertInto('claims')
        .values({ ...claim, staff_id: 's', staff_name: 'S' })
        .execute()
    } else {
      const failed_at = what === 'failure' ? at : null
      const mail = { recipient: 'a@example.com', subject: '', body: '', created_at: at, failed_at }
      await database.db.insertInto('outbox').values(mail).execute()
    }
    expect(await attentions()).toEqual(findings)
  })

  it('checks for arrivals that have waited for more than a day', async () => {
    await keepAll(database.db, [refusedOrder()], timestamp(NOW - 1439 * MINUTE))
    expect(await look()).toContain('Arrivals: 1, the oldest 1439 min old.')
    await keepAll(database.db, [refusedOrder({ source: 'Xero' })], timestamp(NOW - 1500 * MINUTE))
    expect(await attentions()).toEqual(['! Arrivals: 2, the oldest 1500 min old.'])
  })

  it('checks for events that are pending, given up or for a disabled endpoint', async () => {
    const { db } = database
    const url = 'https://shop.example/hooks'
    const [endpoint] = await connectEndpoints(db, [url], NOW)
    if (!endpoint) throw new Error('There is no endpoint.')
    const write = (subject: string, minutes: number) =>
      db
        .transaction()
        .execute((within) =>
          writeEvent(within, { type: 'order.paid', subject, at: NOW - minutes * MINUTE }, async () => ({})),
        )
    await write('1', 14)
    expect(await attentions()).toEqual([])
    await write('2', 16)
    expect(await attentions()).toEqual(['! Undelivered events: 2, the oldest 16 min old.'])
    await db
      .updateTable('webhook_deliveries')
      .set({ failed_at: timestamp(NOW) })
      .execute()
    expect(await attentions()).toEqual(['! Failed events: 2 given up in the last day.'])
    await disableEndpoint(db, endpoint, NOW)
    expect(await attentions()).toContain(
      `! Webhooks: ${url} answered 410 and is disabled: npm run webhooks -- enable ${url}`,
    )
    await connectEndpoints(db, [], NOW)
    await db.updateTable('webhook_deliveries').set({ failed_at: null }).execute()
    expect(await attentions()).toEqual([])
  })

  // ORD-40
  it('lists the status words of open orders that mean nothing here', async () => {
    expect(await look()).toContain('Status words: All known.')
    const sent = { status: 'Posted', shipped_at: timestamp(NOW) }
    const words = ['Bananas', 'Bananas', 'Cancelled', 'On Hold', 'Ordered', 'Backordered']
    await putOrders(database.db, await putCustomer(database.db, { code: 'words' }), [
      ...words.map((status, index) => ({ code: `W${index}`, status })),
      { code: 'W', ...sent },
    ])
    expect(await look()).toContain(
      'Status words: These neither stop nor hold an order: Bananas (2), Backordered (1).',
    )
    await database.db.deleteFrom('orders').where('code', 'like', 'W%').execute()
  })

  it('counts sessions, and finds those of a clock that was ahead', async () => {
    await sessionsOf(database.db, clock, 'local').begin(AS_MERE, '')
    await sessionsOf(database.db, clock, 'local').begin(AS_MERE, '')
    expect(await look()).toContain('Sessions: 2 open, of 1 staff.')
    await sessionsOf(database.db, () => NOW + 60 * MINUTE, 'local').begin(AS_MERE, '')
    expect(await attentions()).toEqual([
      '! Sessions: 3 open, of 1 staff; 1 last seen in the future: check the clocks.',
    ])
  })

  it('names hosts of photos that are not allowed', async () => {
    const product = { name: '', description: '', price_cents: 1, created_at: timestamp(NOW), search_text: '' }
    const urls = ['https://images.example/1.png', 'https://a.cdn.example/2.png', 'no address', null]
    for (const [index, image_url] of urls.entries()) {
      await database.db
        .insertInto('products')
        .values({ ...product, code: `P${index}`, updated_at: timestamp(NOW), image_url })
        .execute()
    }
    expect(await attentions(['*.cdn.example'])).toEqual([
      '! Product photos: IMAGE_HOSTS lacks images.example.',
    ])
    expect(await attentions(['images.example', '*.cdn.example'])).toEqual([])
  })

  it('neither checks nor changes tables of another version', async () => {
    const version = database.db.deleteFrom('schema_migrations').where('name', '=', '0010-deletions')
    await version.execute()
    expect(await look()).toEqual(['! Tables: Not up to date: start the server to apply 0010-deletions.'])
    await database.db
      .insertInto('schema_migrations')
      .values({ name: '0010-deletions', applied_at: timestamp(NOW) })
      .execute()
  })

  it('reports the state of the database', async () => {
    const { databaseUrl, dataDir } = database.place
    const findings = databaseUrl === null ? checkDatabaseFiles(dataDir) : await checkPostgres(database.db)
    expect(told(findings)[0]).toMatch(/^Integrity: (Pages, indexes and references are whole|PostgreSQL )/)
  })

  it('as a command exits with 1 if something needs attention, otherwise with 0', async () => {
    const { databaseUrl, dataDir } = database.place
    const settings = databaseUrl === null ? { DATA_DIR: dataDir } : { DATABASE_URL: databaseUrl }
    // Others may list the folder of the tests, so this one is made private.
    if (databaseUrl === null) chmodSync(dataDir, 0o700)
    const well = await runCommand('doctor', [], settings)
    expect(well.output).toMatch(/^Check +State +Detail\nSettings +ok +DEMO is on/)
    expect(well.code).toBe(0)
    const mail = { recipient: 'a@example.com', subject: '', body: '', created_at: '2026-01-01T00:00:00.000Z' }
    await database.db.insertInto('outbox').values(mail).execute()
    const ill = await runCommand('doctor', [], settings)
    expect(ill.output).toMatch(/^Queued e-mails +attention +1, the oldest \d+ min old\.$/m)
    expect(ill.code).toBe(1)
  })
})

describe('the files of the embedded database', () => {
  let folder = ''
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'console-doctor-'))
    const db = await openNew(folder)
    const customer = await putCustomer(db, { code: '1' })
    await putOrders(db, customer, [{ code: '104823' }])
    await db.destroy()
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  it('are found readable by others', () => {
    chmodSync(folder, 0o755)
    expect(told(checkDatabaseFiles(folder))).toContain(
      `! Files: Other users may read ${folder}: chmod go= removes that.`,
    )
  })

  it('are found with a row that refers to none', async () => {
    const database = new DatabaseSync(databaseFile(folder), { enableForeignKeyConstraints: false })
    database.exec('delete from customers')
    database.close()
    expect(told(checkDatabaseFiles(folder))[0]).toMatch(
      /^! Integrity: 1 fault, the first: orders 1 customers/,
    )
  })

  it('are found damaged, and left as they are', async () => {
    const bytes = readFileSync(databaseFile(folder))
    bytes.fill(0xab, 8192, 40_960)
    writeFileSync(databaseFile(folder), bytes)
    const { code, output } = await runCommand('doctor', [], { DATA_DIR: folder })
    expect([code, output]).toEqual([
      1,
      expect.stringMatching(/^Integrity +attention +.+\. Restore a backup\.$/m),
    ])
    expect(readFileSync(databaseFile(folder)).equals(bytes)).toBe(true)
  })

  it('are not created if there are none', async () => {
    const none = join(folder, 'none')
    const { code, output } = await runCommand('doctor', [], { DATA_DIR: none })
    expect([code, output]).toEqual([
      1,
      expect.stringMatching(/^Database +attention +DATA_DIR .*none holds no/m),
    ])
    expect(statSync(none, { throwIfNoEntry: false })).toBeUndefined()
  })
})

describe('names of settings', () => {
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
      [true, `${name} is ignored: there is no such setting (see docs/generated/settings.md).`],
    ])
  })

  it('finds nothing in the settings themselves and in variables of other programs', () => {
    expect(details(...SETTING_NAMES)).toEqual([])
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
})

describe('the watched folder', () => {
  const folder = importFolder()
  const check = 'Watched folder'

  it('the doctor reports files of the watched folder that were refused', () => {
    expect(checkWatchFolder(null)).toEqual([])
    mkdirSync(folder.path('refused'))
    expect(checkWatchFolder(folder.folder)).toEqual([
      { check, needsAttention: false, detail: 'No file was refused.' },
    ])
    for (const name of ['orders.csv', 'orders.csv.faults.txt'])
      writeFileSync(folder.path(`refused/${name}`), '')
    const detail = '1 refused file, such as orders.csv: the lists beside them name the faults.'
    expect(checkWatchFolder(folder.folder)).toEqual([{ check, needsAttention: true, detail }])
  })

  it('the doctor reports a watched folder that cannot be read', PATIENT, async () => {
    const settings = { DATA_DIR: folder.path('data'), WATCH_DIR: folder.path('none') }
    const { code, output } = await runCommand('doctor', [], settings)
    expect(output).toMatch(/^Watched folder +attention +WATCH_DIR cannot be read: /m)
    expect(code).toBe(1)
  })
})

const rulesFile = rulesFiles()

// PACK-1
describe('cartons', () => {
  const look = (couriers: string[]) => {
    const carton = { name: 'Satchel', height_cm: 2, length_cm: 22, width_cm: 16, couriers }
    return told(checkCartons(readConfig({ CARTONS: rulesFile(JSON.stringify([carton])) })))
  }

  it('are not checked if there are none', () => expect(checkCartons(readConfig({}))).toEqual([]))

  it('are found that are for a courier that is unknown or gives no prices', () => {
    expect(look(['nzpost'])).toEqual(['Cartons: 1, each can be booked.'])
    expect(look(['nzpost', 'nzpots'])).toEqual(["! Cartons: Satchel: there is no courier 'nzpots'."])
    expect(look(['dhl'])).toEqual([
      '! Cartons: Satchel: it can never apply, because DHL gives no prices here.',
    ])
  })
})

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

  it('are found that refuse a courier that may be one of the gateway', () => {
    expect(look([{ name: 'solvent', refuse: ['mainfreight'] }], GSS)).toEqual([
      "! Courier rules: solvent: 'mainfreight' is no courier that is known here: it applies only if GoSweetSpot calls one so.",
    ])
  })

  it('are found that require a signature nobody asks for', () => {
    const valuables = { name: 'valuables', signature: true }
    expect(look([valuables])).toEqual([
      '! Courier rules: valuables: only GoSweetSpot asks for a signature, and it is not set up.',
    ])
    expect(look([valuables], GSS)).toEqual(['Courier rules: 1, each can apply.'])
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

it('reports bags that the account does not have', async () => {
  const gateway = await startGateway()
  const settings = { GSS_ACCESS_KEY: KEY, GSS_SITE_ID: SITE, GSS_BASE_URL: gateway.url }
  expect(await checkCouriers(readConfig({}))).toEqual([])
  expect(await checkCouriers(readConfig(settings))).toEqual([
    {
      check: 'Couriers',
      needsAttention: true,
      detail: expect.stringMatching(/^GoSweetSpot site 4180 has no stock size "Bug Tim" for bug_tim: /),
    },
  ])
  expect(await checkCouriers(readConfig({ ...settings, GSS_BAGS: 'bug_tim=Castle Max Pack' }))).toEqual([
    { check: 'Couriers', needsAttention: false, detail: 'GoSweetSpot has a stock size for every bag.' },
  ])
  await gateway.stop()
  expect(await checkCouriers(readConfig(settings))).toEqual([
    {
      check: 'Couriers',
      needsAttention: true,
      detail: expect.stringMatching(/^GoSweetSpot could not be checked: /),
    },
  ])
})

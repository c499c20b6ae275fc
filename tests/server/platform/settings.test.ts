import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it, test } from 'vitest'
import { DEFAULT_CUT_OFFS } from '../../../src/domain/freight/cut-off.ts'
import { checkPrinters } from '../../../src/server/operations/doctor.ts'
import { readConfig } from '../../../src/server/platform/config.ts'
import { parsePostgresAddress } from '../../../src/server/platform/postgres-address.ts'
import { ConfigError } from '../../../src/server/platform/settings.ts'
import { startFakePrinter } from '../printing/fake-printer.ts'
import { rulesFiles } from './rules-files.ts'

describe('courier settings', () => {
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
      expect(readConfig(ACCOUNT).accounts.goSweetSpot).toEqual({
        accessKey: 'k',
        siteIds: { auckland: '4180', christchurch: '4180' },
        supportEmail: null,
        url: 'https://api.gosweetspot.com',
        isSignatureRequired: false,
        labelFormat: '100x175',
        bagNames: BAGS,
        webhookSecret: null,
        readsOrders: false,
        orderPrefix: null,
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
      expect(readConfig(settings).accounts.goSweetSpot).toMatchObject({
        isSignatureRequired: true,
        labelFormat: 'A4',
        bagNames: { ...BAGS, a5: 'GSS A5 Satchel', bug_tim: 'Tim 2' },
        webhookSecret: '0123456789abcdef',
      })
    })

    it.each([
      [{ GSS_SIGNATURE: 'on' }, "GSS_SIGNATURE must be 'required' or 'by-rule'."],
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
})

describe('courier rules', () => {
  const rulesFile = rulesFiles()
  const read = (text: string) => {
    const path = rulesFile(text)
    try {
      return { rules: readConfig({ COURIER_RULES: path }).courierRules }
    } catch (error) {
      return { fault: error instanceof Error ? error.message.replace(path, 'rules.json') : '' }
    }
  }
  const rule = (parts: object) => JSON.stringify([{ name: 'rural', courier: 'nzpost', ...parts }])

  describe('a file of courier rules', () => {
    it('is read as in the documentation', () => {
      const page = readFileSync(new URL('../../../docs/operations.md', import.meta.url), 'utf8')
      const [, example = ''] = /reads these rules -->\n```json\n(.*?)```/s.exec(page) ?? []
      expect(read(example).rules).toEqual(JSON.parse(example))
      expect(read(example).rules).toHaveLength(6)
    })

    it('may be empty', () => expect(read('[]')).toEqual({ rules: [] }))

    it('is none without the setting', () => expect(readConfig({}).courierRules).toBeNull())

    it.each<[string, string | RegExp]>([
      ['{', 'is not valid JSON.'],
      ['{}', 'must be a list of rules.'],
      ['[1]', ': rule 1: Invalid input: expected object, received number.'],
      ['[{"name":" ","courier":"nzpost"}]', ': rule 1: name must not be blank.'],
      [rule({ courier: 7 }), ': rule 1 (rural): courier must be a text.'],
      [rule({ name: 'x'.repeat(61) }), `: rule 1 (${'x'.repeat(61)}): name must have at most 60 characters.`],
      [rule({ rural: true }), ': rule 1 (rural): Unrecognized key: "rural".'],
      [rule({ when: { rual: true } }), ': rule 1 (rural): when Unrecognized key: "rual".'],
      [rule({ when: { rural: 'yes' } }), ': rule 1 (rural): when.rural must be true or false.'],
      [rule({ when: { postcodes: '7832' } }), ': rule 1 (rural): when.postcodes must be a list.'],
      [rule({ when: { postcodes: [] } }), ': rule 1 (rural): when.postcodes must not be empty.'],
      [
        rule({ when: { postcodes: ['783'] } }),
        ': rule 1 (rural): when.postcodes.0 must be a postcode such as 7832 or a range such as 7800-7999.',
      ],
      [
        rule({ when: { postcodes: ['7832', '7999-7800'] } }),
        ': rule 1 (rural): when.postcodes.1 must begin with the lower postcode.',
      ],
      [rule({ when: { weight_kg: {} } }), ': rule 1 (rural): when.weight_kg must have over, up_to or both.'],
      [
        rule({ when: { weight_kg: { over: 5, up_to: 5 } } }),
        ': rule 1 (rural): when.weight_kg must have over below up_to.',
      ],
      [
        rule({ when: { volume_m3: { over: '1' } } }),
        ': rule 1 (rural): when.volume_m3.over must be a number.',
      ],
      [
        rule({ when: { longest_side_cm: { up_to: -1 } } }),
        ': rule 1 (rural): when.longest_side_cm.up_to must not be less than 0.',
      ],
      [rule({ when: { pricing: [''] } }), ': rule 1 (rural): when.pricing.0 must not be blank.'],
      [
        rule({ unless_cheaper_by_cents: 3.5 }),
        ': rule 1 (rural): unless_cheaper_by_cents must be a whole number of cents.',
      ],
      ['[{"name":"solvent"}]', ': rule 1 (solvent): must have courier, refuse, only, signature or warn.'],
      ['[{"name":"solvent","refuse":[" "]}]', ': rule 1 (solvent): refuse.0 must not be blank.'],
      ['[{"name":"solvent","only":[]}]', ': rule 1 (solvent): only must not be empty.'],
      ['[{"name":"solvent","signature":false}]', ': rule 1 (solvent): signature must be true.'],
      ['[{"name":"solvent","warn":" "}]', ': rule 1 (solvent): warn must not be blank.'],
      [
        '[{"name":"solvent","warn":"x","unless_cheaper_by_cents":1}]',
        ': rule 1 (solvent): unless_cheaper_by_cents needs courier.',
      ],
      [
        rule({ when: { dangerous_goods: 1 } }),
        ': rule 1 (rural): when.dangerous_goods must be true or false.',
      ],
      [rule({ when: { customers: [] } }), ': rule 1 (rural): when.customers must not be empty.'],
      [
        '[{"name":"rural","courier":"nzpost"},{"name":"Rural","courier":"aramex"}]',
        ': rule 2 (Rural): name is used twice.',
      ],
    ])('with %s aborts startup', (text, fault) => {
      const start = `COURIER_RULES rules.json${typeof fault === 'string' && !fault.startsWith(':') ? ' ' : ''}`
      const { fault: told = '' } = read(text)
      expect(told.slice(0, start.length)).toBe(start)
      expect(told.slice(start.length)).toEqual(
        typeof fault === 'string' ? fault : expect.stringMatching(fault),
      )
    })

    it('that is missing aborts startup', () => {
      expect(() => readConfig({ COURIER_RULES: 'none/rules.json' })).toThrow(
        'COURIER_RULES none/rules.json is a file that cannot be read.',
      )
    })
  })
})

describe('cut-off times', () => {
  const read = (CUT_OFFS: string) => readConfig({ CUT_OFFS }).cutOffs

  test('cut-offs are times with a courier, a branch or both', () => {
    expect(read('15:30, nzpost 16:00,Christchurch 15:00 , nzpost christchurch 14:45')).toEqual([
      { time: '15:30', courier: null, branch: null },
      { time: '16:00', courier: 'nzpost', branch: null },
      { time: '15:00', courier: null, branch: 'christchurch' },
      { time: '14:45', courier: 'nzpost', branch: 'christchurch' },
    ])
    expect(readConfig({}).cutOffs).toEqual(DEFAULT_CUT_OFFS)
  })

  test.each(['16', '24:00', '15:60', 'nzpost', '15:30,', 'nzpost aramex 15:30', '15:30 nzpost'])(
    '%j is refused',
    (text) => expect(() => read(text)).toThrow(/CUT_OFFS.*must be times such as/),
  )
})

describe('printers', () => {
  const folder = mkdtempSync(join(tmpdir(), 'console-printers-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  const GSS = { GSS_ACCESS_KEY: 'key', GSS_SITE_ID: '4180' }
  const BENCH = { name: 'Bench 2', paper: '100x150', address: 'ipp://10.0.0.5/ipp/print' }
  const file = join(folder, 'printers.json')
  const configOf = (content: unknown, env = {}) => {
    writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content))
    return readConfig({ ...env, PRINTERS: file })
  }

  test('the printers are read from a file', () => {
    const others = [
      { name: 'Office', paper: 'A4', address: 'ipps://print.example:8631/printers/office' },
      { name: 'Bench 3', paper: '100x150', address: 'gss: Warehouse >> ZDESIGNER (11112) ' },
      { name: 'Bench 4', paper: '100x150', address: 'zpl://10.0.0.6' },
      { name: 'Bench 5', paper: '100x150', address: 'zpl://[fd00::6]:9101/?dpi=300&height=175&status=off' },
    ]
    expect(configOf([BENCH, ...others], GSS).printers).toEqual([
      { name: 'Bench 2', paper: '100x150', address: { kind: 'ipp', url: BENCH.address } },
      {
        name: 'Office',
        paper: 'A4',
        address: { kind: 'ipp', url: 'ipps://print.example:8631/printers/office' },
      },
      {
        name: 'Bench 3',
        paper: '100x150',
        address: { kind: 'gss', printer: 'Warehouse >> ZDESIGNER (11112)' },
      },
      {
        name: 'Bench 4',
        paper: '100x150',
        address: { kind: 'zpl', host: '10.0.0.6', port: 9100, dots: 8, height: 150, tellsState: true },
      },
      {
        name: 'Bench 5',
        paper: '100x150',
        address: { kind: 'zpl', host: 'fd00::6', port: 9101, dots: 12, height: 175, tellsState: false },
      },
    ])
  })

  const NOT_AN_ADDRESS =
    'printer 1: address must be an address such as ipp://10.0.0.5/ipp/print or zpl://10.0.0.6?dpi=300, or gss: and a printer of GoSweetSpot'
  test.each([
    ['not JSON', '[', 'is not valid JSON'],
    ['no list', {}, 'must be a list of printers'],
    ['no object', ['Bench 2'], 'printer 1: must be an object'],
    ['no name', [{ ...BENCH, name: ' ' }], 'printer 1: name must have 1 to 40 characters'],
    ['a name twice', [BENCH, { ...BENCH, paper: 'A4' }], "printer 2: name 'Bench 2' is used twice"],
    ['another paper', [BENCH, { ...BENCH, paper: 'A5' }], 'printer 2: paper must be 100x150 or A4'],
    ['no address', [{ name: 'Bench 2', paper: 'A4' }], NOT_AN_ADDRESS],
    ['another kind of address', [{ ...BENCH, address: 'http://10.0.0.5/' }], NOT_AN_ADDRESS],
    ['a password', [{ ...BENCH, address: 'ipp://user:secret@10.0.0.5/' }], NOT_AN_ADDRESS],
    ['a path of ZPL', [{ ...BENCH, address: 'zpl://10.0.0.6/labels' }], NOT_AN_ADDRESS],
    [
      'another resolution',
      [{ ...BENCH, address: 'zpl://10.0.0.6?dpi=600' }],
      'printer 1: address must have dpi=203 or dpi=300',
    ],
    [
      'another height',
      [{ ...BENCH, address: 'zpl://10.0.0.6?height=200' }],
      'printer 1: address must have height=150 or height=175',
    ],
    [
      'another state',
      [{ ...BENCH, address: 'zpl://10.0.0.6?status=no' }],
      'printer 1: address must have status=on or status=off',
    ],
    [
      'another setting',
      [{ ...BENCH, address: 'zpl://10.0.0.6?speed=4' }],
      "printer 1: address may have dpi, height and status, not 'speed'",
    ],
    [
      'ZPL on A4',
      [{ ...BENCH, paper: 'A4', address: 'zpl://10.0.0.6' }],
      'printer 1: paper must be 100x150: ZPL is for label printers',
    ],
    ['an unknown field', [{ ...BENCH, tray: 2 }], "printer 1: has no field 'tray'"],
    [
      'a printer of GoSweetSpot without an account',
      [BENCH, { ...BENCH, name: 'Bench 3', address: 'gss:ZDESIGNER' }],
      'printer 2: address needs GSS_ACCESS_KEY and GSS_SITE_ID',
    ],
  ])('a file with %s is refused, naming entry and field', (_, content, reason) => {
    expect(() => configOf(content)).toThrow(new ConfigError(`PRINTERS ${file}: ${reason}.`))
  })

  test('a file that is missing is named', () => {
    expect(() => readConfig({ PRINTERS: join(folder, 'none.json') })).toThrow(
      /^PRINTERS .*none\.json: ENOENT/,
    )
  })

  test('the doctor checks whether every printer can print', async () => {
    const [ready, empty] = [await startFakePrinter(), await startFakePrinter()]
    empty.attributes = { 'printer-state-reasons': 'media-empty' }
    const config = configOf([
      { ...BENCH, address: ready.url },
      { ...BENCH, name: 'Office', paper: 'A4', address: empty.url },
    ])
    expect(await checkPrinters(readConfig({}))).toEqual([])
    expect(await checkPrinters(config)).toEqual([
      { check: 'Printers', needsAttention: false, detail: 'Bench 2 is ready.' },
      { check: 'Printers', needsAttention: true, detail: 'Office is out of paper.' },
    ])
    expect(ready.jobs).toEqual([])
    await ready.stop()
    await empty.stop()
  })
})

describe('webhooks', () => {
  const URL = 'https://shop.example/hooks'
  const secretOf = (bytes: number) => `whsec_${Buffer.alloc(bytes, 7).toString('base64')}`
  const SECRET = secretOf(32)

  describe('the settings of the webhooks', () => {
    it('have several addresses, each once, and a secret', () => {
      const WEBHOOK_URL = 'https://shop.example/hooks?key=1 , HTTP://Books.example, http://books.example/'
      expect(readConfig({ WEBHOOK_URL, WEBHOOK_SECRET: ` ${SECRET}\n` }).webhooks).toEqual({
        urls: ['https://shop.example/hooks?key=1', 'http://books.example/'],
        secret: SECRET,
      })
    })

    it.each([24, 25, 63, 64])('have a secret of %i bytes', (bytes) => {
      const WEBHOOK_SECRET = secretOf(bytes)
      expect(readConfig({ WEBHOOK_URL: URL, WEBHOOK_SECRET }).webhooks?.secret).toBe(WEBHOOK_SECRET)
    })

    it.each([
      [
        { WEBHOOK_URL: URL },
        'WEBHOOK_SECRET must be set too: events need both an address and a key to sign them.',
      ],
      [
        { WEBHOOK_SECRET: SECRET },
        'WEBHOOK_URL must be set too: events need both an address and a key to sign them.',
      ],
      ...[
        'shop',
        'ftp://shop.example',
        'https://me@shop.example',
        'https://shop.example/#a',
        `${URL},`,
        `${URL} ${URL}`,
      ].map((url): [Record<string, string>, string] => [
        { WEBHOOK_URL: url, WEBHOOK_SECRET: SECRET },
        'WEBHOOK_URL must be http or https addresses without user and fragment, with commas between.',
      ]),
      ...['secret', 'whsec_', 'whsec_a b', secretOf(23), secretOf(65), SECRET.slice(0, -1)].map(
        (secret): [Record<string, string>, string] => [
          { WEBHOOK_URL: URL, WEBHOOK_SECRET: secret },
          'WEBHOOK_SECRET must be whsec_ and 24 to 64 bytes in base64: echo whsec_$(openssl rand -base64 32) makes one.',
        ],
      ),
    ])('%j are refused in one sentence', (env, message) => {
      expect(() => readConfig(env)).toThrow(ConfigError)
      expect(() => readConfig(env)).toThrow(new ConfigError(message))
    })
  })
})

describe('prefetched pages', () => {
  it.each([
    [{}, null],
    [{ PREFETCH_PAGES: '0' }, 0],
    [{ PREFETCH_PAGES: '50' }, 50],
  ])('the pages that an idle console loads are read from %j as %j', (env, pages) => {
    expect(readConfig(env).prefetchPages).toBe(pages)
  })

  it.each(['51', '-1', '1.5', 'all'])('PREFETCH_PAGES=%s is refused', (PREFETCH_PAGES) => {
    const message = 'PREFETCH_PAGES must be a whole number from 0 to 50.'
    expect(() => readConfig({ PREFETCH_PAGES })).toThrow(message)
  })
})

it.each([
  ['postgres://me@db/console', 'any', ['postgres://me@db/console']],
  ['postgres:///console?host=/run/postgresql', 'any', ['postgres:///console?host=%2Frun%2Fpostgresql']],
  [
    'postgresql://me:p%40ss@one,two:5433,[::1]:5434/console?sslmode=require&target_session_attrs=read-write',
    'read-write',
    [
      'postgresql://me:p%40ss@one/console?sslmode=require',
      'postgresql://me:p%40ss@two:5433/console?sslmode=require',
      'postgresql://me:p%40ss@[::1]:5434/console?sslmode=require',
    ],
  ],
  ['postgres://one,two/x?target_session_attrs=primary', 'primary', ['postgres://one/x', 'postgres://two/x']],
] as const)('reads the servers of %s', (text, target, urls) => {
  const address = parsePostgresAddress(text)
  if ('fault' in address) throw new Error(address.fault)
  expect(address.target).toBe(target)
  expect(address.servers.map(({ url }) => url)).toEqual(urls)
})

const SECRET = '0123456789abcdef'

it('takes one shop of Shopify by its domain, and one of WooCommerce', () => {
  const { shops } = readConfig({
    SHOPIFY_WEBHOOK_SECRET: SECRET,
    SHOPIFY_SHOP: ' Example.MyShopify.com ',
    WOOCOMMERCE_WEBHOOK_SECRET: 'a,b=c d{2}[;,=0123456789',
  })
  expect(shops).toEqual({
    shopify: [{ shop: 'example.myshopify.com', secret: SECRET }],
    // As WordPress generates them.
    woocommerce: [{ shop: null, secret: 'a,b=c d{2}[;,=0123456789' }],
  })
})

it('takes several shops, each with its secret', () => {
  const { shops } = readConfig({
    SHOPIFY_WEBHOOK_SECRET: `one.myshopify.com=${SECRET}, two.myshopify.com=${SECRET}=`,
    WOOCOMMERCE_WEBHOOK_SECRET: `https://Shop.example/=a,b,${SECRET},example.co.nz/shop=${SECRET}`,
  })
  expect(shops).toEqual({
    shopify: [
      { shop: 'one.myshopify.com', secret: SECRET },
      { shop: 'two.myshopify.com', secret: `${SECRET}=` },
    ],
    woocommerce: [
      { shop: 'shop.example', secret: `a,b,${SECRET}` },
      { shop: 'example.co.nz/shop', secret: SECRET },
    ],
  })
})

it('accepts no shop by default', () => {
  expect(readConfig({}).shops).toEqual({ shopify: [], woocommerce: [] })
})

it.each([
  [
    { SHOPIFY_WEBHOOK_SECRET: SECRET },
    'SHOPIFY_SHOP must be set too: a webhook of Shopify needs its secret and its shop.',
  ],
  [
    { SHOPIFY_SHOP: 'example.myshopify.com' },
    'SHOPIFY_WEBHOOK_SECRET must be set too: a webhook of Shopify needs its secret and its shop.',
  ],
  [
    { SHOPIFY_WEBHOOK_SECRET: `one.myshopify.com=${SECRET}`, SHOPIFY_SHOP: 'one.myshopify.com' },
    'SHOPIFY_SHOP must not be set where SHOPIFY_WEBHOOK_SECRET names the shops.',
  ],
  [
    { SHOPIFY_WEBHOOK_SECRET: SECRET, SHOPIFY_SHOP: 'shop.example' },
    'SHOPIFY_SHOP must be the domain that Shopify gave the shop, such as example.myshopify.com.',
  ],
  [{ WOOCOMMERCE_WEBHOOK_SECRET: 'short' }, 'WOOCOMMERCE_WEBHOOK_SECRET must have at least 16 characters.'],
  [
    { WOOCOMMERCE_WEBHOOK_SECRET: `one.example=${SECRET},two.example=short` },
    'WOOCOMMERCE_WEBHOOK_SECRET must have at least 16 characters for each shop.',
  ],
  [
    { WOOCOMMERCE_WEBHOOK_SECRET: `one.example=${SECRET},ONE.example=${SECRET}` },
    'WOOCOMMERCE_WEBHOOK_SECRET must name each shop only once.',
  ],
  [
    { WOOCOMMERCE_WEBHOOK_SECRET: `${SECRET}ā` },
    'WOOCOMMERCE_WEBHOOK_SECRET must be letters, digits and signs.',
  ],
])('refuses %o without showing a secret', (env, message) => {
  expect(() => readConfig(env)).toThrow(message)
})

import { BlockList } from 'node:net'
import { describe, expect, it } from 'vitest'
import { DEMO_SENDERS } from '../../../src/domain/freight/branch.ts'
import { DEFAULT_CUT_OFFS } from '../../../src/domain/freight/cut-off.ts'
import { readConfig, refuseWithoutChoice } from '../../../src/server/platform/config.ts'
import { ConfigError } from '../../../src/server/platform/settings.ts'

const TENANT = '0f3c1d2e-4b5a-6978-8796-a5b4c3d2e1f0'
const ENTRA = { ENTRA_TENANT_ID: TENANT, ENTRA_CLIENT_ID: 'c', ENTRA_CLIENT_SECRET: 's' }

describe('the settings', () => {
  it('have defaults for everything', () => {
    expect(readConfig({})).toEqual({
      port: 3000,
      host: null,
      dataDir: './data',
      databaseUrl: null,
      databaseListenUrl: null,
      publicUrl: null,
      dataHost: '',
      authHost: '/identity',
      prefetchPages: null,
      titusHost: 'track.titus.example',
      imageHosts: [],
      demo: true,
      entra: null,
      localSignIn: true,
      sessionIdleMs: 4 * 3_600_000,
      trustedProxies: expect.any(BlockList),
      addressfinder: null,
      accounts: { goSweetSpot: null },
      couriers: 'demo',
      courierRules: null,
      cartons: null,
      cutOffs: DEFAULT_CUT_OFFS,
      verifiesItems: false,
      creditStop: 'refuse',
      senders: DEMO_SENDERS,
      printers: [],
      watchDir: null,
      arrivalsKeepDays: 30,
      importMaxMb: 100,
      orderCodePrefixes: new Map(),
      pickupLocations: [],
      shops: { shopify: [], woocommerce: [] },
      metricsKey: null,
      mail: null,
      webhooks: null,
    })
  })

  it('are read from the environment', () => {
    const config = readConfig({
      ...ENTRA,
      PORT: '8080',
      HOST: '0.0.0.0',
      DATA_DIR: '/data',
      DATABASE_URL: 'postgres://me@db/console',
      DATABASE_LISTEN_URL: 'postgresql://me@one,two:5433/console?target_session_attrs=read-write',
      PUBLIC_URL: 'https://console.example/',
      DATA_HOST: 'https://data.example/',
      AUTH_HOST: 'https://auth.example/base/',
      TITUS_TRACKING_HOST: 'parcels.example',
      IMAGE_HOSTS: 'images.example , *.CDN.example',
      DEMO: 'off',
      ENTRA_GUESTS: 'allow',
      ENTRA_ROLE: 'Dispatch.Staff',
      ENTRA_DELETE_ROLE: 'Dispatch.Delete',
      ENTRA_IMPORT_ROLE: 'Dispatch.Import',
      SESSION_IDLE: '30m',
      TRUSTED_PROXY: '10.0.0.5',
      ADDRESSFINDER_KEY: 'k',
      ADDRESSFINDER_SECRET: 's',
      ADDRESSFINDER_URL: 'https://addresses.example/',
      GSS_ACCESS_KEY: 'k',
      GSS_SITE_ID: '4180, 4181',
      GSS_SUPPORT_EMAIL: 'desk@example.com',
      GSS_BASE_URL: 'http://127.0.0.1:8080/gss/',
      AUCKLAND_SENDER_NAME: 'Harbour Supplies',
      AUCKLAND_SENDER_PHONE: '09 555 0100',
      AUCKLAND_SENDER_ADDRESS: 'Unit 3, 1 Example Road, Mount Wellington,Auckland  1061',
      METRICS_KEY: '0123456789abcdef',
      SMTP_URL: 'smtps://me:secret@mail.example:465',
      SMTP_FROM: 'Dispatch <orders@example.com>',
      WATCH_DIR: 'inbox',
      IMPORT_MAX_MB: '300',
      CUT_OFFS: 'nzpost 16:00',
      ARRIVALS_KEEP_DAYS: '90',
    })
    expect(config).toEqual({
      printers: [],
      watchDir: 'inbox',
      arrivalsKeepDays: 90,
      importMaxMb: 300,
      orderCodePrefixes: new Map(),
      pickupLocations: [],
      shops: { shopify: [], woocommerce: [] },
      port: 8080,
      host: '0.0.0.0',
      dataDir: '/data',
      databaseUrl: 'postgres://me@db/console',
      databaseListenUrl: 'postgresql://me@one,two:5433/console?target_session_attrs=read-write',
      publicUrl: 'https://console.example',
      dataHost: 'https://data.example',
      authHost: 'https://auth.example/base',
      prefetchPages: null,
      titusHost: 'parcels.example',
      imageHosts: ['images.example', '*.cdn.example'],
      demo: false,
      entra: {
        tenantId: TENANT,
        clientId: 'c',
        clientSecret: 's',
        guests: true,
        role: 'Dispatch.Staff',
        deleteRole: 'Dispatch.Delete',
        importRole: 'Dispatch.Import',
      },
      localSignIn: false,
      sessionIdleMs: 30 * 60_000,
      trustedProxies: expect.any(BlockList),
      addressfinder: { key: 'k', secret: 's', url: 'https://addresses.example' },
      accounts: {
        goSweetSpot: expect.objectContaining({
          ...{ accessKey: 'k', siteIds: { auckland: '4180', christchurch: '4181' } },
          supportEmail: 'desk@example.com',
          url: 'http://127.0.0.1:8080/gss',
        }),
      },
      couriers: 'gateway',
      courierRules: null,
      cartons: null,
      cutOffs: [{ time: '16:00', courier: 'nzpost', branch: null }],
      verifiesItems: false,
      creditStop: 'refuse',
      senders: {
        auckland: {
          name: 'Harbour Supplies',
          phone: '09 555 0100',
          street: 'Unit 3, 1 Example Road',
          suburb: 'Mount Wellington',
          city: 'Auckland',
          postcode: '1061',
        },
        christchurch: null,
      },
      metricsKey: '0123456789abcdef',
      mail: {
        kind: 'smtp',
        url: 'smtps://me:secret@mail.example:465',
        from: { name: 'Dispatch', address: 'orders@example.com' },
        application: null,
      },
      webhooks: null,
    })
  })

  it.each([
    ['5m', 300_000],
    [' 90m ', 5_400_000],
    ['12h', 43_200_000],
  ])('accept an idle time of %s', (given, milliseconds) => {
    expect(readConfig({ SESSION_IDLE: given }).sessionIdleMs).toBe(milliseconds)
  })

  it.each(['4m', '13h', '0h', '4', '-4h', 'h', '1.5h', 'soon'])('refuse an idle time of %s', (idle) => {
    expect(() => readConfig({ SESSION_IDLE: idle })).toThrow(
      'SESSION_IDLE must be a time from 5m to 12h, such as 30m or 4h.',
    )
  })

  it.each(['0', '3651', '1.5', 'soon'])('refuse to keep arrivals for %s days', (days) => {
    expect(() => readConfig({ ARRIVALS_KEEP_DAYS: days })).toThrow(
      'ARRIVALS_KEEP_DAYS must be a whole number of days from 1 to 3650.',
    )
  })

  it.each(['proxy', '10.0.0.0/33', '::1/129', '127.0.0.1,', '10.0.0', '10.0.0.0/'])(
    'trust no proxy named %s',
    (proxy) => {
      expect(() => readConfig({ TRUSTED_PROXY: proxy })).toThrow(
        'TRUSTED_PROXY must be addresses or networks such as 127.0.0.1, 10.0.0.0/8.',
      )
    },
  )

  it.each([
    ['127.0.0.1, 10.1.0.0/16', '127.0.0.1', true],
    ['127.0.0.1, 10.1.0.0/16', '10.1.2.3', true],
    ['127.0.0.1, 10.1.0.0/16', '10.2.0.1', false],
    ['fd00::/8', 'fd12::1', true],
    ['fd00::/8', '10.1.2.3', false],
  ])('trust the proxies %s: %s %s', (given, address, trusted) => {
    const { trustedProxies } = readConfig({ TRUSTED_PROXY: given })
    expect(trustedProxies.check(address, address.includes(':') ? 'ipv6' : 'ipv4')).toBe(trusted)
  })

  it.each([
    [{}, 'demo'],
    [{ COURIERS: 'simulated' }, 'simulated'],
    [{ DEMO: 'off', COURIERS: 'simulated' }, 'simulated'],
    [{ DEMO: 'off', GSS_ACCESS_KEY: 'k', GSS_SITE_ID: '1' }, 'gateway'],
    [{ GSS_ACCESS_KEY: 'k', GSS_SITE_ID: '1' }, 'gateway'],
    [{ DEMO: 'off' }, 'none'],
  ])('of %j book with: %s', (settings, couriers) => {
    expect(readConfig(settings).couriers).toBe(couriers)
  })

  it.each([
    ['orders@example.com', '', 'orders@example.com'],
    ['Harbour Plumbing, Tāmaki <orders@example.com>', 'Harbour Plumbing, Tāmaki', 'orders@example.com'],
    [' "Harbour" <orders@example.com> ', 'Harbour', 'orders@example.com'],
  ])('take %s as the sender of e-mails', (given, name, address) => {
    const { mail } = readConfig({ SMTP_URL: 'smtp://mail.example', SMTP_FROM: given })
    expect(mail?.from).toEqual({ name, address })
  })

  const application = { tenantId: TENANT, clientId: 'c', clientSecret: 's' }
  const from = { name: 'Dispatch', address: 'orders@example.com' }
  const SENDER = { SMTP_FROM: 'Dispatch <orders@example.com>' }
  const OFFICE = 'smtp://orders%40example.com@smtp.office365.com:587'

  it.each<[Record<string, string>, object | null]>([
    [
      { ...ENTRA, ...SENDER, MAIL: 'graph' },
      { kind: 'graph', mailbox: 'orders@example.com', from, application },
    ],
    [
      { ...ENTRA, ...SENDER, MAIL: 'graph', GRAPH_MAILBOX: 'dispatch@example.onmicrosoft.com' },
      { kind: 'graph', mailbox: 'dispatch@example.onmicrosoft.com', from, application },
    ],
    [
      { ...ENTRA, ...SENDER, SMTP_URL: OFFICE, SMTP_AUTH: 'xoauth2' },
      { kind: 'smtp', url: OFFICE, from, application },
    ],
    [
      { ...ENTRA, ...SENDER, MAIL: 'smtp', SMTP_URL: 'smtp://mail.example' },
      { kind: 'smtp', url: 'smtp://mail.example', from, application: null },
    ],
    // Set by login shells.
    [{ MAIL: '/var/mail/dispatch' }, null],
  ])('of %j send e-mails as %j', (settings, mail) => {
    expect(readConfig(settings).mail).toEqual(mail)
  })

  it.each<[Record<string, string>, string | RegExp]>([
    [{ MAIL: 'exchange' }, "MAIL must be 'smtp' or 'graph'."],
    [{ MAIL: 'graph', ...ENTRA }, 'SMTP_FROM must be set too: MAIL=graph needs the sender of e-mails.'],
    [{ MAIL: 'graph', ...SENDER }, /^MAIL=graph needs an application at Microsoft: set ENTRA_TENANT_ID, /],
    [
      { MAIL: 'graph', ...ENTRA, ...SENDER, SMTP_URL: OFFICE },
      'SMTP_URL must not be set where MAIL is graph: remove one of them.',
    ],
    [
      { MAIL: 'graph', ...ENTRA, ...SENDER, SMTP_AUTH: 'xoauth2' },
      'SMTP_AUTH must not be set where MAIL is graph: remove one of them.',
    ],
    [
      { MAIL: 'graph', ...ENTRA, ...SENDER, GRAPH_MAILBOX: 'orders' },
      /^GRAPH_MAILBOX must be the mailbox that/,
    ],
    [{ GRAPH_MAILBOX: 'orders@example.com' }, 'GRAPH_MAILBOX works with MAIL=graph only: set it, too.'],
    [{ MAIL: 'smtp' }, 'SMTP_URL and SMTP_FROM must be set too: MAIL is smtp.'],
    [{ SMTP_AUTH: 'xoauth2' }, 'SMTP_URL and SMTP_FROM must be set too: SMTP_AUTH is xoauth2.'],
    [{ SMTP_AUTH: 'plain' }, "SMTP_AUTH must be 'xoauth2' where it is set."],
    [
      { ...SENDER, SMTP_URL: OFFICE, SMTP_AUTH: 'xoauth2' },
      /^SMTP_AUTH=xoauth2 needs an application at Microsoft/,
    ],
    [
      { ...ENTRA, ...SENDER, SMTP_URL: 'smtp://me:secret@smtp.office365.com', SMTP_AUTH: 'xoauth2' },
      /^SMTP_URL must have a mailbox and no password where SMTP_AUTH is xoauth2, such as smtp:/,
    ],
    [
      { ...ENTRA, ...SENDER, SMTP_URL: 'smtp://smtp.office365.com', SMTP_AUTH: 'xoauth2' },
      /^SMTP_URL must have a mailbox and no password/,
    ],
  ])('%j for e-mails are refused in one sentence', (settings, message) => {
    expect(() => readConfig(settings)).toThrow(ConfigError)
    expect(() => readConfig(settings)).toThrow(message)
  })

  it('accepts a key with a line break at its end, as in a file', () => {
    const { accounts, addressfinder } = readConfig({
      GSS_ACCESS_KEY: 'k3y\n',
      GSS_SITE_ID: '4180',
      ADDRESSFINDER_KEY: 'k',
      ADDRESSFINDER_SECRET: ' s3cret\r\n',
    })
    expect([accounts.goSweetSpot?.accessKey, addressfinder?.secret]).toEqual(['k3y', 's3cret'])
  })

  it('count as absent when blank', () => {
    expect(readConfig({ PORT: '', DATABASE_URL: ' ', ENTRA_CLIENT_ID: '' })).toEqual(readConfig({}))
  })

  // V1.3.11, V12.3.1
  it.each([
    [{ PORT: 'http' }, 'PORT must be a port number from 0 to 65535.'],
    [{ PORT: '70000' }, 'PORT must be a port number from 0 to 65535.'],
    [{ PORT: '80.5' }, 'PORT must be a port number from 0 to 65535.'],
    [{ DATABASE_URL: 'mysql://x' }, /^DATABASE_URL must be an address/],
    [{ DATABASE_URL: 'postgres://one,/x' }, /^DATABASE_URL must be an address/],
    [{ DATABASE_URL: 'postgres://one:port,two/x' }, /^DATABASE_URL must be an address/],
    [
      { DATABASE_URL: 'postgres://one,two/x?target_session_attrs=standby' },
      'DATABASE_URL must have a target_session_attrs of any, read-write, primary.',
    ],
    [{ DATABASE_LISTEN_URL: 'postgres://x' }, 'DATABASE_LISTEN_URL needs DATABASE_URL beside it.'],
    [{ PUBLIC_URL: 'console.example' }, /^PUBLIC_URL must be an http or https address/],
    [{ PUBLIC_URL: 'http://localhost:3000/base' }, /^PUBLIC_URL must be an address without a path/],
    [{ DATA_HOST: 'ftp://data' }, /^DATA_HOST must be/],
    [{ DATA_HOST: 'https://data.example/v2' }, /^DATA_HOST must be an address without a path/],
    [{ PUBLIC_URL: 'http://me:secret@localhost' }, /^PUBLIC_URL must be an address without user/],
    [{ AUTH_HOST: 'identity' }, 'AUTH_HOST must be /identity or an http or https address.'],
    [{ AUTH_HOST: '/sign-in' }, 'AUTH_HOST must be /identity or an http or https address.'],
    [{ AUTH_HOST: 'https://auth.example/?a=b' }, /^AUTH_HOST must be/],
    [{ ...ENTRA, ENTRA_TENANT_ID: 'common' }, /^ENTRA_TENANT_ID must be the id of the directory, such as/],
    [{ TITUS_TRACKING_HOST: "x'; script-src *" }, /^TITUS_TRACKING_HOST must be/],
    [{ DEMO: 'no' }, "DEMO must be 'on' or 'off'."],
    [{ IMAGE_HOSTS: 'https://images.example' }, /^IMAGE_HOSTS must be host names with commas/],
    [{ IMAGE_HOSTS: "a.example, 'unsafe-inline'" }, /^IMAGE_HOSTS must be/],
    [{ METRICS_KEY: 'short' }, 'METRICS_KEY must have at least 16 characters.'],
    [{ COURIERS: 'real' }, "COURIERS must be 'simulated' where it is set."],
    [
      { LOCAL_SIGN_IN: 'on', ...ENTRA },
      'LOCAL_SIGN_IN must not be on where ENTRA_TENANT_ID is set: remove one of them.',
    ],
    [
      { COURIERS: 'simulated', GSS_ACCESS_KEY: 'k', GSS_SITE_ID: '1' },
      /^COURIERS must not be simulated where GSS_ACCESS_KEY is set/,
    ],
    [
      { AUCKLAND_SENDER_NAME: 'Harbour Supplies' },
      /^AUCKLAND_SENDER_PHONE and AUCKLAND_SENDER_ADDRESS must be set too: a sender has/,
    ],
    [
      { CHRISTCHURCH_SENDER_ADDRESS: '1 Example Road, Penrose' },
      /^CHRISTCHURCH_SENDER_ADDRESS must be like 1 Ex/,
    ],
    [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL must be one of fatal, error, warn, info, debug, silent.'],
    [{ ...ENTRA, ENTRA_GUESTS: 'some' }, "ENTRA_GUESTS must be 'refuse' or 'allow'."],
    [{ ...ENTRA, ENTRA_ROLE: 'two words' }, /^ENTRA_ROLE must be the value of an app role/],
    [{ ENTRA_ROLE: 'Dispatch.Staff' }, /^ENTRA_ROLE works with Microsoft sign-in only/],
    [{ ENTRA_DELETE_ROLE: 'Dispatch.Delete' }, /^ENTRA_DELETE_ROLE works with Microsoft sign-in only/],
    [{ ENTRA_CLIENT_ID: 'c' }, /^ENTRA_TENANT_ID and ENTRA_CLIENT_SECRET must be set too/],
    [
      { ADDRESSFINDER_KEY: 'k' },
      'ADDRESSFINDER_SECRET must be set too: Addressfinder needs both key and secret.',
    ],
    [{ ADDRESSFINDER_SECRET: 's' }, /^ADDRESSFINDER_KEY must be set too/],
    [{ ADDRESSFINDER_URL: 'addresses' }, /^ADDRESSFINDER_URL must be an http or https address/],
    [{ GSS_ACCESS_KEY: 'k' }, 'GSS_SITE_ID must be set too: GoSweetSpot needs both key and site.'],
    [{ GSS_SITE_ID: '4180' }, /^GSS_ACCESS_KEY must be set too/],
    [{ GSS_ACCESS_KEY: 'k', GSS_SITE_ID: 'Penrose' }, /^GSS_SITE_ID must be the number of a site, or/],
    [{ GSS_BASE_URL: 'http://gss.example' }, 'GSS_BASE_URL must be an https address.'],
    [
      { SMTP_URL: 'smtp://mail.example' },
      'SMTP_FROM must be set too: sending e-mail needs both server and sender.',
    ],
    [{ SMTP_FROM: 'orders@example.com' }, /^SMTP_URL must be set too/],
    [{ SMTP_URL: 'https://mail.example' }, /^SMTP_URL must be an address such as smtp:/],
    [{ SMTP_URL: 'smtp://me:50%off@mail.example' }, /^SMTP_URL must have user and password percent-encoded/],
    [
      { ADDRESSFINDER_SECRET: 'S3C RET' },
      'ADDRESSFINDER_SECRET must be letters, digits and signs without a space.',
    ],
    [{ GSS_ACCESS_KEY: 'k\u200b' }, /^GSS_ACCESS_KEY must be letters, digits and signs/],
    [{ SMTP_FROM: 'a@b.example, c@d.example' }, /^SMTP_FROM must be an e-mail address/],
    [{ SMTP_FROM: 'orders' }, /^SMTP_FROM must be an e-mail address such as Dispatch </],
    [{ SMTP_FROM: 'a@b.example\r\nBcc: c@d.example' }, /^SMTP_FROM must be an e-mail address/],
    [{ GSS_SUPPORT_EMAIL: 'desk' }, 'GSS_SUPPORT_EMAIL must be an e-mail address.'],
    [{ GSS_BASE_URL: 'gss' }, 'GSS_BASE_URL must be an http or https address.'],
    [{ PUBLIC_URL: 'https://console.example' }, /^PUBLIC_URL must be a loopback address/],
    [{ PUBLIC_URL: 'http://localhost.example' }, /^PUBLIC_URL must be a loopback address/],
    [{ HOST: '0.0.0.0' }, /^HOST must be a loopback address/],
    [{ HOST: '127.0.0.1.example' }, /^HOST must be a loopback address/],
  ])('%j are refused in one sentence', (env, message) => {
    expect(() => readConfig(env)).toThrow(ConfigError)
    expect(() => readConfig(env)).toThrow(message)
  })

  it.each([
    ['http://localhost:3000', 'http://localhost:3000'],
    ['http://127.0.0.1', 'http://127.0.0.1'],
    ['http://[::1]:81', 'http://[::1]:81'],
    ['http://localhost:80', 'http://localhost'],
    ['HTTP://LocalHost:3000/', 'http://localhost:3000'],
    ['https://localhost:443/', 'https://localhost'],
  ])('take %s as the address %s', (given, address) => {
    expect(readConfig({ PUBLIC_URL: given, DATA_HOST: given, AUTH_HOST: given })).toMatchObject({
      publicUrl: address,
      dataHost: address,
      authHost: address,
    })
  })

  it.each([
    ['[::1]', '::1'],
    ['LOCALHOST', 'localhost'],
  ])('take %s as the host %s', (given, host) => {
    expect(readConfig({ HOST: given }).host).toBe(host)
  })
})

describe('a start without a choice', () => {
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
        expect(start(settings)).toThrow(
          /^Without the demo, set ENTRA_TENANT_ID, .*, or LOCAL_SIGN_IN=on .*\.$/,
        )
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
})

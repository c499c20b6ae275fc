import { describe, expect, it } from 'vitest'
import { ConfigError, readConfig } from '../../src/server/config.ts'

const TENANT = '0f3c1d2e-4b5a-6978-8796-a5b4c3d2e1f0'
const ENTRA = { ENTRA_TENANT_ID: TENANT, ENTRA_CLIENT_ID: 'c', ENTRA_CLIENT_SECRET: 's' }

describe('the settings', () => {
  it('have defaults for everything', () => {
    expect(readConfig({})).toEqual({
      port: 3000,
      host: null,
      dataDir: './data',
      databaseUrl: null,
      publicUrl: null,
      dataHost: '',
      authHost: '/identity',
      titusHost: 'track.titus.example',
      demo: true,
      entra: null,
      addressfinder: null,
      goSweetSpot: null,
      smtp: null,
    })
  })

  it('are read from the environment', () => {
    const config = readConfig({
      ...ENTRA,
      PORT: '8080',
      HOST: '0.0.0.0',
      DATA_DIR: '/data',
      DATABASE_URL: 'postgres://me@db/console',
      PUBLIC_URL: 'https://console.example/',
      DATA_HOST: 'https://data.example/',
      AUTH_HOST: 'https://auth.example/base/',
      TITUS_TRACKING_HOST: 'parcels.example',
      DEMO: 'off',
      ADDRESSFINDER_KEY: 'k',
      ADDRESSFINDER_SECRET: 's',
      ADDRESSFINDER_URL: 'https://addresses.example/',
      GSS_ACCESS_KEY: 'k',
      GSS_SITE_ID: '4180, 4181',
      GSS_SUPPORT_EMAIL: 'desk@example.com',
      GSS_BASE_URL: 'http://127.0.0.1:8080/gss/',
      SMTP_URL: 'smtps://me:secret@mail.example:465',
      SMTP_FROM: 'Dispatch <orders@example.com>',
    })
    expect(config).toEqual({
      port: 8080,
      host: '0.0.0.0',
      dataDir: '/data',
      databaseUrl: 'postgres://me@db/console',
      publicUrl: 'https://console.example',
      dataHost: 'https://data.example',
      authHost: 'https://auth.example/base',
      titusHost: 'parcels.example',
      demo: false,
      entra: { tenantId: TENANT, clientId: 'c', clientSecret: 's' },
      addressfinder: { key: 'k', secret: 's', url: 'https://addresses.example' },
      goSweetSpot: {
        accessKey: 'k',
        siteIds: { auckland: '4180', christchurch: '4181' },
        supportEmail: 'desk@example.com',
        url: 'http://127.0.0.1:8080/gss',
      },
      smtp: {
        url: 'smtps://me:secret@mail.example:465',
        from: { name: 'Dispatch', address: 'orders@example.com' },
      },
    })
  })

  it('take one GoSweetSpot site for both branches', () => {
    expect(readConfig({ GSS_ACCESS_KEY: 'k', GSS_SITE_ID: '4180' }).goSweetSpot).toEqual({
      accessKey: 'k',
      siteIds: { auckland: '4180', christchurch: '4180' },
      supportEmail: null,
      url: 'https://api.gosweetspot.com',
    })
  })

  it.each([
    ['orders@example.com', '', 'orders@example.com'],
    ['Harbour Plumbing, Tāmaki <orders@example.com>', 'Harbour Plumbing, Tāmaki', 'orders@example.com'],
    [' "Harbour" <orders@example.com> ', 'Harbour', 'orders@example.com'],
  ])('take %s as the sender of e-mails', (given, name, address) => {
    const { smtp } = readConfig({ SMTP_URL: 'smtp://mail.example', SMTP_FROM: given })
    expect(smtp?.from).toEqual({ name, address })
  })

  it('takes a key as it stands in a file, with the end of its line', () => {
    const { goSweetSpot, addressfinder } = readConfig({
      GSS_ACCESS_KEY: 'k3y\n',
      GSS_SITE_ID: '4180',
      ADDRESSFINDER_KEY: 'k',
      ADDRESSFINDER_SECRET: ' s3cret\r\n',
    })
    expect([goSweetSpot?.accessKey, addressfinder?.secret]).toEqual(['k3y', 's3cret'])
  })

  it('count as absent when blank', () => {
    expect(readConfig({ PORT: '', DATABASE_URL: ' ', ENTRA_CLIENT_ID: '' })).toEqual(readConfig({}))
  })

  it.each([
    [{ PORT: 'http' }, 'PORT must be a port number from 0 to 65535.'],
    [{ PORT: '70000' }, 'PORT must be a port number from 0 to 65535.'],
    [{ PORT: '80.5' }, 'PORT must be a port number from 0 to 65535.'],
    [{ DATABASE_URL: 'mysql://x' }, /^DATABASE_URL must be an address/],
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

import * as z from 'zod'
import type { Branch } from '../contract/orders.ts'

/** Microsoft Entra ID as the identity provider: all three settings, or the local provider stands in. */
export interface EntraConfig {
  tenantId: string
  clientId: string
  clientSecret: string
}

/** Addressfinder looks up addresses: key and secret, or the built-in gazetteer stands in. */
export interface AddressfinderConfig {
  key: string
  secret: string
  /** Base address, without a trailing slash. */
  url: string
}

/** GoSweetSpot as the gateway to couriers, in place of the built-in rate cards. */
export interface GoSweetSpotConfig {
  accessKey: string
  /** The site that each branch sends from: the same one where there is one for both. */
  siteIds: Record<Branch, string>
  /** Whom GoSweetSpot may write to about failing calls. */
  supportEmail: string | null
  /** Base address, without a trailing slash. */
  url: string
}

/** The mail server that e-mails are handed to. */
export interface SmtpConfig {
  /** `smtp://` (encrypted as soon as the server offers it) or `smtps://`, with user and password where it asks for them. */
  url: string
  /** Whom e-mails come from; the name may be blank. */
  from: { name: string; address: string }
}

export interface Config {
  port: number
  /** The address to listen on; null listens on the loopback addresses, or with Entra on every interface. */
  host: string | null
  dataDir: string
  /** Null keeps the data in the embedded database under `dataDir`. */
  databaseUrl: string | null
  /** Where browsers reach this server, without a trailing slash; null means `http://localhost:{port}`. */
  publicUrl: string | null
  /** Origin of the data calls; empty means this server. */
  dataHost: string
  /** Base of the sign-in calls: `OWN_SIGN_IN` or a whole address. */
  authHost: string
  titusHost: string
  demo: boolean
  entra: EntraConfig | null
  addressfinder: AddressfinderConfig | null
  goSweetSpot: GoSweetSpotConfig | null
  /** Null leaves e-mails in the queue. */
  smtp: SmtpConfig | null
}

/** A setting that cannot be used. Its message is one sentence that names the setting. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
}

/** Where this server answers the sign-in calls. */
export const OWN_SIGN_IN = '/identity'

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/

/** Whether a host name or address stays on this machine. */
export function isLoopback(host: string): boolean {
  return LOOPBACK.test(host)
}

const NOT_A_PORT = 'must be a port number from 0 to 65535'

/** An address in its one form: small letters, no port that goes without saying, no slash at the end. */
const webAddress = z
  .url({ protocol: /^https?$/, error: 'must be an http or https address' })
  .transform((address) => new URL(address))
  .refine(({ username, password, search, hash }) => !(username || password || search || hash), {
    error: 'must be an address without user, query and fragment',
  })

const origin = webAddress
  .refine(({ pathname }) => pathname === '/', { error: 'must be an address without a path' })
  .transform((address) => address.origin)

const base = webAddress.transform(({ origin, pathname }) => origin + pathname.replace(/\/+$/, ''))

/** `Dispatch <orders@example.com>`, or the address alone. */
const MAIL_SENDER =
  /^(?:(?<name>[^<>\p{C}]+) <(?<named>[^\s<>@,]+@[^\s<>@,]+)>|(?<plain>[^\s<>@,]+@[^\s<>@,]+))$/u

const Environment = z.object({
  PORT: z.coerce
    .number({ error: NOT_A_PORT })
    .int({ error: NOT_A_PORT })
    .min(0, { error: NOT_A_PORT })
    .max(65535, { error: NOT_A_PORT })
    .default(3000),
  HOST: z
    .string()
    .transform((host) =>
      host
        .trim()
        .toLowerCase()
        .replace(/^\[(.*)]$/, '$1'),
    )
    .optional(),
  DATA_DIR: z.string().default('./data'),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\/\S+$/, { error: 'must be an address such as postgres://user@host/database' })
    .optional(),
  PUBLIC_URL: origin.optional(),
  DATA_HOST: origin.default(''),
  AUTH_HOST: z
    .union([z.literal(OWN_SIGN_IN), base], { error: `must be ${OWN_SIGN_IN} or an http or https address` })
    .default(OWN_SIGN_IN),
  TITUS_TRACKING_HOST: z
    .string()
    .regex(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/i, { error: 'must be a host name such as track.titus.example' })
    .default('track.titus.example'),
  DEMO: z.enum(['on', 'off'], { error: "must be 'on' or 'off'" }).default('on'),
  ENTRA_TENANT_ID: z
    .guid({ error: 'must be the id of the directory, such as 01234567-89ab-cdef-0123-456789abcdef' })
    .optional(),
  ENTRA_CLIENT_ID: z.string().optional(),
  ENTRA_CLIENT_SECRET: z.string().optional(),
  ADDRESSFINDER_KEY: z.string().optional(),
  ADDRESSFINDER_SECRET: z.string().optional(),
  ADDRESSFINDER_URL: base.default('https://api.addressfinder.io'),
  GSS_ACCESS_KEY: z.string().optional(),
  GSS_SITE_ID: z
    .string()
    .regex(/^\d+(\s*,\s*\d+)?$/, {
      error: "must be the number of a site, or Auckland's and Christchurch's with a comma between",
    })
    .optional(),
  GSS_SUPPORT_EMAIL: z.email({ error: 'must be an e-mail address' }).optional(),
  GSS_BASE_URL: base
    .refine((address) => address.startsWith('https:') || isLoopback(new URL(address).hostname), {
      error: 'must be an https address',
    })
    .default('https://api.gosweetspot.com'),
  SMTP_URL: z
    .url({ protocol: /^smtps?$/, error: 'must be an address such as smtp://user:password@mail.example:587' })
    .optional(),
  SMTP_FROM: z
    .string()
    .trim()
    .regex(MAIL_SENDER, { error: 'must be an e-mail address such as Dispatch <orders@example.com>' })
    .transform((sender) => {
      const { name = '', named, plain = '' } = MAIL_SENDER.exec(sender)?.groups ?? {}
      return { name: name.replace(/^"(.*)"$/, '$1'), address: named ?? plain }
    })
    .optional(),
})
type Environment = z.output<typeof Environment>

/**
 * Reads every setting of the server from the environment; a blank value counts as absent.
 * @throws {ConfigError} naming the setting that cannot be used.
 */
export function readConfig(env: Record<string, string | undefined>): Config {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value?.trim()))
  const read = Environment.safeParse(given)
  if (!read.success) {
    const issue = read.error.issues[0]
    throw new ConfigError(`${String(issue?.path[0])} ${issue?.message}.`)
  }
  const settings = read.data
  const config: Config = {
    port: settings.PORT,
    host: settings.HOST ?? null,
    dataDir: settings.DATA_DIR,
    databaseUrl: settings.DATABASE_URL ?? null,
    publicUrl: settings.PUBLIC_URL ?? null,
    dataHost: settings.DATA_HOST,
    authHost: settings.AUTH_HOST,
    titusHost: settings.TITUS_TRACKING_HOST,
    demo: settings.DEMO === 'on',
    entra: readEntra(settings),
    addressfinder: readAddressfinder(settings),
    goSweetSpot: readGoSweetSpot(settings),
    smtp: readSmtp(settings),
  }
  refuseOpenLocalProvider(config)
  return config
}

function readEntra(settings: Environment): EntraConfig | null {
  const { ENTRA_TENANT_ID, ENTRA_CLIENT_ID, ENTRA_CLIENT_SECRET } = settings
  if (ENTRA_TENANT_ID && ENTRA_CLIENT_ID && ENTRA_CLIENT_SECRET) {
    return { tenantId: ENTRA_TENANT_ID, clientId: ENTRA_CLIENT_ID, clientSecret: ENTRA_CLIENT_SECRET }
  }
  const all = { ENTRA_TENANT_ID, ENTRA_CLIENT_ID, ENTRA_CLIENT_SECRET }
  refusePart(all, 'Microsoft sign-in needs all three ENTRA_ settings')
  return null
}

function readAddressfinder(settings: Environment): AddressfinderConfig | null {
  const { ADDRESSFINDER_KEY, ADDRESSFINDER_SECRET, ADDRESSFINDER_URL } = settings
  if (ADDRESSFINDER_KEY && ADDRESSFINDER_SECRET) {
    return { key: ADDRESSFINDER_KEY, secret: ADDRESSFINDER_SECRET, url: ADDRESSFINDER_URL }
  }
  refusePart({ ADDRESSFINDER_KEY, ADDRESSFINDER_SECRET }, 'Addressfinder needs both key and secret')
  return null
}

function readGoSweetSpot(settings: Environment): GoSweetSpotConfig | null {
  const { GSS_ACCESS_KEY, GSS_SITE_ID, GSS_SUPPORT_EMAIL: supportEmail = null, GSS_BASE_URL: url } = settings
  if (GSS_ACCESS_KEY && GSS_SITE_ID) {
    const [auckland = '', christchurch = auckland] = GSS_SITE_ID.split(/\s*,\s*/)
    return { accessKey: GSS_ACCESS_KEY, siteIds: { auckland, christchurch }, supportEmail, url }
  }
  refusePart({ GSS_ACCESS_KEY, GSS_SITE_ID }, 'GoSweetSpot needs both key and site')
  return null
}

function readSmtp({ SMTP_URL, SMTP_FROM }: Environment): SmtpConfig | null {
  if (SMTP_URL && SMTP_FROM) return { url: SMTP_URL, from: SMTP_FROM }
  refusePart({ SMTP_URL, SMTP_FROM }, 'sending e-mail needs both server and sender')
  return null
}

/** @throws {ConfigError} where some of the settings that belong together are there and some are not. */
function refusePart(together: Record<string, unknown>, why: string): void {
  const missing = Object.entries(together).flatMap(([name, value]) => (value ? [] : [name]))
  if (missing.length === Object.keys(together).length) return
  throw new ConfigError(`${missing.join(' and ')} must be set too: ${why}.`)
}

/**
 * The local identity provider lets anyone in with one press, so it may never be reachable from another machine.
 * @throws {ConfigError} when the server would be.
 */
export function refuseOpenLocalProvider(config: Config): void {
  if (config.entra !== null) return
  const remedy = 'set ENTRA_TENANT_ID, ENTRA_CLIENT_ID and ENTRA_CLIENT_SECRET to sign in with Microsoft'
  if (config.publicUrl !== null && !isLoopback(new URL(config.publicUrl).hostname)) {
    throw new ConfigError(
      `PUBLIC_URL must be a loopback address such as http://localhost:3000, or ${remedy}.`,
    )
  }
  if (config.host !== null && !isLoopback(config.host)) {
    throw new ConfigError(`HOST must be a loopback address such as 127.0.0.1, or ${remedy}.`)
  }
}

import type { Branch } from '../contract/orders.ts'
import { isLoopback } from './loopback.ts'
import { Settings } from './settings.ts'

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

/**
 * Reads every setting of the server from the environment; a blank value counts as absent.
 * @throws {ConfigError} naming the setting that cannot be used.
 */
export function readConfig(env: Record<string, string | undefined>): Config {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value?.trim()))
  const read = Settings.safeParse(given)
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

function readEntra(settings: Settings): EntraConfig | null {
  const { ENTRA_TENANT_ID, ENTRA_CLIENT_ID, ENTRA_CLIENT_SECRET } = settings
  if (ENTRA_TENANT_ID && ENTRA_CLIENT_ID && ENTRA_CLIENT_SECRET) {
    return { tenantId: ENTRA_TENANT_ID, clientId: ENTRA_CLIENT_ID, clientSecret: ENTRA_CLIENT_SECRET }
  }
  const all = { ENTRA_TENANT_ID, ENTRA_CLIENT_ID, ENTRA_CLIENT_SECRET }
  refusePart(all, 'Microsoft sign-in needs all three ENTRA_ settings')
  return null
}

function readAddressfinder(settings: Settings): AddressfinderConfig | null {
  const { ADDRESSFINDER_KEY, ADDRESSFINDER_SECRET, ADDRESSFINDER_URL } = settings
  if (ADDRESSFINDER_KEY && ADDRESSFINDER_SECRET) {
    return { key: ADDRESSFINDER_KEY, secret: ADDRESSFINDER_SECRET, url: ADDRESSFINDER_URL }
  }
  refusePart({ ADDRESSFINDER_KEY, ADDRESSFINDER_SECRET }, 'Addressfinder needs both key and secret')
  return null
}

function readGoSweetSpot(settings: Settings): GoSweetSpotConfig | null {
  const { GSS_ACCESS_KEY, GSS_SITE_ID, GSS_SUPPORT_EMAIL: supportEmail = null, GSS_BASE_URL: url } = settings
  if (GSS_ACCESS_KEY && GSS_SITE_ID) {
    const [auckland = '', christchurch = auckland] = GSS_SITE_ID.split(/\s*,\s*/)
    return { accessKey: GSS_ACCESS_KEY, siteIds: { auckland, christchurch }, supportEmail, url }
  }
  refusePart({ GSS_ACCESS_KEY, GSS_SITE_ID }, 'GoSweetSpot needs both key and site')
  return null
}

function readSmtp({ SMTP_URL, SMTP_FROM }: Settings): SmtpConfig | null {
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

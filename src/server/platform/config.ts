import type { BlockList } from 'node:net'
import type { CourierRule } from '../../contract/courier-rules.ts'
import type { Carton } from '../../contract/dispatch.ts'
import type { Branch } from '../../contract/orders.ts'
import { type BranchSender, DEMO_SENDERS } from '../../domain/freight/branch.ts'
import { type CutOff, DEFAULT_CUT_OFFS } from '../../domain/freight/cut-off.ts'
import { ACCOUNT_REMEDY, accountKey, type CourierAccounts, readAccounts } from './courier-settings.ts'
import { type PrinterConfig, readPrinters } from './printer-settings.ts'
import { ConfigError, type Environment, isLoopback, readSettings, refusePart, Settings } from './settings.ts'
import type { ShopSecret, ShopWebhooks } from './shop-settings.ts'

/** The application that is registered in the business's directory at Microsoft. */
export interface MicrosoftApplication {
  tenantId: string
  clientId: string
  clientSecret: string
}

/** Microsoft Entra ID as the identity provider. Without all three settings the local provider is used. */
export interface EntraConfig extends MicrosoftApplication {
  /** Whether guests of the directory may sign in. */
  guests: boolean
  /** The app roles required to sign in, to delete consignments and to import files; null requires none. */
  role: string | null
  deleteRole: string | null
  importRole: string | null
}

/** Addressfinder for address searches. Without key and secret the built-in gazetteer is used. */
export interface AddressfinderConfig {
  key: string
  secret: string
  /** Base address, without a trailing slash. */
  url: string
}

/**
 * Where consignments are booked: with the gateway, or with the built-in rate cards, which ship nothing. The rate
 * cards serve the demo; if they are requested by name (`simulated`), screen and paper say so. `none` aborts startup.
 */
type CouriersInUse = 'gateway' | 'demo' | 'simulated' | 'none'

/** What a stop of a customer's credit does to packing and booking: it refuses them, or asks for a confirmation (ORD-61). */
export type CreditStop = 'refuse' | 'warn'

/** The sender of e-mails; the name may be blank. */
export interface MailSender {
  name: string
  address: string
}

/** A mail server for outgoing e-mails. */
export interface SmtpConfig {
  kind: 'smtp'
  /** `smtp://` (encrypted if the server offers it) or `smtps://`, with user and password if required. */
  url: string
  from: MailSender
  /** Signs in to the user's mailbox by XOAUTH2 instead of a password; null if it does not. */
  application: MicrosoftApplication | null
}

/** Microsoft Graph for outgoing e-mails. */
export interface GraphConfig {
  kind: 'graph'
  /** The address or user principal name of the mailbox that sends. */
  mailbox: string
  from: MailSender
  application: MicrosoftApplication
}

/** How e-mails are sent. */
export type MailConfig = SmtpConfig | GraphConfig

/** The receivers of events. */
export interface WebhookConfig {
  urls: string[]
  /** `whsec_` and the signing key in base64. */
  secret: string
}

export interface Config {
  port: number
  /** The address to listen on; null listens on the loopback addresses, or with Entra on every interface. */
  host: string | null
  dataDir: string
  /** Null for the embedded database under `dataDir`. */
  databaseUrl: string | null
  /** Where changes are heard if `databaseUrl` leads to a pooler in transaction mode; null without one. */
  databaseListenUrl: string | null
  /** Where browsers reach this server, without a trailing slash; null means `http://localhost:{port}`. */
  publicUrl: string | null
  /** Origin of the data calls; empty means this server. */
  dataHost: string
  /** Base of the sign-in calls: `OWN_SIGN_IN` or a whole address. */
  authHost: string
  /** Number of pages of each list that an idle console loads; null means the default of the back end. */
  prefetchPages: number | null
  titusHost: string
  /** Hosts of product photos, over https; `*.` before a host means any subdomain. */
  imageHosts: string[]
  demo: boolean
  entra: EntraConfig | null
  /** Whether anyone on this machine may sign in, without a password. Without `entra`, `false` aborts startup. */
  localSignIn: boolean
  /** Milliseconds after which a session without requests ends. */
  sessionIdleMs: number
  /** Proxies whose X-Forwarded-For names the client. */
  trustedProxies: BlockList
  addressfinder: AddressfinderConfig | null
  /** The accounts with couriers that have an API. */
  accounts: CourierAccounts
  couriers: CouriersInUse
  courierRules: CourierRule[] | null
  /** What the branches pack in; null leaves the presets of the console. */
  cartons: Carton[] | null
  /** When the couriers' pick-ups at the branches are. */
  cutOffs: readonly CutOff[]
  /** Whether the ship station requires that items are verified by scanning. */
  verifiesItems: boolean
  creditStop: CreditStop
  /** Sender on labels; null prints none. */
  senders: Record<Branch, BranchSender | null>
  /** Printers that the server prints on; none leaves printing to the browser. */
  printers: readonly PrinterConfig[]
  /** Folder whose files are imported; null watches none. */
  watchDir: string | null
  /** Days after which taken and left-out arrivals are deleted. */
  arrivalsKeepDays: number
  /** The size limit of a file that staff load, in MiB. */
  importMaxMb: number
  /** Prefixes of order codes, by the name of their source in lower case (ORD-73). */
  orderCodePrefixes: ReadonlyMap<string, string>
  /** Where customers collect orders, as shops name these places. */
  pickupLocations: readonly string[]
  /** The shops whose webhooks are accepted. */
  shops: ShopWebhooks
  /** Bearer key of `GET /metrics` for other machines; null denies them. */
  metricsKey: string | null
  /** Null leaves e-mails in the queue. */
  mail: MailConfig | null
  /** Null sends no events. */
  webhooks: WebhookConfig | null
}

/**
 * Reads all settings of the server from the environment. A blank value counts as absent.
 * @throws {ConfigError} naming the invalid setting
 */
export function readConfig(env: Environment): Config {
  const settings = readSettings(Settings, env)
  const accounts = readAccounts(env, settings.ORDER_CODE_PREFIXES)
  const config: Config = {
    port: settings.PORT,
    host: settings.HOST ?? null,
    dataDir: settings.DATA_DIR,
    databaseUrl: settings.DATABASE_URL ?? null,
    databaseListenUrl: readListenUrl(settings),
    publicUrl: settings.PUBLIC_URL ?? null,
    dataHost: settings.DATA_HOST,
    authHost: settings.AUTH_HOST,
    prefetchPages: settings.PREFETCH_PAGES ?? null,
    titusHost: settings.TITUS_TRACKING_HOST,
    imageHosts: settings.IMAGE_HOSTS,
    demo: settings.DEMO === 'on',
    entra: readEntra(settings),
    localSignIn: readLocalSignIn(settings),
    sessionIdleMs: settings.SESSION_IDLE,
    trustedProxies: settings.TRUSTED_PROXY,
    addressfinder: readAddressfinder(settings),
    accounts,
    couriers: readCouriers(settings, accounts),
    courierRules: settings.COURIER_RULES ?? null,
    cartons: settings.CARTONS ?? null,
    cutOffs: settings.CUT_OFFS ?? DEFAULT_CUT_OFFS,
    verifiesItems: settings.VERIFY_ITEMS === 'on',
    creditStop: settings.CREDIT_STOP,
    senders: {
      auckland: readSender(settings, 'auckland'),
      christchurch: readSender(settings, 'christchurch'),
    },
    printers: printersOf(settings, accounts),
    watchDir: settings.WATCH_DIR ?? null,
    arrivalsKeepDays: settings.ARRIVALS_KEEP_DAYS,
    importMaxMb: settings.IMPORT_MAX_MB,
    orderCodePrefixes: settings.ORDER_CODE_PREFIXES,
    pickupLocations: settings.PICKUP_LOCATIONS,
    shops: { shopify: readShopify(settings), woocommerce: settings.WOOCOMMERCE_WEBHOOK_SECRET ?? [] },
    metricsKey: settings.METRICS_KEY ?? null,
    mail: readMail(settings),
    webhooks: readWebhooks(settings),
  }
  refuseOpenLocalProvider(config)
  return config
}

function readListenUrl({ DATABASE_URL, DATABASE_LISTEN_URL }: Settings): string | null {
  if (DATABASE_LISTEN_URL === undefined) return null
  if (DATABASE_URL === undefined) throw new ConfigError('DATABASE_LISTEN_URL needs DATABASE_URL beside it.')
  return DATABASE_LISTEN_URL
}

function readEntra(settings: Settings): EntraConfig | null {
  const { ENTRA_TENANT_ID, ENTRA_CLIENT_ID, ENTRA_CLIENT_SECRET } = settings
  if (ENTRA_TENANT_ID && ENTRA_CLIENT_ID && ENTRA_CLIENT_SECRET) {
    return {
      tenantId: ENTRA_TENANT_ID,
      clientId: ENTRA_CLIENT_ID,
      clientSecret: ENTRA_CLIENT_SECRET,
      guests: settings.ENTRA_GUESTS === 'allow',
      role: settings.ENTRA_ROLE ?? null,
      deleteRole: settings.ENTRA_DELETE_ROLE ?? null,
      importRole: settings.ENTRA_IMPORT_ROLE ?? null,
    }
  }
  const all = { ENTRA_TENANT_ID, ENTRA_CLIENT_ID, ENTRA_CLIENT_SECRET }
  refusePart(all, 'Microsoft sign-in needs all three ENTRA_ settings')
  // Without Microsoft they would promise a restriction that is not enforced.
  const { ENTRA_ROLE, ENTRA_DELETE_ROLE, ENTRA_IMPORT_ROLE } = settings
  for (const [name, value] of Object.entries({ ENTRA_ROLE, ENTRA_DELETE_ROLE, ENTRA_IMPORT_ROLE })) {
    if (value)
      throw new ConfigError(
        `${name} works with Microsoft sign-in only: set ENTRA_TENANT_ID, ENTRA_CLIENT_ID and ENTRA_CLIENT_SECRET too.`,
      )
  }
  return null
}

function readLocalSignIn({ LOCAL_SIGN_IN, DEMO, ENTRA_TENANT_ID }: Settings): boolean {
  if (ENTRA_TENANT_ID === undefined) return (LOCAL_SIGN_IN ?? DEMO) === 'on'
  if (LOCAL_SIGN_IN === 'on') {
    throw new ConfigError('LOCAL_SIGN_IN must not be on where ENTRA_TENANT_ID is set: remove one of them.')
  }
  return false
}

function readAddressfinder(settings: Settings): AddressfinderConfig | null {
  const { ADDRESSFINDER_KEY, ADDRESSFINDER_SECRET, ADDRESSFINDER_URL } = settings
  if (ADDRESSFINDER_KEY && ADDRESSFINDER_SECRET) {
    return { key: ADDRESSFINDER_KEY, secret: ADDRESSFINDER_SECRET, url: ADDRESSFINDER_URL }
  }
  refusePart({ ADDRESSFINDER_KEY, ADDRESSFINDER_SECRET }, 'Addressfinder needs both key and secret')
  return null
}

function readCouriers({ COURIERS, DEMO }: Settings, accounts: CourierAccounts): CouriersInUse {
  const key = accountKey(accounts)
  if (COURIERS === undefined) return key !== null ? 'gateway' : DEMO === 'on' ? 'demo' : 'none'
  if (key !== null) {
    throw new ConfigError(`COURIERS must not be simulated where ${key} is set: remove one of them.`)
  }
  return 'simulated'
}

function readSender(settings: Settings, branch: Branch): BranchSender | null {
  const prefix = branch === 'auckland' ? 'AUCKLAND' : 'CHRISTCHURCH'
  const name = settings[`${prefix}_SENDER_NAME`]
  const phone = settings[`${prefix}_SENDER_PHONE`]
  const address = settings[`${prefix}_SENDER_ADDRESS`]
  if (name && phone && address) return { name, phone, ...address }
  const all = {
    [`${prefix}_SENDER_NAME`]: name,
    [`${prefix}_SENDER_PHONE`]: phone,
    [`${prefix}_SENDER_ADDRESS`]: address,
  }
  refusePart(all, 'a sender has a name, a phone number and an address')
  return settings.DEMO === 'on' ? DEMO_SENDERS[branch] : null
}

function printersOf({ PRINTERS }: Settings, { goSweetSpot }: CourierAccounts): PrinterConfig[] {
  if (PRINTERS === undefined) return []
  try {
    const printers = readPrinters(PRINTERS)
    const agent = printers.findIndex(({ address }) => address.kind === 'gss')
    if (agent !== -1 && goSweetSpot === null) {
      throw new Error(`printer ${agent + 1}: address needs GSS_ACCESS_KEY and GSS_SITE_ID`)
    }
    return printers
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    throw new ConfigError(`PRINTERS ${PRINTERS}: ${why}.`)
  }
}

/** One secret belongs to the shop of SHOPIFY_SHOP; several name their shops themselves. */
function readShopify({ SHOPIFY_WEBHOOK_SECRET, SHOPIFY_SHOP }: Settings): readonly ShopSecret[] {
  if (SHOPIFY_WEBHOOK_SECRET && SHOPIFY_SHOP) {
    if (SHOPIFY_WEBHOOK_SECRET.some(({ shop }) => shop !== null)) {
      throw new ConfigError('SHOPIFY_SHOP must not be set where SHOPIFY_WEBHOOK_SECRET names the shops.')
    }
    return SHOPIFY_WEBHOOK_SECRET.map(({ secret }) => ({ shop: SHOPIFY_SHOP, secret }))
  }
  if (SHOPIFY_WEBHOOK_SECRET?.every(({ shop }) => shop !== null)) return SHOPIFY_WEBHOOK_SECRET
  refusePart({ SHOPIFY_WEBHOOK_SECRET, SHOPIFY_SHOP }, 'a webhook of Shopify needs its secret and its shop')
  return []
}

function readMail(settings: Settings): MailConfig | null {
  if (settings.MAIL === 'graph') return readGraph(settings)
  const { MAIL, GRAPH_MAILBOX, SMTP_URL, SMTP_FROM, SMTP_AUTH } = settings
  if (GRAPH_MAILBOX) throw new ConfigError('GRAPH_MAILBOX works with MAIL=graph only: set it, too.')
  if (SMTP_URL && SMTP_FROM) {
    const application = SMTP_AUTH ? mailApplication(settings, `SMTP_AUTH=${SMTP_AUTH}`) : null
    if (application !== null) refuseWithoutMailbox(SMTP_URL)
    return { kind: 'smtp', url: SMTP_URL, from: SMTP_FROM, application }
  }
  refusePart({ SMTP_URL, SMTP_FROM }, 'sending e-mail needs both server and sender')
  for (const [name, value] of Object.entries({ MAIL, SMTP_AUTH })) {
    if (value) throw new ConfigError(`SMTP_URL and SMTP_FROM must be set too: ${name} is ${value}.`)
  }
  return null
}

function readGraph(settings: Settings): GraphConfig {
  const { SMTP_URL, SMTP_AUTH, SMTP_FROM, GRAPH_MAILBOX } = settings
  for (const [name, value] of Object.entries({ SMTP_URL, SMTP_AUTH })) {
    if (value) throw new ConfigError(`${name} must not be set where MAIL is graph: remove one of them.`)
  }
  if (!SMTP_FROM) throw new ConfigError('SMTP_FROM must be set too: MAIL=graph needs the sender of e-mails.')
  const application = mailApplication(settings, 'MAIL=graph')
  return { kind: 'graph', mailbox: GRAPH_MAILBOX ?? SMTP_FROM.address, from: SMTP_FROM, application }
}

/** The application of Microsoft sign-in also sends the e-mails. */
function mailApplication(settings: Settings, setting: string): MicrosoftApplication {
  const entra = readEntra(settings)
  if (entra === null) {
    throw new ConfigError(
      `${setting} needs an application at Microsoft: set ENTRA_TENANT_ID, ENTRA_CLIENT_ID and ENTRA_CLIENT_SECRET too.`,
    )
  }
  const { tenantId, clientId, clientSecret } = entra
  return { tenantId, clientId, clientSecret }
}

function refuseWithoutMailbox(url: string): void {
  const { username, password } = new URL(url)
  if (username !== '' && password === '') return
  throw new ConfigError(
    'SMTP_URL must have a mailbox and no password where SMTP_AUTH is xoauth2, such as smtp://orders%40example.com@smtp.office365.com:587.',
  )
}

function readWebhooks({ WEBHOOK_URL, WEBHOOK_SECRET }: Settings): WebhookConfig | null {
  if (WEBHOOK_URL && WEBHOOK_SECRET) return { urls: WEBHOOK_URL, secret: WEBHOOK_SECRET }
  refusePart({ WEBHOOK_URL, WEBHOOK_SECRET }, 'events need both an address and a key to sign them')
  return null
}

/**
 * The local identity provider signs anyone in with one press, so it must not be reachable from another machine.
 * @throws {ConfigError} if the server would be reachable
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

/**
 * The demo signs anyone in and books nothing real. A business must choose either, so that a forgotten setting does not.
 * Commands beside the server need neither.
 * @throws {ConfigError} if a business would start without a choice of sign-in or couriers
 */
export function refuseWithoutChoice(config: Pick<Config, 'entra' | 'localSignIn' | 'couriers'>): void {
  if (config.entra === null && !config.localSignIn) {
    throw new ConfigError(
      'Without the demo, set ENTRA_TENANT_ID, ENTRA_CLIENT_ID and ENTRA_CLIENT_SECRET to sign in with Microsoft, or LOCAL_SIGN_IN=on to let anyone on this machine sign in without a password.',
    )
  }
  if (config.couriers === 'none') {
    throw new ConfigError(`With DEMO=off, set ${ACCOUNT_REMEDY}, or COURIERS=simulated to book nothing real.`)
  }
}

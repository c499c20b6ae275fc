import { readFileSync } from 'node:fs'
import { BlockList, isIP } from 'node:net'
import * as z from 'zod'
import { CourierRule } from '../../contract/courier-rules.ts'
import { Carton } from '../../contract/dispatch.ts'
import { BRANCHES } from '../../contract/orders.ts'
import { fold } from '../../domain/format/text.ts'
import { cartonsAt, MOST_CARTONS } from '../../domain/freight/cartons.ts'
import type { CutOff } from '../../domain/freight/cut-off.ts'
import { LOG_LEVELS } from './log.ts'
import { parsePostgresAddress } from './postgres-address.ts'
import { shopifyDomain, shopSecrets } from './shop-settings.ts'

/** Base path of the sign-in calls of this server. */
export const OWN_SIGN_IN = '/identity'

/** Below the project, so that each copy of the project has a database of its own. */
export const DEFAULT_DATA_DIR = './data'

const NOT_A_PORT = 'must be a port number from 0 to 65535'

/** Normalises an address: lower case, no default port, no trailing slash. */
const webAddress = z
  .url({ protocol: /^https?$/, error: 'must be an http or https address' })
  .transform((address) => new URL(address))
  .refine(({ username, password, search, hash }) => !(username || password || search || hash), {
    error: 'must be an address without user, query and fragment',
  })

const origin = webAddress
  .refine(({ pathname }) => pathname === '/', { error: 'must be an address without a path' })
  .transform((address) => address.origin)

/** Text for a header. Error messages never show its value. */
export const secret = z
  .string()
  .trim()
  .regex(/^[!-~]+$/, { error: 'must be letters, digits and signs without a space' })

/** An address without a trailing slash. */
export const base = webAddress.transform(({ origin, pathname }) => origin + pathname.replace(/\/+$/, ''))

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/

/** Whether a host name or address stays on this machine. */
export function isLoopback(host: string): boolean {
  return LOOPBACK.test(host)
}

/** One printed line of a label. */
const line = z
  .string()
  .trim()
  .regex(/^\P{C}+$/u, { error: 'must be one line of text' })

const SENDER_ADDRESS = /^(?<street>.+?), *(?<suburb>[^,]+), *(?<city>[^,]+?) +(?<postcode>\d{4})$/

/** Street, suburb, city and postcode as one line. */
const senderAddress = line
  .regex(SENDER_ADDRESS, { error: 'must be like 1 Example Road, Penrose, Auckland 1061' })
  .transform((address) => {
    const { street = '', suburb = '', city = '', postcode = '' } = SENDER_ADDRESS.exec(address)?.groups ?? {}
    return { street, suburb, city, postcode }
  })

/** A host, or with `*.` any of its subdomains. */
const HOST_PATTERN = /^(\*\.)?[a-z0-9-]+(\.[a-z0-9-]+)+$/
/** The value of an Entra app role. */
const appRole = z
  .string()
  .trim()
  .regex(/^[!-~]{1,120}$/, {
    error: 'must be the value of an app role: letters, digits and signs without a space',
  })

/** Of a file that staff load. The temporary copy of the import has about the same size. */
const LARGEST_IMPORT_MB = 2000
const NOT_A_SIZE = `must be a whole number of MB from 1 to ${LARGEST_IMPORT_MB}`
const DEFAULT_IMPORT_MB = 100

const NOT_PAGES = 'must be a whole number from 0 to 50'
const NOT_KEEP_DAYS = 'must be a whole number of days from 1 to 3650'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const SHORTEST_IDLE_MS = 5 * MINUTE_MS
/** A session ends after 12 hours anyway (SIGN-6). */
const LONGEST_IDLE_MS = 12 * HOUR_MS
const DEFAULT_IDLE_MS = 4 * HOUR_MS
const NOT_AN_IDLE_TIME = 'must be a time from 5m to 12h, such as 30m or 4h'

/** '30m' or '4h', in milliseconds. */
const idleTime = z
  .string()
  .trim()
  .regex(/^\d{1,4}[mh]$/, { error: NOT_AN_IDLE_TIME })
  .transform((time) => Number.parseInt(time, 10) * (time.endsWith('h') ? HOUR_MS : MINUTE_MS))
  .refine((time) => time >= SHORTEST_IDLE_MS && time <= LONGEST_IDLE_MS, { error: NOT_AN_IDLE_TIME })

/** Addresses and networks separated by commas: '127.0.0.1, 10.0.0.0/8'. */
const proxies = z.string().transform((text, { addIssue }) => {
  const list = new BlockList()
  for (const one of text.split(',').map((part) => part.trim())) {
    if (addNetwork(list, one)) continue
    addIssue('must be addresses or networks such as 127.0.0.1, 10.0.0.0/8')
    return z.NEVER
  }
  return list
})

function addNetwork(list: BlockList, text: string): boolean {
  const [, address = '', bits] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(text) ?? []
  const version = isIP(address)
  const length = version === 4 ? 32 : 128
  if (version === 0 || Number(bits ?? length) > length) return false
  list.addSubnet(address, Number(bits ?? length), version === 4 ? 'ipv4' : 'ipv6')
  return true
}

/** Addresses of receivers separated by commas. A query is allowed, because some receivers identify the sender by it. */
const receivers = z
  .string()
  .transform((text) => text.split(',').map((part) => part.trim()))
  .refine((addresses) => addresses.every(isReceiver), {
    error: 'must be http or https addresses without user and fragment, with commas between',
  })
  .transform((addresses) => [...new Set(addresses.map((address) => new URL(address).href))])

function isReceiver(text: string): boolean {
  // A space would be encoded: more likely a comma is missing.
  if (/\s/.test(text) || !URL.canParse(text)) return false
  const { protocol, username, password, hash } = new URL(text)
  return /^https?:$/.test(protocol) && !(username || password || hash)
}

/** Names separated by commas: 'Greenpoint Store, Hornby'. */
const names = z.string().transform((text) =>
  text
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean),
)

/** An address of one or more servers of PostgreSQL, as it was written. */
const postgresAddress = z.string().superRefine((text, { addIssue }) => {
  const address = parsePostgresAddress(text)
  if ('fault' in address) addIssue(address.fault)
})

/** Names of sources, each with the prefix of its order codes, separated by commas: 'Web shop=W-, Xero=X-'. */
const codePrefixes = z.string().transform((text, { addIssue }) => {
  const prefixes = new Map<string, string>()
  for (const part of text.split(',')) {
    const [, source = '', prefix = ''] = CODE_PREFIX.exec(part.trim()) ?? []
    if (source === '' || prefixes.has(source.toLowerCase()) || [...prefixes.values()].includes(prefix)) {
      addIssue('must be names of sources, each with a prefix of its own, such as Web shop=W-, Xero=X-')
      return z.NEVER
    }
    prefixes.set(source.toLowerCase(), prefix)
  }
  return prefixes
})

const CODE_PREFIX = /^(.{1,100}?)\s*=\s*(\p{L}[\p{L}._-]{0,9})$/u

/** The length of a signing key in bytes, as Standard Webhooks prescribes. */
const SHORTEST_KEY = 24
const LONGEST_KEY = 64

/** `whsec_` and the signing key in base64. */
const signingSecret = z.string().trim().refine(isSigningSecret, {
  error: 'must be whsec_ and 24 to 64 bytes in base64: echo whsec_$(openssl rand -base64 32) makes one',
})

function isSigningSecret(text: string): boolean {
  const [, base64 = ''] = /^whsec_(.+)$/.exec(text) ?? []
  const key = Buffer.from(base64, 'base64')
  return key.length >= SHORTEST_KEY && key.length <= LONGEST_KEY && key.toString('base64') === base64
}

/** `Dispatch <orders@example.com>`, or the address alone. */
const MAIL_SENDER =
  /^(?:(?<name>[^<>\p{C}]+) <(?<named>[^\s<>@,]+@[^\s<>@,]+)>|(?<plain>[^\s<>@,]+@[^\s<>@,]+))$/u

/** An address or a user principal name. */
const MAILBOX = /^[^\s<>@,]+@[^\s<>@,]+$/

/** Login shells set `MAIL` to the path of the user's mailbox, which is no setting of ours. */
const mailMethod = z.preprocess(
  (value) => (String(value).startsWith('/') ? undefined : value),
  z.enum(['smtp', 'graph'], { error: "must be 'smtp' or 'graph'" }).optional(),
)

/** The path of a JSON file with courier rules, read as the rules. */
const courierRulesFile = listFile({
  entries: z.array(CourierRule, { error: 'must be a list of rules' }),
  noun: 'rule',
  isSame: (one, other) => fold(one.name) === fold(other.name),
})

/** The path of a JSON file with the cartons of the branches, read as the cartons. */
const cartonsFile = listFile({
  entries: z.array(Carton, { error: 'must be a list of cartons' }),
  noun: 'carton',
  isSame: (one, other) =>
    // Staff type a carton's name in any case.
    fold(one.name) === fold(other.name) &&
    (one.branch === other.branch || one.branch === undefined || other.branch === undefined),
  fault(cartons) {
    const full = BRANCHES.find((branch) => cartonsAt(cartons, branch).length > MOST_CARTONS)
    return full === undefined ? null : `must have at most ${MOST_CARTONS} cartons for ${full}`
  },
})

interface ListFile<Entry extends { name: string }> {
  entries: z.ZodType<Entry[]>
  /** What an entry is called. */
  noun: string
  /** Whether two entries have the same name, which only one may have. */
  isSame(one: Entry, other: Entry): boolean
  /** What is wrong with all of them together; null if nothing is. */
  fault?(entries: readonly Entry[]): string | null
}

/** The path of a JSON file with a list, read as its entries. Errors name the file, the entry and the field. */
function listFile<Entry extends { name: string }>({ entries, noun, isSame, fault }: ListFile<Entry>) {
  return z.string().transform((path, { addIssue }): Entry[] => {
    const fail = (fault: string) => {
      addIssue(`${path}${fault}`)
      return z.NEVER
    }
    const content = readJson(path)
    if ('fault' in content) return fail(` ${content.fault}`)
    const read = entries.safeParse(content.value)
    if (!read.success) {
      const { path: [index, ...fields] = [], message = '' } = read.error.issues[0] ?? {}
      if (typeof index !== 'number') return fail(` ${message}`)
      return fail(
        `: ${noun} ${index + 1}${nameOf(content.value, index)}: ${[fields.join('.'), message].join(' ').trim()}`,
      )
    }
    const list = read.data
    const again = list.findIndex((entry, index) =>
      list.slice(0, index).some((earlier) => isSame(earlier, entry)),
    )
    if (again >= 0) return fail(`: ${noun} ${again + 1} (${list[again]?.name}): name is used twice`)
    const whole = fault?.(list) ?? null
    return whole === null ? list : fail(` ${whole}`)
  })
}

function readJson(path: string): { value: unknown } | { fault: string } {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch {
    return { fault: 'is a file that cannot be read' }
  }
  try {
    return { value: JSON.parse(text) }
  } catch {
    return { fault: 'is not valid JSON' }
  }
}

function nameOf(list: unknown, index: number): string {
  const entry: unknown = Array.isArray(list) ? list[index] : null
  const name: unknown = typeof entry === 'object' && entry !== null ? Reflect.get(entry, 'name') : null
  return typeof name === 'string' && name.trim() !== '' ? ` (${name.trim()})` : ''
}

const TIME = /^([01]\d|2[0-3]):[0-5]\d$/
const FORMAT =
  "must be times such as '15:30, nzpost 16:00, nzpost christchurch 14:45': a courier's slug and a branch may come before each time"

/** Cut-off times, separated by commas: each a time with the courier, the branch or both that it is for. */
const cutOffs = z.string().transform((text, { addIssue }): CutOff[] => {
  const entries = text.split(',').map((entry) => entry.trim().toLowerCase().split(/\s+/))
  const read = entries.flatMap(readCutOff)
  if (read.length === entries.length) return read
  addIssue(FORMAT)
  return z.NEVER
})

function readCutOff(words: readonly string[]): CutOff[] {
  const time = words.at(-1) ?? ''
  const branch = BRANCHES.find((one) => words.slice(0, -1).includes(one)) ?? null
  const [courier = null, ...others] = words.slice(0, -1).filter((word) => word !== branch)
  return TIME.test(time) && others.length === 0 ? [{ time, courier, branch }] : []
}

/** The settings of the environment with their formats and defaults, besides those of couriers. `config.ts` combines them. */
export const Settings = z.object({
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
  DATA_DIR: z.string().default(DEFAULT_DATA_DIR),
  DATABASE_URL: postgresAddress.optional(),
  DATABASE_LISTEN_URL: postgresAddress.optional(),
  PUBLIC_URL: origin.optional(),
  DATA_HOST: origin.default(''),
  AUTH_HOST: z
    .union([z.literal(OWN_SIGN_IN), base], { error: `must be ${OWN_SIGN_IN} or an http or https address` })
    .default(OWN_SIGN_IN),
  PREFETCH_PAGES: z.coerce
    .number({ error: NOT_PAGES })
    .int({ error: NOT_PAGES })
    .min(0, { error: NOT_PAGES })
    .max(50, { error: NOT_PAGES })
    .optional(),
  TITUS_TRACKING_HOST: z
    .string()
    .regex(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/i, { error: 'must be a host name such as track.titus.example' })
    .default('track.titus.example'),
  IMAGE_HOSTS: z
    .string()
    .transform((hosts) =>
      hosts
        .trim()
        .toLowerCase()
        .split(/\s*,\s*/),
    )
    .refine((hosts) => hosts.every((host) => HOST_PATTERN.test(host)), {
      error: 'must be host names with commas between, such as images.example, *.cdn.example',
    })
    .default([]),
  DEMO: z.enum(['on', 'off'], { error: "must be 'on' or 'off'" }).default('on'),
  LOG_LEVEL: z.enum(LOG_LEVELS, { error: `must be one of ${LOG_LEVELS.join(', ')}` }).default('info'),
  ENTRA_TENANT_ID: z
    .guid({ error: 'must be the id of the directory, such as 01234567-89ab-cdef-0123-456789abcdef' })
    .optional(),
  ENTRA_CLIENT_ID: z.string().optional(),
  ENTRA_CLIENT_SECRET: z.string().optional(),
  ENTRA_GUESTS: z.enum(['refuse', 'allow'], { error: "must be 'refuse' or 'allow'" }).default('refuse'),
  ENTRA_ROLE: appRole.optional(),
  ENTRA_DELETE_ROLE: appRole.optional(),
  ENTRA_IMPORT_ROLE: appRole.optional(),
  LOCAL_SIGN_IN: z.enum(['on', 'off'], { error: "must be 'on' or 'off'" }).optional(),
  SESSION_IDLE: idleTime.default(DEFAULT_IDLE_MS),
  TRUSTED_PROXY: proxies.default(() => new BlockList()),
  ADDRESSFINDER_KEY: z.string().optional(),
  ADDRESSFINDER_SECRET: secret.optional(),
  ADDRESSFINDER_URL: base.default('https://api.addressfinder.io'),
  COURIERS: z.enum(['simulated'], { error: "must be 'simulated' where it is set" }).optional(),
  COURIER_RULES: courierRulesFile.optional(),
  CARTONS: cartonsFile.optional(),
  CUT_OFFS: cutOffs.optional(),
  AUCKLAND_SENDER_NAME: line.optional(),
  AUCKLAND_SENDER_PHONE: line.optional(),
  AUCKLAND_SENDER_ADDRESS: senderAddress.optional(),
  CHRISTCHURCH_SENDER_NAME: line.optional(),
  CHRISTCHURCH_SENDER_PHONE: line.optional(),
  CHRISTCHURCH_SENDER_ADDRESS: senderAddress.optional(),
  VERIFY_ITEMS: z.enum(['on', 'off'], { error: "must be 'on' or 'off'" }).default('off'),
  CREDIT_STOP: z.enum(['refuse', 'warn'], { error: "must be 'refuse' or 'warn'" }).default('refuse'),
  WATCH_DIR: z.string().optional(),
  ARRIVALS_KEEP_DAYS: z.coerce
    .number({ error: NOT_KEEP_DAYS })
    .int({ error: NOT_KEEP_DAYS })
    .min(1, { error: NOT_KEEP_DAYS })
    .max(3650, { error: NOT_KEEP_DAYS })
    .default(30),
  IMPORT_MAX_MB: z.coerce
    .number({ error: NOT_A_SIZE })
    .int({ error: NOT_A_SIZE })
    .min(1, { error: NOT_A_SIZE })
    .max(LARGEST_IMPORT_MB, { error: NOT_A_SIZE })
    .default(DEFAULT_IMPORT_MB),
  ORDER_CODE_PREFIXES: codePrefixes.default(() => new Map<string, string>()),
  PICKUP_LOCATIONS: names.default([]),
  SHOPIFY_WEBHOOK_SECRET: shopSecrets.optional(),
  SHOPIFY_SHOP: shopifyDomain.optional(),
  WOOCOMMERCE_WEBHOOK_SECRET: shopSecrets.optional(),
  PRINTERS: z.string().optional(),
  METRICS_KEY: secret.min(16, { error: 'must have at least 16 characters' }).optional(),
  MAIL: mailMethod,
  GRAPH_MAILBOX: z
    .string()
    .trim()
    .regex(MAILBOX, { error: 'must be the mailbox that sends e-mails, such as orders@example.com' })
    .optional(),
  SMTP_AUTH: z.enum(['xoauth2'], { error: "must be 'xoauth2' where it is set" }).optional(),
  SMTP_URL: z
    .url({ protocol: /^smtps?$/, error: 'must be an address such as smtp://user:password@mail.example:587' })
    .refine(isDecodable, { error: 'must have user and password percent-encoded: % is %25' })
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
  WEBHOOK_URL: receivers.optional(),
  WEBHOOK_SECRET: signingSecret.optional(),
})
export type Settings = z.output<typeof Settings>

/**
 * What a setting means, in Markdown, with its default if that is not the plain value of its format; or the setting that is
 * described together with it.
 */
export type SettingDescription<Name extends string> =
  | string
  | { default: string; meaning: string }
  | { with: Name }

/** Whether user and password can be decoded: a literal `%` must be written as `%25`. */
function isDecodable(address: string): boolean {
  try {
    const { username, password } = new URL(address)
    decodeURIComponent(username + password)
    return true
  } catch {
    return false
  }
}

/** An invalid setting. Its message is one sentence that names the setting. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
}

/**
 * Reads the settings of a schema from the environment. A blank value counts as absent.
 * @throws {ConfigError} naming the invalid setting
 */
export function readSettings<Read>(formats: z.ZodType<Read>, env: Environment): Read {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value?.trim()))
  const read = formats.safeParse(given)
  if (read.success) return read.data
  const issue = read.error.issues[0]
  throw new ConfigError(`${String(issue?.path[0])} ${issue?.message}.`)
}

export type Environment = Readonly<Record<string, string | undefined>>

/**
 * Ensures that settings that belong together are all given or all absent.
 * @throws {ConfigError} if only some are given
 */
export function refusePart(together: Record<string, unknown>, why: string): void {
  const missing = Object.entries(together).flatMap(([name, value]) => (value ? [] : [name]))
  if (missing.length === Object.keys(together).length) return
  throw new ConfigError(`${missing.join(' and ')} must be set too: ${why}.`)
}

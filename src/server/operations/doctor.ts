import { existsSync, readdirSync, statfsSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { type Kysely, sql } from 'kysely'
import type { CourierRule } from '../../contract/courier-rules.ts'
import { BRANCHES, SHIPPING_COMPANIES } from '../../contract/orders.ts'
import type { Clock } from '../../domain/calendar/nz-time.ts'
import { counted } from '../../domain/format/text.ts'
import { branchLabel } from '../../domain/freight/address.ts'
import { coveredBy } from '../../domain/freight/courier-rules.ts'
import { courierLabel } from '../../domain/freight/couriers.ts'
import { otherStatus } from '../../domain/orders/order-status.ts'
import { standingOfWord } from '../../domain/orders/standing.ts'
import { accountProblems } from '../couriers/ask-couriers.ts'
import { agentOf, apiCouriers } from '../couriers/known/api-couriers.ts'
import { RATE_CARDS } from '../couriers/rate-cards/cards.ts'
import { integrityFaults } from '../db/backup.ts'
import { databaseFile, formerDatabase, nameOfDatabase, openDatabase } from '../db/connection.ts'
import { missingMigrations } from '../db/migrate.ts'
import type { Database } from '../db/schema.ts'
import { CLOCKS_APART_MS, timestamp } from '../db/times.ts'
import { countSourceChanges } from '../orders/source-changes.ts'
import { applicationTokens } from '../outbox/microsoft-tokens.ts'
import { type Config, readConfig, type SmtpConfig } from '../platform/config.ts'
import { ACCOUNT_KEYS, accountKey } from '../platform/courier-settings.ts'
import { isProgram } from '../platform/launcher.ts'
import { SETTING_NAMES } from '../platform/setting-descriptions.ts'
import { ConfigError, isLoopback } from '../platform/settings.ts'
import { createPrinters } from '../printing/create-printers.ts'
import { openSessions } from '../sign-in/session-store.ts'
import { endpointStates } from '../webhooks/store.ts'
import { plainTable, runCommandLine } from './command-line.ts'
import { type Figures, readFigures, type Waiting } from './figures.ts'

/** Result of a check: fine, or in need of attention. */
export interface Finding {
  check: string
  needsAttention: boolean
  detail: string
}

function fine(check: string, detail: string): Finding {
  return { check, needsAttention: false, detail }
}

function attention(check: string, detail: string): Finding {
  return { check, needsAttention: true, detail }
}

/** `npm run doctor`: checks the installation, and prints what it found. */
async function runDoctor(parameters: readonly string[]): Promise<void> {
  if (parameters.length > 0) throw new ConfigError('The doctor takes no parameters: npm run doctor.')
  const findings = [...(await checkServer()), ...checkSettingNames(process.env)]
  const rows = findings.map(({ check, needsAttention, detail }) => [
    check,
    needsAttention ? 'attention' : 'ok',
    detail,
  ])
  process.stdout.write(plainTable([['Check', 'State', 'Detail'], ...rows]))
  if (findings.some(({ needsAttention }) => needsAttention)) process.exitCode = 1
}

/** An invalid setting is a finding like others, because a misspelt one may be its cause. */
async function checkServer(): Promise<Finding[]> {
  try {
    const config = readConfig(process.env)
    return [
      ...checkSettings(config),
      ...checkWatchFolder(config.watchDir),
      ...checkCourierRules(config),
      ...checkCartons(config),
      ...(await checkMail(config)),
      ...(await checkCouriers(config)),
      ...(await checkPrinters(config)),
      ...(await checkDatabase(config)),
    ]
  } catch (error) {
    if (error instanceof ConfigError) return [attention('Settings', error.message)]
    throw error
  }
}

/** Read-only: it migrates no tables and creates no database. */
async function checkDatabase(config: Config): Promise<Finding[]> {
  const isEmbedded = config.databaseUrl === null
  const former = formerDatabase(config)
  const forgotten = former === null ? [] : [attention('Database', former)]
  if (isEmbedded && !existsSync(databaseFile(config.dataDir))) {
    return [...forgotten, attention('Database', `DATA_DIR ${resolve(config.dataDir)} holds no database yet.`)]
  }
  const files = [
    ...forgotten,
    fine('Database', `${nameOfDatabase(config)}.`),
    ...(isEmbedded ? checkDatabaseFiles(config.dataDir) : []),
  ]
  try {
    const db = await openDatabase(config, { isPatient: true, migrates: false })
    try {
      const postgres = isEmbedded ? [] : await checkPostgres(db)
      return [...files, ...postgres, ...(await checkData({ db, clock: Date.now, config }))]
    } finally {
      await db.destroy()
    }
  } catch (error) {
    return [...files, attention('Database', error instanceof Error ? error.message : String(error))]
  }
}

/** Settings that are valid but probably not intended for a business; skipped for the demo. */
export function checkSettings(config: Config): Finding[] {
  if (config.demo) {
    return config.entra === null
      ? [fine('Settings', 'DEMO is on: sign-in, addresses and couriers are simulated.')]
      : [attention('Settings', 'DEMO is on with Microsoft sign-in: set DEMO=off for a business.')]
  }
  const found = [...signIn(config), ...services(config), ...labels(config)]
  return found.length > 0 ? found : [fine('Settings', 'Nothing looks wrong.')]
}

function signIn({ entra, localSignIn, publicUrl, trustedProxies }: Config): Finding[] {
  if (entra === null) {
    const reason = localSignIn
      ? 'Anyone on this machine signs in with one press: set the ENTRA_ settings.'
      : 'Neither the ENTRA_ settings nor LOCAL_SIGN_IN is set: the server does not start.'
    return [attention('Sign-in', reason)]
  }
  const found: Finding[] = []
  if (publicUrl === null || publicUrl.startsWith('http:')) {
    found.push(attention('Sign-in', 'PUBLIC_URL is not https: Microsoft redirects to no other address.'))
  } else if (trustedProxies.rules.length === 0) {
    found.push(attention('Rate limits', 'TRUSTED_PROXY is not set: all clients of a proxy share one limit.'))
  }
  return found
}

function services({ mail, addressfinder, webhooks }: Config): Finding[] {
  const found: Finding[] = []
  if (mail === null) found.push(attention('E-mail', 'SMTP_URL is not set: e-mails stay queued.'))
  if (mail?.kind === 'smtp' && isPasswordAtMicrosoft(mail)) {
    const when =
      'Microsoft disables that by default at the end of December 2026; an administrator can enable it again'
    const what = `SMTP_URL signs in to ${new URL(mail.url).hostname} with a password. ${when}.`
    found.push(attention('E-mail', `${what} Set MAIL=graph or SMTP_AUTH=xoauth2.`))
  }
  if (addressfinder === null) {
    found.push(attention('Addresses', 'ADDRESSFINDER_KEY is not set: house numbers are invented.'))
  }
  if (webhooks?.urls.some(isOpen)) {
    found.push(attention('Webhooks', 'WEBHOOK_URL is not https: others can read the events on their way.'))
  }
  return found
}

/** Whether Microsoft calls this sign-in "SMTP AUTH Basic Authentication". */
function isPasswordAtMicrosoft({ url }: SmtpConfig): boolean {
  const { hostname, password } = new URL(url)
  return password !== '' && /(^|\.)office365\.com$/i.test(hostname)
}

/** Whether an address is reached over a network without encryption. */
function isOpen(url: string): boolean {
  const { protocol, hostname } = new URL(url)
  return protocol === 'http:' && !isLoopback(hostname)
}

function labels({ couriers, senders }: Config): Finding[] {
  if (couriers === 'gateway') return []
  const reason =
    couriers === 'none'
      ? `Neither ${[...ACCOUNT_KEYS, 'COURIERS'].join(' nor ')} is set: the server does not start.`
      : 'COURIERS is simulated: no booking is real.'
  const without = BRANCHES.filter((branch) => senders[branch] === null)
  return [
    attention('Couriers', reason),
    ...without.map((branch) => attention('Labels', `${branchLabel(branch)} has no sender on its labels.`)),
  ]
}

/** Read by other programs: the default printer of CUPS. */
const FOREIGN_NAMES: readonly string[] = ['PRINTER']

/** Shorter names are one letter away from too many others. */
const SHORTEST_RECOGNISED = 6

/** Names environment variables that are probably misspelt settings, because the server ignores them. Never their values. */
export function checkSettingNames(env: Record<string, string | undefined>): Finding[] {
  const unknown = Object.keys(env).filter(
    (name) => !SETTING_NAMES.includes(name) && !FOREIGN_NAMES.includes(name),
  )
  return unknown.sort().flatMap((name) => {
    const meant = SETTING_NAMES.find((one) => isMisspelt(name, one))
    if (meant !== undefined) return [attention('Settings', `${name} is ignored: ${meant} may be meant.`)]
    if (!SETTING_FAMILIES.some((family) => name.startsWith(family))) return []
    return [
      attention('Settings', `${name} is ignored: there is no such setting (see docs/generated/settings.md).`),
    ]
  })
}

/** Beginnings that several settings share, such as `ENTRA_`. */
const SETTING_FAMILIES = SETTING_NAMES.flatMap((name) => /^[A-Z]+_/.exec(name) ?? []).filter(
  (family, index, all) => all.indexOf(family) !== index,
)

function isMisspelt(name: string, setting: string): boolean {
  if (name.toUpperCase() === setting) return true
  return setting.length >= SHORTEST_RECOGNISED && isOneEditApart(name.toUpperCase(), setting)
}

/** Whether one letter was added, left out or replaced, or two neighbours were swapped. */
function isOneEditApart(one: string, other: string): boolean {
  let start = 0
  while (start < one.length && one[start] === other[start]) start += 1
  const [rest, otherRest] = [one.slice(start), other.slice(start)]
  return (
    rest.slice(1) === otherRest ||
    rest === otherRest.slice(1) ||
    rest.slice(1) === otherRest.slice(1) ||
    (rest[0] === otherRest[1] && rest[1] === otherRest[0] && rest.slice(2) === otherRest.slice(2))
  )
}

const GIB = 1024 ** 3
const OTHERS_MAY = 0o077

/** Checks that the files of the embedded database are intact, private and have room to grow. */
export function checkDatabaseFiles(dataDir: string): Finding[] {
  const file = databaseFile(dataDir)
  const faults = integrityFaults(file)
  const open = [dataDir, file].filter((path) => (statSync(path).mode & OTHERS_MAY) !== 0)
  const { bavail, bsize } = statfsSync(dataDir)
  const free = `${((bavail * bsize) / GIB).toFixed(1)} GiB free.`
  return [
    faults.length === 0
      ? fine('Integrity', 'Pages, indexes and references are whole.')
      : attention(
          'Integrity',
          `${counted(faults.length, 'fault')}, the first: ${faults[0]}. Restore a backup.`,
        ),
    open.length === 0
      ? fine('Files', 'For this user alone.')
      : attention('Files', `Other users may read ${open.join(' and ')}: chmod go= removes that.`),
    bavail * bsize >= GIB ? fine('Disk', free) : attention('Disk', free),
  ]
}

/** Checks that the folder of `WATCH_DIR` is readable and contains no refused files. */
export function checkWatchFolder(watchDir: string | null): Finding[] {
  if (watchDir === null) return []
  try {
    const refused = readdirSync(join(watchDir, 'refused')).filter((name) => !name.endsWith('.faults.txt'))
    if (refused.length === 0) return [fine('Watched folder', 'No file was refused.')]
    const what = `${counted(refused.length, 'refused file')}, such as ${refused[0]}`
    return [attention('Watched folder', `${what}: the lists beside them name the faults.`)]
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    return [attention('Watched folder', `WATCH_DIR cannot be read: ${reason}.`)]
  }
}

/** PostgreSQL manages its own files. Whether it notices a damaged page is configured with the cluster. */
export async function checkPostgres(db: Kysely<Database>): Promise<Finding[]> {
  const { rows } = await sql<{ data_checksums: string }>`show data_checksums`.execute(db)
  return [
    rows[0]?.data_checksums === 'on'
      ? fine('Integrity', 'PostgreSQL verifies its pages by checksums.')
      : fine(
          'Integrity',
          'PostgreSQL answers; it keeps no checksums of its pages (initdb --data-checksums).',
        ),
  ]
}

/** Findings about courier rules that have no effect. Empty if there are no rules. */
export function checkCourierRules(config: Pick<Config, 'courierRules' | 'accounts'>): Finding[] {
  const { courierRules, accounts } = config
  if (courierRules === null) return []
  const found = courierRules.flatMap((rule, index) => {
    const isGateway = accountKey(accounts) !== null
    const named = [rule.courier ?? [], rule.refuse ?? [], rule.only ?? []].flat()
    const faults = [
      ...named.map((courier) => courierFault(courier, isGateway)),
      rule.signature && !isGateway ? 'only GoSweetSpot asks for a signature, and it is not set up.' : null,
      coverFault(coveredBy(courierRules, index)),
    ]
    const [fault] = faults.filter((one) => one !== null)
    return fault === undefined ? [] : [attention('Courier rules', `${rule.name}: ${fault}`)]
  })
  return found.length > 0 ? found : [fine('Courier rules', `${courierRules.length}, each can apply.`)]
}

/** Findings about cartons whose couriers give no prices, so that nothing in them could be booked. Empty without cartons. */
export function checkCartons({ cartons, accounts }: Pick<Config, 'cartons' | 'accounts'>): Finding[] {
  if (cartons === null) return []
  const isGateway = accountKey(accounts) !== null
  const found = cartons.flatMap(({ name, couriers = [] }) =>
    couriers.flatMap((courier) => {
      const fault = courierFault(courier, isGateway)
      return fault === null ? [] : [attention('Cartons', `${name}: ${fault}`)]
    }),
  )
  return found.length > 0 ? found : [fine('Cartons', `${cartons.length}, each can be booked.`)]
}

function courierFault(courier: string, isGateway: boolean): string | null {
  // Rules name couriers by their slugs alone.
  const isSlug = SHIPPING_COMPANIES.some((slug) => slug === courier.trim().toLowerCase())
  if (!isSlug && isGateway) {
    return `'${courier}' is no courier that is known here: it applies only if GoSweetSpot calls one so.`
  }
  if (!isSlug) return `there is no courier '${courier}'.`
  const prices = isGateway || RATE_CARDS.some(({ slug }) => slug === courier.trim().toLowerCase())
  return prices ? null : `it can never apply, because ${courierLabel(courier)} gives no prices here.`
}

function coverFault(earlier: CourierRule | null): string | null {
  return earlier && `it can never apply, because '${earlier.name}' applies before it.`
}

/** Checks that the couriers' accounts fit the settings. No findings for a courier that is not configured. */
export async function checkCouriers(config: Pick<Config, 'accounts'>): Promise<Finding[]> {
  const checks = apiCouriers(config).map(async ({ couriers, checked }): Promise<Finding[]> => {
    if (couriers.length === 0) return []
    const problems = await accountProblems(couriers, new AbortController().signal)
    if (problems.length === 0) return [fine('Couriers', checked)]
    return problems.map((problem) => attention('Couriers', problem))
  })
  return (await Promise.all(checks)).flat()
}

/** Checks that every printer can print now. No findings without printers. */
export async function checkPrinters(config: Pick<Config, 'printers' | 'accounts'>): Promise<Finding[]> {
  const checks = createPrinters(config, agentOf(apiCouriers(config))).map(
    async (printer): Promise<Finding> => {
      try {
        await printer.check()
        return fine('Printers', `${printer.name} is ready.`)
      } catch (error) {
        return attention('Printers', error instanceof Error ? error.message : String(error))
      }
    },
  )
  return Promise.all(checks)
}

/** Checks that Microsoft issues a token for the application that sends e-mails. No findings without one. */
export async function checkMail(
  { mail }: Pick<Config, 'mail'>,
  tokensOf = applicationTokens,
): Promise<Finding[]> {
  if (mail === null || mail.application === null) return []
  try {
    await tokensOf(mail.application, mail.kind)(new AbortController().signal)
    return [fine('E-mail', 'Microsoft issues a token for the application.')]
  } catch (error) {
    return [attention('E-mail', error instanceof Error ? error.message : String(error))]
  }
}

interface DataDeps {
  db: Kysely<Database>
  clock: Clock
  config: Pick<Config, 'imageHosts'>
}

const MINUTE_S = 60
/** Ages in seconds above which work counts as stuck. */
const STUCK_AFTER_S = {
  claims: 5 * MINUTE_S,
  deletions: 5 * MINUTE_S,
  emails: 15 * MINUTE_S,
  events: 15 * MINUTE_S,
  // Staff have had a day to mend them.
  arrivals: 24 * 60 * MINUTE_S,
}

const DAY_MS = 24 * 60 * 60_000

/** Checks pending work, sessions, e-mails, webhooks and photos. No findings if the tables are of another version. */
export async function checkData(deps: DataDeps): Promise<Finding[]> {
  const missing = await missingMigrations(deps.db)
  if (missing.length > 0) {
    return [attention('Tables', `Not up to date: start the server to apply ${missing.join(', ')}.`)]
  }
  return [
    fine('Tables', 'Up to date.'),
    ...waiting(await readFigures(deps)),
    await sourceChanges(deps),
    await failedEmails(deps),
    ...(await checkWebhooks(deps)),
    await statuses(deps),
    await sessions(deps),
    await photos(deps),
  ]
}

function waiting(figures: Figures): Finding[] {
  return [
    aged('Open claims', figures.openClaims, STUCK_AFTER_S.claims),
    aged('Deletions', figures.unfinishedDeletions, STUCK_AFTER_S.deletions),
    aged('Queued e-mails', figures.queuedEmails, STUCK_AFTER_S.emails),
    aged('Undelivered events', figures.undeliveredEvents, STUCK_AFTER_S.events),
    aged('Arrivals', figures.waitingArrivals, STUCK_AFTER_S.arrivals),
  ]
}

function aged(check: string, { count, oldestSeconds }: Waiting, stuckAfter: number): Finding {
  if (count === 0) return fine(check, 'None.')
  const detail = `${count}, the oldest ${Math.floor(oldestSeconds / MINUTE_S)} min old.`
  return oldestSeconds > stuckAfter ? attention(check, detail) : fine(check, detail)
}

/** Orders whose source wants something else, which staff have neither taken nor left (ORD-83). */
async function sourceChanges({ db }: DataDeps): Promise<Finding> {
  const count = await countSourceChanges(db)
  if (count === 0) return fine('Changes of the shop', 'None.')
  return attention('Changes of the shop', `${counted(count, 'order')} to decide: search for 'shop changed'.`)
}

async function failedEmails({ db, clock }: DataDeps): Promise<Finding> {
  const { count } = await db
    .selectFrom('outbox')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('failed_at', '>', timestamp(clock() - DAY_MS))
    .executeTakeFirstOrThrow()
  const detail = `${count} given up in the last day.`
  return Number(count) > 0 ? attention('Failed e-mails', detail) : fine('Failed e-mails', detail)
}

/** The most status words that are listed. */
const MOST_WORDS = 10

/** Lists the status words of other systems that mean nothing here (ORD-40), as a misspelt 'Canceled' would. */
async function statuses({ db }: DataDeps): Promise<Finding> {
  const rows = await db
    .selectFrom('orders')
    .select(({ fn }) => ['status', fn.countAll<number>().as('count')])
    .where('shipped_at', 'is', null)
    .groupBy('status')
    .execute()
  const unknown = rows
    .filter(({ status }) => otherStatus(status) !== null && standingOfWord(status) === 'open')
    .sort((one, other) => Number(other.count) - Number(one.count))
  if (unknown.length === 0) return fine('Status words', 'All known.')
  const listed = unknown.slice(0, MOST_WORDS).map(({ status, count }) => `${status} (${count})`)
  const more = unknown.length > MOST_WORDS ? `, and ${unknown.length - MOST_WORDS} more` : ''
  return fine('Status words', `These neither stop nor hold an order: ${listed.join(', ')}${more}.`)
}

async function sessions({ db, clock }: DataDeps): Promise<Finding> {
  const open = await openSessions(db, clock())
  const staff = new Set(open.map((session) => session.staff.id))
  const detail = `${open.length} open, of ${staff.size} staff`
  const ahead = open.filter(({ lastSeenAt }) => lastSeenAt > clock() + CLOCKS_APART_MS)
  return ahead.length === 0
    ? fine('Sessions', `${detail}.`)
    : attention('Sessions', `${detail}; ${ahead.length} last seen in the future: check the clocks.`)
}

/** Photos of hosts that the page's policy does not allow are not shown. */
async function photos({ db, config }: DataDeps): Promise<Finding> {
  const rows = await db
    .selectFrom('products')
    .select('image_url')
    .where('image_url', 'is not', null)
    .execute()
  const hosts = rows.flatMap(({ image_url }) =>
    image_url !== null && URL.canParse(image_url) ? [new URL(image_url).hostname] : [],
  )
  const refused = [...new Set(hosts)].filter((host) => !config.imageHosts.some((one) => isHostOf(one, host)))
  return refused.length === 0
    ? fine('Product photos', `${rows.length}, of allowed hosts.`)
    : attention('Product photos', `IMAGE_HOSTS lacks ${refused.slice(0, 5).join(', ')}.`)
}

function isHostOf(pattern: string, host: string): boolean {
  return pattern.startsWith('*.') ? host.endsWith(pattern.slice(1)) : host === pattern
}

/** Endpoints that were disabled, and events that were given up. */
async function checkWebhooks({ db, clock }: { db: Kysely<Database>; clock: Clock }): Promise<Finding[]> {
  const disabled = (await endpointStates(db)).filter(({ isDisabled }) => isDisabled)
  const { count } = await db
    .selectFrom('webhook_deliveries')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('failed_at', '>', timestamp(clock() - DAY_MS))
    .executeTakeFirstOrThrow()
  const detail = `${count} given up in the last day.`
  return [
    Number(count) > 0 ? attention('Failed events', detail) : fine('Failed events', detail),
    ...disabled.map(({ url }) =>
      attention('Webhooks', `${url} answered 410 and is disabled: npm run webhooks -- enable ${url}`),
    ),
  ]
}

if (isProgram(import.meta.url)) await runCommandLine(runDoctor)

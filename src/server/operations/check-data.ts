import type { Kysely } from 'kysely'
import type { Clock } from '../../domain/calendar/clock.ts'
import { missingMigrations } from '../db/migrate.ts'
import type { Database } from '../db/schema.ts'
import { CLOCKS_APART_MS, timestamp } from '../db/times.ts'
import type { Config } from '../platform/config.ts'
import { openSessions } from '../sign-in/session-store.ts'
import { checkWebhooks } from './check-webhooks.ts'
import { type Figures, readFigures, type Waiting } from './figures.ts'
import { attention, type Finding, fine } from './findings.ts'

interface Deps {
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
}

const DAY_MS = 24 * 60 * 60_000

/** Checks pending work, sessions, e-mails, webhooks and photos. No findings if the tables are of another version. */
export async function checkData(deps: Deps): Promise<Finding[]> {
  const missing = await missingMigrations(deps.db)
  if (missing.length > 0) {
    return [attention('Tables', `Not up to date: start the server to apply ${missing.join(', ')}.`)]
  }
  return [
    fine('Tables', 'Up to date.'),
    ...waiting(await readFigures(deps)),
    await failedEmails(deps),
    ...(await checkWebhooks(deps)),
    await sessions(deps),
    await photos(deps),
  ]
}

function waiting({ openClaims, unfinishedDeletions, queuedEmails, undeliveredEvents }: Figures): Finding[] {
  return [
    aged('Open claims', openClaims, STUCK_AFTER_S.claims),
    aged('Deletions', unfinishedDeletions, STUCK_AFTER_S.deletions),
    aged('Queued e-mails', queuedEmails, STUCK_AFTER_S.emails),
    aged('Undelivered events', undeliveredEvents, STUCK_AFTER_S.events),
  ]
}

function aged(check: string, { count, oldestSeconds }: Waiting, stuckAfter: number): Finding {
  if (count === 0) return fine(check, 'None.')
  const detail = `${count}, the oldest ${Math.floor(oldestSeconds / MINUTE_S)} min old.`
  return oldestSeconds > stuckAfter ? attention(check, detail) : fine(check, detail)
}

async function failedEmails({ db, clock }: Deps): Promise<Finding> {
  const { count } = await db
    .selectFrom('outbox')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('failed_at', '>', timestamp(clock() - DAY_MS))
    .executeTakeFirstOrThrow()
  const detail = `${count} given up in the last day.`
  return Number(count) > 0 ? attention('Failed e-mails', detail) : fine('Failed e-mails', detail)
}

async function sessions({ db, clock }: Deps): Promise<Finding> {
  const open = await openSessions(db, clock())
  const staff = new Set(open.map((session) => session.staff.id))
  const detail = `${open.length} open, of ${staff.size} staff`
  const ahead = open.filter(({ lastSeenAt }) => lastSeenAt > clock() + CLOCKS_APART_MS)
  return ahead.length === 0
    ? fine('Sessions', `${detail}.`)
    : attention('Sessions', `${detail}; ${ahead.length} last seen in the future: check the clocks.`)
}

/** Photos of hosts that the page's policy does not allow are not shown. */
async function photos({ db, config }: Deps): Promise<Finding> {
  const rows = await db
    .selectFrom('products')
    .select('image_url')
    .where('image_url', 'is not', null)
    .execute()
  const hosts = rows.flatMap(({ image_url }) =>
    image_url !== null && URL.canParse(image_url) ? [new URL(image_url).hostname] : [],
  )
  const refused = [...new Set(hosts)].filter((host) => !config.imageHosts.some((one) => matches(one, host)))
  return refused.length === 0
    ? fine('Product photos', `${rows.length}, of allowed hosts.`)
    : attention('Product photos', `IMAGE_HOSTS lacks ${refused.slice(0, 5).join(', ')}.`)
}

function matches(pattern: string, host: string): boolean {
  return pattern.startsWith('*.') ? host.endsWith(pattern.slice(1)) : host === pattern
}

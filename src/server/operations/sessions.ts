import type { Kysely } from 'kysely'
import { formatDateTime } from '../../domain/calendar/nz-time.ts'
import type { Database } from '../db/schema.ts'
import { timestamp } from '../db/times.ts'
import { readConfig } from '../platform/config.ts'
import { isProgram } from '../platform/launcher.ts'
import { logSecurity } from '../platform/log.ts'
import { endSessions, openSessions, type StoredSession } from '../sign-in/session-store.ts'
import { type CommandOutcome, runCommandLine, runOnServersDatabase } from './command-line.ts'

const USAGE = 'Usage: npm run sessions -- list | end <e-mail or session id>'

interface SessionsCommand {
  db: Kysely<Database>
  /** In milliseconds since 1970. */
  now: number
  sessionIdleMs: number
}

/**
 * The operator's view of the sessions of all staff.
 * @param words `list`, or `end` with an e-mail address (in any case) or the id of one session
 */
export async function runSessionsCommand(
  { db, now, sessionIdleMs }: SessionsCommand,
  words: readonly string[],
): Promise<CommandOutcome> {
  const [verb, whose, ...rest] = words
  const open = (await openSessions(db, now)).filter(({ lastSeenAt }) => now - lastSeenAt < sessionIdleMs)
  if (verb === 'list' && whose === undefined) return { text: table(open), isFailure: false }
  if (verb !== 'end' || whose === undefined || rest.length > 0) return { text: USAGE, isFailure: true }
  const matching = open.filter(
    ({ id, staff }) => id === whose || staff.email.toLowerCase() === whose.toLowerCase(),
  )
  if (matching.length === 0) return { text: `${whose} has no open session.`, isFailure: true }
  const ids = matching.map(({ id }) => id)
  await endSessions(db, ids, now)
  for (const { id, staff } of matching) {
    logSecurity('session-ended', { reason: 'by the operator', sessions: [id] }, staff)
  }
  const ended = ids.length === 1 ? '1 session' : `${ids.length} sessions`
  return { text: `Ended ${ended} of ${whose}.`, isFailure: false }
}

function table(sessions: readonly StoredSession[]): string {
  if (sessions.length === 0) return 'There are no open sessions.'
  const lines = sessions.map(({ id, staff, userAgent, createdAt, lastSeenAt }) =>
    [id, staff.email, userAgent, shown(createdAt), shown(lastSeenAt)].join('\t'),
  )
  return [['id', 'e-mail', 'browser', 'signed in', 'last active'].join('\t'), ...lines].join('\n')
}

function shown(time: number): string {
  return formatDateTime(timestamp(time))
}

if (isProgram(import.meta.url)) {
  await runCommandLine(async (words) => {
    const config = readConfig(process.env)
    await runOnServersDatabase(config, (db) => runSessionsCommand({ ...config, db, now: Date.now() }, words))
  })
}

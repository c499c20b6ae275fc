import type { Kysely } from 'kysely'
import { formatDateTime } from '../../domain/calendar/nz-time.ts'
import type { Database } from '../db/schema.ts'
import { readConfig } from '../platform/config.ts'
import { isProgram } from '../platform/launcher.ts'
import { enableEndpoint, endpointStates, listDeliveries, resend } from '../webhooks/store.ts'
import {
  type CommandOutcome,
  failure,
  plainTable,
  readSince,
  runCommandLine,
  runOnServersDatabase,
  success,
} from './command-line.ts'

const USAGE = `Usage: npm run webhooks -- list [order code] | resend <event id> | resend --since <day or time> | enable <address>`

/** Maximum number of listed deliveries. */
const MOST_LISTED = 200

/** The operator's view of the events for other systems. */
export async function runWebhooksCommand(
  db: Kysely<Database>,
  words: readonly string[],
): Promise<CommandOutcome> {
  const [verb, first, second, ...rest] = words
  if (rest.length > 0) return failure(USAGE)
  if (verb === 'list' && second === undefined) return list(db, first ?? null)
  if (verb === 'resend' && first === '--since' && second !== undefined) return resendSince(db, second)
  if (first === undefined || second !== undefined) return failure(USAGE)
  if (verb === 'resend') return resendEvent(db, first)
  if (verb === 'enable') return enable(db, first)
  return failure(USAGE)
}

async function list(db: Kysely<Database>, subject: string | null): Promise<CommandOutcome> {
  const endpoints = await endpointStates(db)
  if (endpoints.length === 0)
    return success('No endpoint is configured: set WEBHOOK_URL and start the server.')
  const states = plainTable([
    ['Endpoint', 'State', 'Pending'],
    ...endpoints.map(({ url, isDisabled, pending }) => [
      url,
      isDisabled ? 'disabled' : 'enabled',
      String(pending),
    ]),
  ])
  const deliveries = await listDeliveries(db, subject, MOST_LISTED)
  if (deliveries.length === 0) {
    return success(`${states}\n${subject === null ? 'Nothing is pending.' : `${subject} has no events.`}`)
  }
  const rows = deliveries.map((one) => [
    one.messageId,
    one.type,
    one.subject,
    formatDateTime(one.createdAt),
    one.state,
    String(one.attempts),
    one.lastError ?? '',
    one.url,
  ])
  const head = ['Event', 'Type', 'About', 'Written', 'State', 'Attempts', 'Last error', 'Endpoint']
  const more = deliveries.length === MOST_LISTED ? `\nThe oldest ${MOST_LISTED} are shown.` : ''
  return success(`${states}\n${plainTable([head, ...rows])}${more}`.trimEnd())
}

async function resendEvent(db: Kysely<Database>, messageId: string): Promise<CommandOutcome> {
  const count = await resend(db, { messageId })
  return count > 0 ? success(`Resending ${messageId}.`) : failure(`There is no event ${messageId}.`)
}

async function resendSince(db: Kysely<Database>, text: string): Promise<CommandOutcome> {
  const read = readSince(text)
  if ('refused' in read) return read.refused
  const count = await resend(db, read)
  const when = formatDateTime(read.since)
  return count > 0
    ? success(`Resending all events since ${when}: ${count} to deliver.`)
    : failure(`There are no events since ${when}.`)
}

async function enable(db: Kysely<Database>, text: string): Promise<CommandOutcome> {
  const url = URL.canParse(text) ? new URL(text).href : text
  return (await enableEndpoint(db, url))
    ? success(`${url} is enabled.`)
    : failure(`${url} is not configured: WEBHOOK_URL has the addresses.`)
}

if (isProgram(import.meta.url)) {
  await runCommandLine((words) =>
    runOnServersDatabase(readConfig(process.env), (db) => runWebhooksCommand(db, words)),
  )
}

import type { Kysely } from 'kysely'
import { formatDateTime } from '../../domain/calendar/nz-time.ts'
import { counted } from '../../domain/format/text.ts'
import { rowId } from '../db/dialect/dialect.ts'
import type { Database } from '../db/schema.ts'
import {
  type CommandOutcome,
  failure,
  plainTable,
  readSince,
  runCommandLine,
  runOnServersDatabase,
  success,
} from '../operations/command-line.ts'
import { readConfig } from '../platform/config.ts'
import { isProgram } from '../platform/launcher.ts'
import { replayOrder } from './apply.ts'
import { listMessages, replayMessages } from './messages.ts'

const USAGE =
  'Usage: npm run shops -- list [order code] | replay <order code or message number> | replay --since <day or time>'

/** Maximum number of listed messages. */
const MOST_LISTED = 200

/** The operator's view of what shops and queues have sent. */
export async function runShopsCommand(
  db: Kysely<Database>,
  words: readonly string[],
): Promise<CommandOutcome> {
  const [verb, first, second, ...rest] = words
  if (rest.length > 0) return failure(USAGE)
  if (verb === 'list' && second === undefined) return list(db, first ?? null)
  if (verb !== 'replay' || first === undefined) return failure(USAGE)
  if (first === '--since') return second === undefined ? failure(USAGE) : replaySince(db, second)
  return second === undefined ? replayOne(db, first) : failure(USAGE)
}

async function list(db: Kysely<Database>, code: string | null): Promise<CommandOutcome> {
  const messages = await listMessages(db, code, MOST_LISTED)
  if (messages.length === 0) {
    return success(code === null ? 'No message is stored.' : `No message about order ${code} is stored.`)
  }
  const rows = messages.map(({ id, shop, topic, code: order, received_at, outcome }) => [
    String(id),
    formatDateTime(received_at),
    shop,
    topic,
    order ?? '',
    outcome ?? 'pending',
  ])
  const head = ['Message', 'Received', 'Shop', 'Topic', 'Order', 'State']
  const more = messages.length === MOST_LISTED ? `\nThe newest ${MOST_LISTED} are shown.` : ''
  return success(`${plainTable([head, ...rows])}${more}`.trimEnd())
}

async function replayOne(db: Kysely<Database>, which: string): Promise<CommandOutcome> {
  const count = await replayOrder(db, which)
  if (count > 0) return success(`Applying order ${which} again from ${counted(count, 'message')}.`)
  // A number may be the code of an order, so an order comes first.
  const id = rowId(which)
  if (id !== null && (await replayMessages(db, { id })) > 0) {
    return success(`Applying message ${which} again.`)
  }
  return failure(`There is no stored message about order ${which}, and no message ${which}.`)
}

async function replaySince(db: Kysely<Database>, text: string): Promise<CommandOutcome> {
  const read = readSince(text)
  if ('refused' in read) return read.refused
  const count = await replayMessages(db, read)
  const when = formatDateTime(read.since)
  return count > 0
    ? success(`Applying ${counted(count, 'message')} since ${when} again.`)
    : failure(`There are no messages since ${when}.`)
}

if (isProgram(import.meta.url)) {
  await runCommandLine((words) =>
    runOnServersDatabase(readConfig(process.env), (db) => runShopsCommand(db, words)),
  )
}

import type { Kysely } from 'kysely'
import { formatDateTime } from '../../domain/calendar/nz-time.ts'
import { counted, nonBlank } from '../../domain/format/text.ts'
import type { Database } from '../db/schema.ts'
import { type CommandOutcome, runCommandLine, runOnServersDatabase } from '../operations/command-line.ts'
import { readConfig } from '../platform/config.ts'
import { isProgram } from '../platform/launcher.ts'
import { logSecurity } from '../platform/log.ts'
import { type ApiKey, createKey, revokeKeys, validKeys } from './key-store.ts'

const USAGE = 'Usage: npm run keys -- create <name> | list | revoke <name or id>'

const NAME = /^\P{C}{1,100}$/u

/**
 * The operator's command for the keys of other systems.
 * @param now in milliseconds since 1970
 * @param words `create` with a name, `list`, or `revoke` with a name or an id
 */
export async function runKeysCommand(
  { db, now }: { db: Kysely<Database>; now: number },
  words: readonly string[],
): Promise<CommandOutcome> {
  const [verb, given, ...rest] = words
  if (verb === 'list' && given === undefined) return { text: table(await validKeys(db)), isFailure: false }
  const name = nonBlank(given ?? null)
  if (name === null || rest.length > 0 || !NAME.test(name)) return { text: USAGE, isFailure: true }
  if (verb === 'create') return create(db, name, now)
  return verb === 'revoke' ? revoke(db, name, now) : { text: USAGE, isFailure: true }
}

async function create(db: Kysely<Database>, name: string, now: number): Promise<CommandOutcome> {
  const { id, key } = await createKey(db, name, now)
  logSecurity('key-created', { keyId: id, keyName: name })
  return { text: `The key of ${name}, shown only once:\n${key}`, isFailure: false }
}

async function revoke(db: Kysely<Database>, which: string, now: number): Promise<CommandOutcome> {
  const matching = (await validKeys(db)).filter(({ id, name }) => id === which || name === which)
  if (matching.length === 0) return { text: `There is no key ${which}.`, isFailure: true }
  const ids = matching.map(({ id }) => id)
  await revokeKeys(db, ids, now)
  for (const { id, name } of matching) logSecurity('key-revoked', { keyId: id, keyName: name })
  return { text: `Revoked ${counted(ids.length, 'key')} of ${which}.`, isFailure: false }
}

function table(keys: readonly ApiKey[]): string {
  if (keys.length === 0) return 'There are no keys.'
  const lines = keys.map(({ id, name, created_at, last_used_at }) => [
    id,
    name,
    formatDateTime(created_at),
    last_used_at === null ? 'never' : formatDateTime(last_used_at),
  ])
  return [['id', 'name', 'created', 'last used'], ...lines].map((cells) => cells.join('\t')).join('\n')
}

if (isProgram(import.meta.url)) {
  await runCommandLine((words) =>
    runOnServersDatabase(readConfig(process.env), (db) => runKeysCommand({ db, now: Date.now() }, words)),
  )
}

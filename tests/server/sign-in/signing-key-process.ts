import { createInterface } from 'node:readline'
import { openDatabase } from '../../../src/server/db/connection.ts'
import { sessionsOf } from './console-app.ts'

/**
 * A process that issues a session token as soon as it is told to, for the test of several simultaneous starts.
 * Arguments: the database's address or '', the data folder.
 */
const [databaseUrl = '', dataDir = ''] = process.argv.slice(2)
const db = await openDatabase({ databaseUrl: databaseUrl || null, dataDir })
const sessions = sessionsOf(db, Date.now, 'processes')
process.stdout.write('ready\n')
for await (const _ of createInterface({ input: process.stdin })) {
  const staff = { id: String(process.pid), name: 'Mere', givenName: 'Mere', email: 'mere@example.com' }
  process.stdout.write(`${await sessions.begin({ staff, roles: [] }, '')}\n`)
  break
}
await db.destroy()
process.exit(0)

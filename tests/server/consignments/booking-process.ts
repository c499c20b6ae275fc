import type { KyselyPlugin } from 'kysely'
import { bookConsignment } from '../../../src/server/consignments/book.ts'
import { deleteConsignment } from '../../../src/server/consignments/delete.ts'
import { TIME_OUTS } from '../../../src/server/consignments/deps.ts'
import { openDatabase } from '../../../src/server/db/connection.ts'
import { fileCourier } from './file-courier.ts'
import { payloadFor } from './payload-for.ts'

/**
 * A process that books a price, or deletes a consignment, and kills itself with SIGKILL at one of its steps:
 * before each statement to the database, before and after the courier acts, and before the response.
 * Arguments: the database's address or '', the data folder, the courier's file, 'book' with price and order or
 * 'delete' with consignment and order, and the step at which it is killed, 0 for none.
 */
const [databaseUrl = '', dataDir = '', file = '', work = '', subject = '', orderCode = '', crashAt = '0'] =
  process.argv.slice(2)

let steps = 0
const step = () => {
  steps += 1
  if (steps === Number(crashAt)) process.kill(process.pid, 'SIGKILL')
}
const everyStatement: KyselyPlugin = {
  transformQuery: ({ node }) => {
    step()
    return node
  },
  transformResult: async ({ result }) => result,
}

const db = await openDatabase({ databaseUrl: databaseUrl || null, dataDir }, { migrates: false })
const deps = {
  db: db.withPlugin(everyStatement),
  clock: Date.now,
  couriers: [fileCourier(file, step)],
  timeOuts: TIME_OUTS,
}
const staff = { id: 'local:mere', name: 'Mere Parata', givenName: 'Mere', email: 'mere@example.com' }
if (work === 'delete') await deleteConsignment(deps, subject, staff)
else await bookConsignment(deps, { quoteId: subject, payload: payloadFor(orderCode), staff })
step()
await db.destroy()
process.stdout.write(String(steps))

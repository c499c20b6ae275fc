import type { KyselyPlugin } from 'kysely'
import { bookConsignment } from '../../../src/server/consignments/book.ts'
import { PATIENCE } from '../../../src/server/consignments/deps.ts'
import { openDatabase } from '../../../src/server/db/connection.ts'
import { fileCourier } from './file-courier.ts'
import { payloadFor } from './payload-for.ts'

/**
 * A process of its own that books a price and is killed, with the signal that nothing can catch, at one of its steps:
 * before each statement to the database, before and after the courier books, and before the answer. Arguments: the
 * database's address or '', the data folder, the courier's file, the price, the order, and the step; 0 for none.
 */
const [databaseUrl = '', dataDir = '', file = '', quoteId = '', orderCode = '', crashAt = '0'] =
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

const db = await openDatabase({ databaseUrl: databaseUrl || null, dataDir })
await bookConsignment(
  {
    db: db.withPlugin(everyStatement),
    clock: Date.now,
    couriers: [fileCourier(file, step)],
    patience: PATIENCE,
  },
  {
    quoteId,
    payload: payloadFor(orderCode),
    staff: { id: 'local:mere', name: 'Mere Parata', givenName: 'Mere', email: 'mere@example.com' },
  },
)
step()
await db.destroy()
process.stdout.write(String(steps))

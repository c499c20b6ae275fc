import { importFiles } from '../../../src/server/import/import-files.ts'
import { IMPORT_KINDS } from '../../../src/server/import/kinds/all-kinds.ts'
import { backendAt, stepDatabase } from '../consignments/step-database.ts'
import type { Place } from '../databases.ts'

/** What the process imports, and how many orders a lot has. */
export interface KilledImport {
  place: Place
  folder: string
  lot: number
}

/** The transaction of the third lot of orders. The first one loads the customers. */
const KILLED_IN = 4

/**
 * A process that imports customers and orders, and kills itself before the last statement of the third lot of orders.
 * Its argument is a `KilledImport` in JSON.
 */
const { place, folder, lot }: KilledImport = JSON.parse(process.argv[2] ?? '')
IMPORT_KINDS.orders.lot = lot

/** The number of statements by transaction. */
const counts: number[] = []
const db = stepDatabase(backendAt(place), place, async (transaction) => {
  const count = (counts[transaction] ?? 0) + 1
  counts[transaction] = count
  // Each lot takes as many statements as the one before it.
  if (transaction === KILLED_IN && count === counts[transaction - 1]) process.kill(process.pid, 'SIGKILL')
})

const nothing = () => undefined
const watcher = {
  begin: nothing,
  advance: nothing,
  end: nothing,
  recognised: nothing,
  fault: nothing,
  note: nothing,
}
await importFiles({ db, clock: Date.now }, [folder], watcher)

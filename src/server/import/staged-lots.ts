import { inLots } from './in-lots.ts'
import type { Kind } from './kinds/kind.ts'
import { lengthOf, type RawRecord } from './kinds/raw-record.ts'
import type { Stage } from './stage.ts'

/**
 * Records per transaction: enough to be fast, few enough that writes of the console get their turn. A kind whose
 * records change many other rows may choose a smaller number.
 */
const LOT = 400

/** A checked record of a file. */
export interface Staged {
  file: string
  raw: RawRecord
}

/** The records of a kind in loading order, one lot at a time. */
export function stagedLots({ db }: Stage, kind: Kind): AsyncGenerator<Staged[]> {
  const staged = db
    .selectFrom('records')
    .select(['file', 'body'])
    .where('kind', '=', kind.name)
    .orderBy('sort')
    .orderBy('seq')
    .stream()
  return inLots(read(staged), kind.table.lot ?? LOT, ({ raw }) => lengthOf(raw))
}

async function* read(rows: AsyncIterable<{ file: string; body: string }>): AsyncGenerator<Staged> {
  for await (const { file, body } of rows) {
    const raw: RawRecord = JSON.parse(body)
    yield { file, raw }
  }
}

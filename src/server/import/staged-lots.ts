import type { Kind, Prepared } from './kinds/kind.ts'
import type { Stage } from './stage.ts'

/**
 * Records per transaction: enough to be fast, few enough that writes of the console get their turn. A kind whose
 * records change many other rows may choose a smaller number.
 */
const LOT = 400
/** Limit of a lot in characters of rows and items, because a lot is kept in memory. */
const LARGEST = 4_000_000

/** The records of a kind in loading order, one lot at a time. */
export async function* stagedLots({ db }: Stage, kind: Kind): AsyncGenerator<Prepared[]> {
  const most = kind.table.lot ?? LOT
  let lot: Prepared[] = []
  let size = 0
  const staged = db
    .selectFrom('records')
    .select(['key', 'also', 'reference', 'sort', 'body'])
    .where('kind', '=', kind.name)
    .orderBy('sort')
    .orderBy('seq')
    .stream()
  for await (const { key, also, reference, sort, body } of staged) {
    const { row, items }: Pick<Prepared, 'row' | 'items'> = JSON.parse(body)
    lot.push({ key, also, reference, sort, row, items })
    size += body.length
    if (lot.length < most && size < LARGEST) continue
    yield lot
    lot = []
    size = 0
  }
  if (lot.length > 0) yield lot
}

import type { Kind, Prepared } from './kinds/kind.ts'
import type { Stage } from './stage.ts'

/**
 * Records that are loaded in one transaction: enough to be fast, few enough to let the console's writes between,
 * whatever else each of them changes. A kind may say another number.
 */
const LOT = 400
/** Fewer where they are long, by the characters of their rows and items: a lot is held in memory. */
const LARGEST = 4_000_000

/** The records of a kind in the order in which they are loaded, a lot at a time. */
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

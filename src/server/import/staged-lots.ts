import * as z from 'zod'
import type { Kind, Prepared } from './kind.ts'
import type { Stage } from './stage.ts'

/** Records that are loaded in one transaction: enough to be fast, few enough to let the console's writes between. */
const LOT = 400

const Row = z.record(z.string(), z.union([z.string(), z.number(), z.null()]))
const Body = z.object({ row: Row, items: z.array(Row) })

/** The records of a kind in the order in which they are loaded, a lot at a time. */
export async function* stagedLots({ db }: Stage, kind: Kind): AsyncGenerator<Prepared[]> {
  for (let last = { sort: '', seq: 0 }; ; ) {
    const rows = await db
      .selectFrom('records')
      .select(['seq', 'key', 'also', 'reference', 'sort', 'body'])
      .where('kind', '=', kind.name)
      .where(({ eb, refTuple, tuple }) => eb(refTuple('sort', 'seq'), '>', tuple(last.sort, last.seq)))
      .orderBy('sort')
      .orderBy('seq')
      .limit(LOT)
      .execute()
    const end = rows.at(-1)
    if (end === undefined) return
    yield rows.map(({ key, also, reference, sort, body }) => {
      return { key, also, reference, sort, ...Body.parse(JSON.parse(body)) }
    })
    last = end
  }
}

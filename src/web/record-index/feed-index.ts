import { PAGE_SIZE } from '../../contract/call.ts'
import { listOrders } from '../../contract/orders.ts'
import { orderRecord, type SeenRecord } from '../../domain/records/seen-record.ts'
import { send } from '../api/client.ts'
import { whenIdle } from '../api/when-idle.ts'
import type { RecordIndex } from './record-index.ts'

/** So many of the newest records of a kind are asked for ahead of need: two weeks of work or more. */
const MOST_PAGES = 5

type Pages = (page: number, signal: AbortSignal) => Promise<SeenRecord[]>

/** The lists whose newest pages are asked for. */
const LISTS: readonly Pages[] = [
  async (page, signal) =>
    (await send(listOrders, { query: page > 1 ? { page } : {}, signal })).rows.map(orderRecord),
  async (_, signal) => (await import('../api/consignments.ts')).todaysConsignments(signal),
  async (page, signal) => (await import('../api/customers.ts')).customersOfPage(page, signal),
  async (page, signal) => (await import('../api/products.ts')).productsOfPage(page, signal),
  async (_, signal) => (await import('../api/suppliers.ts')).allSuppliers(signal),
  async (_, signal) => (await import('../api/suppliers.ts')).allSupplierOrders(signal),
]

/**
 * Asks for the newest pages of the lists one by one, each only when the console has nothing else to do, until a page
 * brings nothing new. A page that fails ends it: it is a head start and nothing more. Returns the way to stop.
 */
export function feedIndex(index: RecordIndex): () => void {
  const abort = new AbortController()
  let stopWaiting = () => {}
  const idle = () =>
    new Promise<void>((resolve) => {
      stopWaiting = whenIdle(resolve)
    })
  const feed = async (pages: Pages) => {
    for (let page = 1; page <= MOST_PAGES; page += 1) {
      await idle()
      const records = await pages(page, abort.signal)
      if (abort.signal.aborted) return
      if (index.seen(records) === 0 || records.length < PAGE_SIZE) return
    }
  }
  void (async () => {
    for (const pages of LISTS) await feed(pages).catch(() => undefined)
  })()
  return () => {
    abort.abort()
    stopWaiting()
  }
}

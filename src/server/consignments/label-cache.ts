import { LRUCache } from 'lru-cache'

/** Bytes of all labels, and milliseconds that each is kept: long enough for the steps of printing a batch. */
const MOST_BYTES = 64 * 1024 * 1024
const KEPT_MS = 10 * 60_000

/** A courier's labels of one consignment. */
export interface CourierLabels {
  pdf: Uint8Array
  pages: number
}

/** Couriers' labels by their tracking code. */
export type LabelCache = Pick<LRUCache<string, CourierLabels>, 'get' | 'set'>

/**
 * Stores labels between the two steps of a batch: collecting, which reports the outcome of each consignment, and
 * printing. The labels are thus requested from couriers only once.
 */
export function createLabelCache(): LabelCache {
  return new LRUCache({ maxSize: MOST_BYTES, sizeCalculation: ({ pdf }) => pdf.length, ttl: KEPT_MS })
}

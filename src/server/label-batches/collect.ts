import { MOST_LABELS } from '../../contract/printing.ts'
import { MESSAGES } from '../../domain/records/catalogue.ts'
import { type LabelDeps, type LabelSource, labelSource } from '../consignments/labels.ts'
import { consignmentsByCode, type FoundConsignment } from '../consignments/store.ts'
import { Refusal } from '../http/refusal.ts'
import { log } from '../platform/log.ts'

/** Labels requested from couriers at once, so that a batch neither waits for one after the other nor floods them. */
const AT_ONCE = 6

/** Bytes of couriers' labels in a batch: they are in memory until they are merged. */
const MOST_BYTES = 64 * 1024 * 1024

/** The labels of one consignment of a batch: their source, or the reason why there is none. */
export type CollectedLabels = { code: string } & (
  | { source: LabelSource; refusal: null }
  | { source: null; refusal: Refusal }
)

/**
 * Collects the labels of consignments, in the order of their codes, a few at a time. One failure does not stop the
 * rest. After the limits of a batch the remaining consignments are refused, so that they can be the next one.
 */
export async function* collectedLabels(
  deps: LabelDeps,
  codes: readonly string[],
): AsyncGenerator<CollectedLabels, void> {
  const found = new Map((await consignmentsByCode(deps.db, codes)).map((one) => [one.row.tracking_code, one]))
  let isEnded = false
  let [labels, bytes] = [0, 0]
  const pending: Promise<CollectedLabels>[] = []
  const start = (code: string) => pending.push(collected(deps, code, found.get(code) ?? null))
  try {
    for (const [index, code] of codes.entries()) {
      for (const following of codes.slice(pending.length, index + AT_ONCE)) if (!isEnded) start(following)
      const next = await pending[index]
      if (next?.source) {
        labels += 'pdf' in next.source ? next.source.pages : next.source.content.pieces.length
        bytes += 'pdf' in next.source ? next.source.pdf.length : 0
      }
      isEnded ||= labels > MOST_LABELS || bytes > MOST_BYTES
      yield next && !isEnded ? next : { code, source: null, refusal: full() }
    }
  } finally {
    isEnded = true
  }
}

function full(): Refusal {
  return new Refusal(422, 'This job is full. Print the rest as another one.')
}

async function collected(
  deps: LabelDeps,
  code: string,
  found: FoundConsignment | null,
): Promise<CollectedLabels> {
  try {
    return { code, source: await labelSource(deps, found), refusal: null }
  } catch (error) {
    if (error instanceof Refusal) return { code, source: null, refusal: error }
    log.error({ err: error, trackingCode: code }, 'Labels could not be had')
    return { code, source: null, refusal: new Refusal(503, MESSAGES.labels) }
  }
}

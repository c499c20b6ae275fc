import type { LabelOutcome } from '../../contract/label-batches.ts'
import { MESSAGES } from '../../domain/records/catalogue.ts'
import { type LabelDeps, type LabelSource, labelSource } from '../consignments/labels.ts'
import { consignmentsByCode, type FoundConsignment } from '../consignments/store.ts'
import { Refusal } from '../http/refusal.ts'
import type { LabelContent } from '../labels/label-content.ts'
import { log } from '../platform/log.ts'

/** Labels requested from couriers at once, so that a batch neither waits for one after the other nor floods them. */
const AT_ONCE = 6

/** The labels of one consignment of a batch: their source, or the reason why there is none. */
export interface CollectedLabels {
  outcome: LabelOutcome
  source: LabelSource | null
}

/**
 * Collects the labels of consignments, in the order of their codes, a few at a time. One failure does not stop the
 * rest.
 */
export async function* collectedLabels(
  deps: LabelDeps,
  codes: readonly string[],
): AsyncGenerator<CollectedLabels, void> {
  const found = new Map((await consignmentsByCode(deps.db, codes)).map((one) => [one.row.tracking_code, one]))
  let isEnded = false
  const pending: Promise<CollectedLabels>[] = []
  const start = (code: string) => pending.push(collected(deps, code, found.get(code) ?? null))
  try {
    for (const [index] of codes.entries()) {
      for (const code of codes.slice(pending.length, index + AT_ONCE)) if (!isEnded) start(code)
      const next = await pending[index]
      if (next) yield next
    }
  } finally {
    isEnded = true
  }
}

async function collected(
  deps: LabelDeps,
  code: string,
  found: FoundConsignment | null,
): Promise<CollectedLabels> {
  try {
    const source = await labelSource(deps, found)
    return { outcome: { tracking_code: code, reason: null }, source }
  } catch (error) {
    if (!(error instanceof Refusal)) log.error({ err: error, trackingCode: code }, 'Labels could not be had')
    const reason = error instanceof Refusal ? error.message : MESSAGES.labels
    return { outcome: { tracking_code: code, reason }, source: null }
  }
}

/** The labels of a batch as one PDF, in their order; null if there are none. */
export async function batchPdf(sources: readonly LabelSource[]): Promise<Uint8Array | null> {
  if (sources.length === 0) return null
  const { renderBatch } = await import('../labels/render-labels.ts')
  const { mergePdfs } = await import('../labels/merge-pdfs.ts')
  const files: Uint8Array[] = []
  for (const run of runsOf(sources)) {
    files.push('pdf' in run ? run.pdf : await renderBatch(run.contents))
  }
  return mergePdfs(files)
}

type Run = { pdf: Uint8Array } | { contents: LabelContent[] }

/** Consecutive labels of ours are rendered as one document, which is faster and smaller. */
function runsOf(sources: readonly LabelSource[]): Run[] {
  const runs: Run[] = []
  for (const source of sources) {
    const last = runs.at(-1)
    if ('pdf' in source) runs.push(source)
    else if (last && 'contents' in last) last.contents.push(source.content)
    else runs.push({ contents: [source.content] })
  }
  return runs
}

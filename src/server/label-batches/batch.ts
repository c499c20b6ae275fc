import { createReadStream } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { MOST_LABELS } from '../../contract/printing.ts'
import { MESSAGES } from '../../domain/records/catalogue.ts'
import { type LabelDeps, type LabelSource, labelSource } from '../consignments/labels.ts'
import { consignmentsByCode, type FoundConsignment } from '../consignments/store.ts'
import { Refusal } from '../http/refusal.ts'
import type { LabelContent } from '../labels/label-content.ts'
import { log } from '../platform/log.ts'

/** Labels requested from couriers at once, so that a batch neither waits for one after the other nor floods them. */
const AT_ONCE = 6

/** Bytes of couriers' labels in a batch: they are in memory until they are merged. */
const MOST_BYTES = 64 * 1024 * 1024

/** The labels of one consignment of a batch: their source, or the reason why there is none. */
type CollectedLabels = { code: string } & (
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

/**
 * The bytes of one PDF with the labels of a batch, in their order; none without labels. It is rendered to a temporary
 * file, so that clients that read slowly occupy no memory.
 * @throws the signal's reason if it is aborted before the last page is rendered
 */
export async function* batchPdf(
  sources: readonly LabelSource[],
  signal: AbortSignal,
): AsyncGenerator<Buffer, void> {
  if (sources.length === 0) return
  const folder = await mkdtemp(join(tmpdir(), 'labels-'))
  try {
    const file = await render(runsOf(sources), folder, signal)
    for await (const chunk of createReadStream(file)) yield chunk
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Consecutive labels of one kind. Ours are rendered as one document, which is faster and smaller. */
type Run = { pdf: Uint8Array } | { contents: LabelContent[] }

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

/** @returns the path of the file */
async function render(runs: readonly Run[], folder: string, signal: AbortSignal): Promise<string> {
  const { renderBatch } = await import('../labels/render-labels.ts')
  const { mergePdfs } = await import('../labels/merge-pdfs.ts')
  const file = join(folder, 'labels.pdf')
  const [only, ...others] = runs
  if (only && 'contents' in only && others.length === 0) {
    await renderBatch(only.contents, file, signal)
    return file
  }
  const parts: Uint8Array[] = []
  for (const run of runs) {
    if ('pdf' in run) parts.push(run.pdf)
    else {
      await renderBatch(run.contents, file, signal)
      parts.push(await readFile(file))
    }
  }
  await writeFile(file, await mergePdfs(parts, signal))
  return file
}

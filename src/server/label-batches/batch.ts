import { createReadStream } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Hono } from 'hono'
import type { Kysely } from 'kysely'
import {
  BATCH_EVENTS,
  collectLabels,
  LabelBatch,
  type LabelOutcome,
  listAwaitingLabels,
  recordPrintedBatch,
} from '../../contract/label-batches.ts'
import { MOST_LABELS } from '../../contract/printing.ts'
import { todayInAuckland } from '../../domain/calendar/nz-calendar.ts'
import { MESSAGES } from '../../domain/records/catalogue.ts'
import { type LabelDeps, type LabelSource, labelSource } from '../consignments/labels.ts'
import { presentConsignment } from '../consignments/present.ts'
import { consignmentsByCode, consignmentsOfDay, type FoundConsignment } from '../consignments/store.ts'
import { logFailure } from '../db/log-failure.ts'
import type { Database } from '../db/schema.ts'
import { notePrinted } from '../history/store.ts'
import { EVENT_STREAM_HEADERS } from '../http/api-answers.ts'
import { bodyOf, serveCall } from '../http/call-route.ts'
import { Refusal, RetryLater } from '../http/refusal.ts'
import type { SessionEnv } from '../http/session.ts'
import { textStream } from '../http/text-stream.ts'
import type { LabelContent } from '../labels/render-labels.ts'
import { log } from '../platform/log.ts'

/** Serves the calls of the capability `label-batches`. */
export function labelBatchRoutes(app: Hono<SessionEnv>, deps: LabelDeps): void {
  const batches = boundBatches()
  app.on(collectLabels.method, collectLabels.path, async (c) => {
    const batch = await bodyOf(LabelBatch, c)
    const onEnd = batches.begin(c.get('staff').id)
    const stream = textStream(c, (signal) => eventsOf(deps, batch, signal), {
      onFailure: (error) => logFailure(error, {}, 'A batch of labels broke off'),
      onEnd,
    })
    return c.body(stream, 200, EVENT_STREAM_HEADERS)
  })

  serveCall(app, recordPrintedBatch, async ({ body, staff }) => {
    const found = await consignmentsByCode(deps.db, body.consignments)
    await notePrinted(
      deps,
      found.map(({ row }) => row),
      staff,
    )
    return { success: true, message: null }
  })

  serveCall(app, listAwaitingLabels, async () =>
    (await awaitingLabels(deps.db, deps.clock())).map(presentConsignment),
  )
}

async function* eventsOf(
  deps: LabelDeps,
  { consignments, with_pdf }: LabelBatch,
  signal: AbortSignal,
): AsyncGenerator<string, void> {
  const sources: LabelSource[] = []
  for await (const { code, source, refusal } of collectedLabels(deps, consignments)) {
    if (source && with_pdf) sources.push(source)
    const outcome: LabelOutcome = { tracking_code: code, reason: refusal?.message ?? null }
    yield eventOf(BATCH_EVENTS.outcome, outcome)
  }
  if (sources.length > 0) {
    // One event, in parts, so that the text of a large file is never in memory as a whole.
    yield `event: ${BATCH_EVENTS.pdf}\ndata: "`
    yield* base64Of(batchPdf(sources, signal))
    yield '"\n\n'
  }
  yield eventOf(BATCH_EVENTS.end, null)
}

async function* base64Of(chunks: AsyncIterable<Buffer>): AsyncGenerator<string, void> {
  let rest: Buffer = Buffer.alloc(0)
  for await (const chunk of chunks) {
    const bytes = Buffer.concat([rest, chunk])
    // Three bytes are four characters; a last incomplete group is padded.
    const end = bytes.length - (bytes.length % 3)
    yield bytes.toString('base64', 0, end)
    rest = bytes.subarray(end)
  }
  yield rest.toString('base64')
}

/** An event as the specification of server-sent events writes it. */
function eventOf(name: string, data: unknown): string {
  return `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`
}

/**
 * The consignments booked today in Auckland that await pick-up and whose labels have not been printed, in the order
 * of the list. Older consignments, and those already picked up, have labels printed elsewhere; those of stopped orders must
 * not leave.
 */
async function awaitingLabels(db: Kysely<Database>, now: number): Promise<FoundConsignment[]> {
  return consignmentsOfDay(db, { day: todayInAuckland(now), terms: [], provider: null, isUnprinted: true })
}

/**
 * Maximum number of simultaneous batches of one user: in two tabs, or a cancelled batch that is still ending and the
 * next one.
 */
const MOST_AT_ONCE = 2
const RETRY_AFTER_S = 5

/**
 * Limits the batches of each user. A batch is collected while its response is sent, when its request no longer counts
 * among those in progress. Without the limit, one user could occupy the couriers with any number of batches.
 */
function boundBatches() {
  const running = new Map<string, number>()
  const count = (user: string, change: 1 | -1) => {
    const now = (running.get(user) ?? 0) + change
    if (now === 0) running.delete(user)
    else running.set(user, now)
  }
  return {
    /**
     * Counts a batch. Returns a function to call at its end.
     * @throws RetryLater if the user has too many batches
     */
    begin(user: string): () => void {
      if ((running.get(user) ?? 0) >= MOST_AT_ONCE) {
        const words = 'Other batches of labels are still being collected for you. Try again in a moment.'
        throw new RetryLater(429, words, RETRY_AFTER_S)
      }
      count(user, 1)
      return () => count(user, -1)
    },
  }
}

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

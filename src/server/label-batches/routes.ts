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
import { todayInAuckland } from '../../domain/calendar/nz-calendar.ts'
import { consignmentStage } from '../../domain/freight/consignment-status.ts'
import type { LabelDeps, LabelSource } from '../consignments/labels.ts'
import { presentConsignment } from '../consignments/present.ts'
import { consignmentsByCode, consignmentsOfDay, type FoundConsignment } from '../consignments/store.ts'
import { isAmong } from '../db/dialect/dialect.ts'
import { logFailure } from '../db/log-failure.ts'
import type { Database } from '../db/schema.ts'
import { notePrinted } from '../history/store.ts'
import { EVENT_STREAM_HEADERS } from '../http/api-answers.ts'
import { bodyOf, serveCall } from '../http/call-route.ts'
import { RetryLater } from '../http/refusal.ts'
import type { SessionEnv } from '../http/session.ts'
import { textStream } from '../http/text-stream.ts'
import { batchPdf, collectedLabels } from './batch.ts'

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
 * of the list. Older consignments, and those already picked up, have labels printed elsewhere.
 */
async function awaitingLabels(db: Kysely<Database>, now: number): Promise<FoundConsignment[]> {
  const found = await consignmentsOfDay(db, { day: todayInAuckland(now), terms: [], provider: null })
  const live = found.filter((one) => consignmentStage(presentConsignment(one)) === 'awaiting')
  const ids = live.map(({ row }) => row.id)
  const prints = await db
    .selectFrom('label_prints')
    .select('consignment_id')
    .distinct()
    .where(isAmong(db, 'consignment_id', ids))
    .execute()
  const printed = new Set(prints.map(({ consignment_id }) => consignment_id))
  return live.filter(({ row }) => !printed.has(row.id))
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

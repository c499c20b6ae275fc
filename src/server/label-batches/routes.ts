import type { Hono } from 'hono'
import {
  BATCH_EVENTS,
  collectLabels,
  LabelBatch,
  type LabelOutcome,
  listAwaitingLabels,
  recordPrintedBatch,
} from '../../contract/label-batches.ts'
import type { LabelDeps, LabelSource } from '../consignments/labels.ts'
import { presentConsignment } from '../consignments/present.ts'
import { consignmentsByCode } from '../consignments/store.ts'
import { notePrinted } from '../history/store.ts'
import { EVENT_STREAM_HEADERS } from '../http/api-answers.ts'
import { bodyOf, serveCall } from '../http/call-route.ts'
import type { SessionEnv } from '../http/session.ts'
import { textStream } from '../http/text-stream.ts'
import { log } from '../platform/log.ts'
import { awaitingLabels } from './awaiting-labels.ts'
import { batchPdf } from './batch-pdf.ts'
import { boundBatches } from './batches-in-progress.ts'
import { collectedLabels } from './collect.ts'

/** Serves the calls of the capability `label-batches`. */
export function labelBatchRoutes(app: Hono<SessionEnv>, deps: LabelDeps): void {
  const batches = boundBatches()
  app.on(collectLabels.method, collectLabels.path, async (c) => {
    const batch = await bodyOf(LabelBatch, c)
    const onEnd = batches.begin(c.get('staff').id)
    const stream = textStream(c, (signal) => eventsOf(deps, batch, signal), {
      onFailure: (error) => log.error({ err: error }, 'A batch of labels broke off'),
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

import type { Hono } from 'hono'
import {
  BATCH_EVENTS,
  collectLabels,
  LabelBatch,
  listAwaitingLabels,
  recordPrintedBatch,
} from '../../contract/label-batches.ts'
import type { LabelDeps, LabelSource } from '../consignments/labels.ts'
import { presentConsignment } from '../consignments/present.ts'
import { consignmentsByCode } from '../consignments/store.ts'
import { notePrinted } from '../history/store.ts'
import { EVENT_STREAM_HEADERS } from '../http/api-answers.ts'
import { bodyOf, serveCall } from '../http/call-route.ts'
import { disconnect } from '../http/disconnect.ts'
import type { SessionEnv } from '../http/session.ts'
import { textStream } from '../http/text-stream.ts'
import { log } from '../platform/log.ts'
import { awaitingLabels } from './awaiting-labels.ts'
import { boundBatches } from './batches-in-progress.ts'
import { batchPdf, collectedLabels } from './collect.ts'

/** Serves the calls of the capability `label-batches`. */
export function labelBatchRoutes(app: Hono<SessionEnv>, deps: LabelDeps): void {
  const batches = boundBatches()
  app.on(collectLabels.method, collectLabels.path, async (c) => {
    const batch = await bodyOf(LabelBatch, c)
    const events = batches.begin(c.get('staff').id, eventsOf(deps, batch))
    const stream = textStream(events, (error) => {
      log.error({ err: error }, 'A batch of labels broke off')
      disconnect(c)
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
): AsyncGenerator<string, void> {
  const sources: LabelSource[] = []
  for await (const { outcome, source } of collectedLabels(deps, consignments)) {
    if (source && with_pdf) sources.push(source)
    yield eventOf(BATCH_EVENTS.outcome, outcome)
  }
  const pdf = await batchPdf(sources)
  if (pdf) yield eventOf(BATCH_EVENTS.pdf, Buffer.from(pdf).toString('base64'))
  yield eventOf(BATCH_EVENTS.end, null)
}

/** An event as the specification of server-sent events writes it. */
function eventOf(name: string, data: unknown): string {
  return `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`
}

import type { Consignment } from '../../contract/consignments.ts'
import {
  BATCH_EVENTS,
  BatchPdf,
  collectLabels,
  LabelOutcome,
  listAwaitingLabels,
  recordPrintedBatch,
} from '../../contract/label-batches.ts'
import { Problem } from '../../contract/wire.ts'
import { readPdf } from '../../domain/format/pdf.ts'
import { CallError, openStream, send } from '../api/client.ts'
import { type OpenedStream, readEvents, type StreamEvent } from '../api/event-stream.ts'
import { readToken } from '../state/session.ts'

interface CollectOptions {
  /** Whether the labels themselves are wanted, for the browser to print. */
  withPdf: boolean
  signal?: AbortSignal
  /** Called for each consignment, in their order, as soon as its outcome is known. */
  onOutcome(outcome: LabelOutcome): unknown
}

/**
 * Has the server collect the labels of consignments.
 * @returns the available labels as one PDF; null if there are none, or if the PDF is not requested
 * @throws CallError if the server refuses or the response is interrupted
 */
export async function collectBatch(
  consignments: readonly string[],
  { withPdf, signal, onOutcome }: CollectOptions,
): Promise<Uint8Array<ArrayBuffer> | null> {
  let pdf: Uint8Array<ArrayBuffer> | null = null
  let isWhole = false
  const receive = ({ event, data }: StreamEvent) => {
    if (event === BATCH_EVENTS.outcome) onOutcome(LabelOutcome.parse(JSON.parse(data)))
    else if (event === BATCH_EVENTS.pdf) pdf = readPdf(BatchPdf.parse(JSON.parse(data)))
    else if (event === BATCH_EVENTS.end) isWhole = true
  }
  await readEvents(await opened({ consignments, with_pdf: withPdf }, signal), receive)
  if (!isWhole) throw new CallError(0, 'The connection was lost.')
  return pdf
}

/** @throws CallError if the server refuses */
async function opened(body: unknown, signal: AbortSignal | undefined): Promise<OpenedStream> {
  const token = readToken()
  if (token === null) throw new CallError(401, 'Nobody is signed in.')
  const response = await openStream(collectLabels, { token, body, signal })
  if (response.ok && response.body) return response.body
  const problem = Problem.safeParse(await response.json().catch(() => null))
  throw new CallError(
    response.status,
    problem.data?.message ?? '',
    problem.data?.field ?? null,
    problem.success,
  )
}

/** Reports labels that the browser has printed. Never rejects: they are printed in any case. */
export async function reportPrintedBatch(consignments: readonly string[]): Promise<void> {
  await send(recordPrintedBatch, { body: { consignments: [...consignments] } }).catch(() => undefined)
}

/** The consignments booked today whose labels have not been printed. */
export async function awaitingLabels(): Promise<Consignment[]> {
  return (await send(listAwaitingLabels)).rows
}

import { queryOptions } from '@tanstack/react-query'
import type { Rows } from '../../contract/call.ts'
import {
  createPrintJob,
  listPrinters,
  type Printer,
  type PrintJob,
  type PrintOutcome,
} from '../../contract/printing.ts'
import { CallError, refusalOf, send } from './client.ts'

/** Queries of the capability `printing`. Must not be used if the back end lacks it. */
export const printingQueries = {
  printers: () =>
    queryOptions({
      queryKey: ['printers'],
      queryFn: ({ signal }): Promise<Rows<Printer>> => send(listPrinters, { signal }),
      // The printers are a setting of the server, read at its start.
      staleTime: Number.POSITIVE_INFINITY,
    }),
}

/**
 * Sends a print job. If there is no response, requests its outcome once by sending the same job, which is never
 * printed twice.
 * @throws CallError if the server refuses, or cannot be reached; the first one while it is unknown whether it printed
 */
export async function sendPrintJob(job: PrintJob): Promise<PrintOutcome> {
  const attempt = async () => (await send(createPrintJob, { body: job })).outcome
  try {
    return await attempt()
  } catch (error) {
    if (!(error instanceof CallError && error.status === 0)) throw error
    return await attempt().catch((second: unknown) => {
      throw isRefusalBy(job.printer, second) ? second : error
    })
  }
}

/** Whether the printer itself refused a job: such a sentence begins with its name. Others concern no earlier attempt. */
function isRefusalBy(printer: string, error: unknown): boolean {
  const { reason } = refusalOf(error)
  return reason?.startsWith(`${printer} `) ?? false
}

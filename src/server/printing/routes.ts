import type { Hono } from 'hono'
import { createPrintJob, listPrinters } from '../../contract/printing.ts'
import { serveCall } from '../http/call-route.ts'
import type { SessionEnv } from '../http/session.ts'
import { type PrintingDeps, printOnce } from './print-once.ts'

/** Serves the calls of the capability `printing`. */
export function printingRoutes(app: Hono<SessionEnv>, deps: PrintingDeps): void {
  serveCall(app, listPrinters, async () => deps.printers.map(({ name, paper }) => ({ name, paper })))

  serveCall(app, createPrintJob, async ({ body, staff }) => ({ outcome: await printOnce(deps, body, staff) }))
}

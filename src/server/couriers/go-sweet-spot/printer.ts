import { withTimeLimit } from '../../platform/limits.ts'
import { type Printable, PrinterRefused, type ServerPrinter } from '../../printing/printer.ts'
import type { AgentAddress } from '../api-courier.ts'
import { CourierRefused } from '../courier.ts'
import type { Site } from './gateway.ts'
import { listAgentPrinters, printByAgent } from './labels.ts'

/** Limits in milliseconds, as for IPP: of the check, and of printing in all. */
const WITHIN = { check: 3000, print: 10_000 }

/** GoSweetSpot accepts 60 calls a minute, which prices and bookings need as well. */
const MOST_AT_ONCE = 15

interface Address extends AgentAddress {
  /** By the slugs of their couriers. */
  sites: ReadonlyMap<string, Site>
}

/** A printer of GoSweetSpot's print agent. It prints the labels of GoSweetSpot's consignments only. */
export function gssPrinter(address: Address): ServerPrinter {
  const { name, paper, agentPrinter } = address
  return {
    name,
    paper,
    check: () => refuseNotReady(address),
    async print({ printable, beforeSending }) {
      const labels = labelsOf(printable, address)
      await refuseNotReady(address)
      await beforeSending()
      await withTimeLimit(WITHIN.print, new AbortController().signal, async (signal) => {
        for (const [index, { site, code }] of labels.entries()) {
          await printByAgent(site, code, agentPrinter, signal).catch((error: unknown) => {
            // The labels before this one are printed.
            if (index === 0 && error instanceof CourierRefused) throw new PrinterRefused(error.message)
            throw error
          })
        }
      })
    },
  }
}

/** @throws {PrinterRefused} if the agent cannot print the document */
function labelsOf({ connotes }: Printable, { name, sites }: Address): { site: Site; code: string }[] {
  const labels = (connotes ?? []).flatMap(({ courier, code }) => {
    const site = sites.get(courier)
    return site ? [{ site, code }] : []
  })
  if (connotes === null || labels.length < connotes.length) {
    throw new PrinterRefused(`${name} prints labels of GoSweetSpot only.`)
  }
  if (labels.length > MOST_AT_ONCE) {
    throw new PrinterRefused(`${name} prints the labels of at most ${MOST_AT_ONCE} consignments at once.`)
  }
  return labels
}

/** @throws {PrinterRefused} if the agent does not have the printer, or reports it as offline */
async function refuseNotReady({ name, agentPrinter, sites }: Address): Promise<void> {
  const lists = Array.from(sites.values(), (site) =>
    withTimeLimit(WITHIN.check, new AbortController().signal, (signal) => listAgentPrinters(site, signal)),
  )
  const printers = await Promise.all(lists).catch((error: unknown) => {
    throw new PrinterRefused(error instanceof CourierRefused ? error.message : `${name} does not answer.`)
  })
  const isOurs = (printer: string) => printer.toLowerCase() === agentPrinter.toLowerCase()
  const found = printers.flat().filter(({ printer }) => isOurs(printer))
  if (found.length === 0) throw new PrinterRefused(`${name} is not a printer of GoSweetSpot’s print agent.`)
  if (!found.some(({ isOnline }) => isOnline)) throw new PrinterRefused(`${name} is offline.`)
}

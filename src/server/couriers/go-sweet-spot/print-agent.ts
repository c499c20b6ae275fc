import * as z from 'zod'
import { CourierRefused } from '../courier.ts'
import { callGateway, NotJson, type Site, short } from './gateway.ts'

/** A printer of a computer on which GoSweetSpot's print agent runs. */
export interface AgentPrinter {
  /** Such as 'Warehouse >> ZDESIGNER LP 2844 (11112)'. */
  printer: string
  isOnline: boolean
}

const AgentPrinters = z.array(
  z
    .object({ printer: z.string(), isonline: z.boolean().nullish() })
    .transform(({ printer, isonline }): AgentPrinter => ({ printer, isOnline: isonline === true })),
)

const ACCEPTED = /^print job (sent|queued)\.?$/i

/** The printers of the account. @throws if the gateway is unreachable */
export async function listAgentPrinters(site: Site, signal: AbortSignal): Promise<AgentPrinter[]> {
  return AgentPrinters.parse(await callGateway(site, { method: 'GET', path: '/api/printers', signal }))
}

/**
 * Prints the labels of a consignment with the print agent.
 * @throws {CourierRefused} if nothing was printed; anything else if that is unknown
 */
export async function printByAgent(
  site: Site,
  connote: string,
  printer: string,
  signal: AbortSignal,
): Promise<void> {
  const query = { connote, printtoprinter: printer }
  const answer = await callGateway(site, { method: 'POST', path: '/api/labels', query, signal }).catch(
    plainText,
  )
  const words = typeof answer === 'string' ? short(answer) : ''
  if (ACCEPTED.test(words)) return
  throw new CourierRefused(`GoSweetSpot did not print: ${words || 'it gave no reason'}`)
}

/** The documented response is text, which may or may not be quoted as JSON. */
function plainText(error: unknown): string {
  if (error instanceof NotJson) return error.text
  throw error
}

import { sitesBySlug } from '../couriers/go-sweet-spot/go-sweet-spot.ts'
import type { Config } from '../platform/config.ts'
import { gssPrinter } from './gss-printer.ts'
import { ippPrinter } from './ipp-printer.ts'
import type { Printer } from './printer.ts'

/** The printers of this installation, in the order of their file. */
export function createPrinters({
  printers,
  goSweetSpot,
}: Pick<Config, 'printers' | 'goSweetSpot'>): Printer[] {
  const sites = goSweetSpot === null ? new Map() : sitesBySlug(goSweetSpot)
  return printers.map(({ name, paper, address }) =>
    address.kind === 'ipp'
      ? ippPrinter({ name, paper, url: address.url })
      : gssPrinter({ name, paper, agentPrinter: address.printer, sites }),
  )
}

import type { Config } from '../platform/config.ts'
import { createPrinters } from '../printing/create-printers.ts'
import { attention, type Finding, fine } from './findings.ts'

/** Checks that every printer can print now. No findings without printers. */
export async function checkPrinters(config: Pick<Config, 'printers' | 'goSweetSpot'>): Promise<Finding[]> {
  const checks = createPrinters(config).map(async (printer): Promise<Finding> => {
    try {
      await printer.check()
      return fine('Printers', `${printer.name} is ready.`)
    } catch (error) {
      return attention('Printers', error instanceof Error ? error.message : String(error))
    }
  })
  return Promise.all(checks)
}

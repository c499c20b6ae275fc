import type { Paper } from '../../contract/printing.ts'
import type { Config } from '../platform/config.ts'
import { ippPrinter } from './ipp-printer.ts'
import { PrinterRefused, type ServerPrinter } from './printer.ts'
import { zplPrinter } from './zpl-printer.ts'

type AgentPrinter = (address: { name: string; paper: Paper; agentPrinter: string }) => ServerPrinter

/**
 * The printers of this installation, in the order of their file.
 * @param agent creates printers of the print agent; null if no courier has one
 */
export function createPrinters(
  { printers }: Pick<Config, 'printers'>,
  agent: AgentPrinter | null,
): ServerPrinter[] {
  return printers.map(({ name, paper, address }) => {
    if (address.kind === 'ipp') return ippPrinter({ name, paper, url: address.url })
    if (address.kind === 'zpl') return zplPrinter({ name, paper, ...address })
    return agent?.({ name, paper, agentPrinter: address.printer }) ?? withoutAgent(name, paper)
  })
}

/** A printer of a print agent that belongs to no configured courier. The settings refuse it. */
function withoutAgent(name: string, paper: Paper): ServerPrinter {
  const refuse = async () => {
    throw new PrinterRefused(`${name} has no print agent.`)
  }
  return { name, paper, check: refuse, print: refuse }
}

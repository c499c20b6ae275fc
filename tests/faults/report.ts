import { readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism, cpus, totalmem } from 'node:os'
import { fileURLToPath } from 'node:url'
import { table } from '../bench/figures.ts'
import { withBlock } from '../keys-table.ts'
import type { DatabaseName, Finding } from './scenario.ts'

/** The findings of a scenario on a database. */
export interface Outcome {
  title: string
  database: DatabaseName
  findings: readonly Finding[]
}

const NAMES: Record<DatabaseName, string> = { embedded: 'embedded', postgres: 'PostgreSQL' }
const HEAD = ['Attack', 'Database', 'What', 'Target', 'Measured', 'Met'] as const

/** The table of a run. */
export function reportTable(outcomes: readonly Outcome[]): string {
  const rows = outcomes.flatMap(({ title, database, findings }) =>
    findings.map(({ what, target, measured, isMet }, index) => [
      index === 0 ? title : '',
      index === 0 ? NAMES[database] : '',
      what,
      target ?? '',
      measured,
      target === undefined ? '' : isMet ? 'yes' : '**no**',
    ]),
  )
  return table(HEAD, rows, 3)
}

/** The machine and command with which a table was made. */
export function reportFooter(command: string, seconds: number, load: number): string {
  const memory = `${Math.round(totalmem() / 2 ** 30)} GiB`
  const machine = `${availableParallelism()} cores (${cpus()[0]?.model.trim() ?? 'unknown'}), ${memory}, Node ${process.version}`
  return `\`${command}\` on ${machine}, in ${Math.round(seconds / 60)} minutes; load of the machine before it ${load.toFixed(1)}.`
}

const PAGE = fileURLToPath(new URL('../../docs/generated/reliability.md', import.meta.url))

/** Writes a report into docs/generated/reliability.md. */
export function publishReport(report: string): void {
  writeFileSync(PAGE, withBlock(readFileSync(PAGE, 'utf8'), 'faults', `\n${report}\n`))
}

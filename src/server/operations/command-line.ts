import { DatabaseFailure } from '../db/failure.ts'
import { ConfigError } from '../platform/config.ts'

export interface CommandOutcome {
  text: string
  isFailure: boolean
}

/** Runs a command of the operator. On an invalid setting or a database failure it exits with 1 and one sentence. */
export async function runCommandLine(
  command: (parameters: readonly string[]) => Promise<void>,
): Promise<void> {
  try {
    await command(process.argv.slice(2))
  } catch (error) {
    if (!(error instanceof ConfigError || error instanceof DatabaseFailure)) throw error
    process.stderr.write(`${error.message}\n`)
    process.exitCode = 1
  }
}

/** Prints the outcome of a command. After a failure the process ends with 1. */
export function printOutcome({ text, isFailure }: CommandOutcome): void {
  process[isFailure ? 'stderr' : 'stdout'].write(`${text}\n`)
  if (isFailure) process.exitCode = 1
}

/** Formats rows as a plain-text table with aligned columns. */
export function plainTable(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .map((line) => `${line}\n`)
    .join('')
}

import type { Kysely } from 'kysely'
import { aucklandDayStart, isAucklandDay } from '../../domain/calendar/nz-calendar.ts'
import { parseInstant } from '../../domain/calendar/nz-time.ts'
import { type DatabasePlace, nameOfDatabase, openDatabase, refuseNoDatabase } from '../db/connection.ts'
import { DatabaseFailure } from '../db/failure.ts'
import { missingMigrations } from '../db/migrate.ts'
import type { Connections } from '../db/named-connections.ts'
import type { Database } from '../db/schema.ts'
import { timestamp } from '../db/times.ts'
import { ConfigError } from '../platform/settings.ts'

export interface CommandOutcome {
  text: string
  isFailure: boolean
}

export function success(text: string): CommandOutcome {
  return { text, isFailure: false }
}

export function failure(text: string): CommandOutcome {
  return { text, isFailure: true }
}

/** A time that was typed after `--since`, a day or an instant, as it is stored; or why it is none. */
export function readSince(text: string): { since: string } | { refused: CommandOutcome } {
  const since = isAucklandDay(text) ? aucklandDayStart(text) : parseInstant(text)
  return since === null
    ? {
        refused: failure(
          `${text} is neither a day such as 2026-11-20 nor a time such as 2026-11-20T09:00+13:00.`,
        ),
      }
    : { since: timestamp(since) }
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

/** Runs a command on the database of the server, and prints which one that is and the outcome. */
export async function runOnServersDatabase(
  place: DatabasePlace,
  command: (db: Kysely<Database>) => Promise<CommandOutcome>,
): Promise<void> {
  printDatabase(place)
  const db = await openServersDatabase(place)
  try {
    printOutcome(await command(db))
  } finally {
    await db.destroy()
  }
}

/**
 * Opens the database of the server for a command that may run beside it. Neither creates nor migrates one: without the
 * server's settings, the command would change another database.
 * @param isPatient unless the server runs the command and waits for it
 * @throws {ConfigError} if there is no database, or its tables are of another version
 */
export async function openServersDatabase(
  place: DatabasePlace,
  { isPatient = true } = {},
): Promise<Connections> {
  refuseNoDatabase(place)
  const db = await openDatabase(place, { isPatient, migrates: false })
  const missing = await missingMigrations(db)
  if (missing.length === 0) return db
  await db.destroy()
  throw new ConfigError(`The tables of ${nameOfDatabase(place)} are not up to date: start the server once.`)
}

/** On the error output, because a program may read the output. */
export function printDatabase(place: DatabasePlace): void {
  process.stderr.write(`Database: ${nameOfDatabase(place)}\n`)
}

/** After a failure the process ends with 1. */
function printOutcome({ text, isFailure }: CommandOutcome): void {
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

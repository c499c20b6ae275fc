import { existsSync, readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { PREPARED, type Prepared } from './global-setup.ts'

process.env.JOURNEY_SESSION = await preparedSession(`${process.env.JOURNEY_DATA}${PREPARED}`)

/** Waits for the preparation of the global set-up. @returns the token of the signed-in user */
async function preparedSession(path: string): Promise<string> {
  while (!existsSync(path)) await pause(50)
  const result: Prepared = JSON.parse(readFileSync(path, 'utf8'))
  if ('fault' in result)
    throw new Error(`The console for the journeys could not be prepared: ${result.fault}`)
  return result.session
}

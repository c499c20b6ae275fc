import { join } from 'node:path'

/** The scripts that tests run as processes of their own. */
export const SCRIPTS = {
  server: 'src/server/main.ts',
  import: 'src/server/import/main.ts',
  backup: 'src/server/operations/backup.ts',
  doctor: 'src/server/operations/doctor.ts',
  move: 'src/server/operations/move.ts',
  sessions: 'src/server/operations/sessions.ts',
  webhooks: 'src/server/operations/webhooks.ts',
  'intake-keys': 'src/server/intake/keys.ts',
  booking: 'tests/server/consignments/booking-process.ts',
  'killed-import': 'tests/server/import/killed-import-process.ts',
  'killed-feed': 'tests/server/feeds/killed-feed-process.ts',
  launched: 'tests/server/launched-process.ts',
  'signing-key': 'tests/server/sign-in/signing-key-process.ts',
}
export type Program = keyof typeof SCRIPTS

/** The bundled script of a program, made by the global set-up. */
export function programFile(name: Program): string {
  const folder = process.env.TEST_PROGRAMS
  if (folder === undefined) throw new Error('The global set-up of this project does not bundle the programs.')
  return join(folder, `${name}.mjs`)
}

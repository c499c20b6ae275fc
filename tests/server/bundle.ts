import { cpSync, mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'

/** Where packages are found from. */
const PACKAGES = fileURLToPath(new URL('../../node_modules', import.meta.url))

/** The threads of the embedded database look for it beside themselves. */
const WORKER = fileURLToPath(new URL('../../src/server/db/worker.js', import.meta.url))

/**
 * A script of the tests in one file of JavaScript, for those that are started many times over: a tenth of the time
 * that it takes to start from its sources. The folder around it is the caller's to remove.
 */
export async function bundle(script: string): Promise<{ folder: string; file: string }> {
  const folder = mkdtempSync(join(PACKAGES, '.bundle-'))
  await build({
    configFile: false,
    logLevel: 'error',
    build: {
      ssr: script,
      outDir: folder,
      target: 'node20',
      rolldownOptions: { output: { entryFileNames: 'script.mjs', codeSplitting: false } },
    },
    ssr: { noExternal: ['kysely', 'luxon', 'zod', 'hono'] },
  })
  cpSync(WORKER, join(folder, 'worker.js'))
  return { folder, file: join(folder, 'script.mjs') }
}

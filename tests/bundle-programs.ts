import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import { SCRIPTS } from './programs.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))

/** The code of the embedded database's threads, which is loaded from the folder of the bundle. */
const WORKER = join(ROOT, 'src/server/db/worker.cjs')

/** Packages that load files of their own, or that the server loads when it prints. The bundle contains all others. */
const EXTERNAL = [
  '@photostructure/sqlite',
  '@cantoo/pdf-lib',
  '@napi-rs/canvas',
  'bwip-js',
  'pdfjs-dist',
  'pdfkit',
  'pino',
]

/**
 * Global set-up: bundles the programs once for all projects, because a bundle starts in a fifth of the time of its
 * sources. From this folder, packages and the built console resolve as from the sources.
 */
export async function setup(): Promise<() => void> {
  if (process.env.TEST_PROGRAMS !== undefined) return () => undefined
  const folder = mkdtempSync(join(ROOT, 'node_modules', '.programs-'))
  const remove = () => rmSync(folder, { recursive: true, force: true })
  try {
    await build({
      configFile: false,
      logLevel: 'error',
      root: ROOT,
      build: {
        ssr: true,
        outDir: folder,
        target: 'node20',
        rolldownOptions: {
          input: SCRIPTS,
          output: { entryFileNames: '[name].mjs', chunkFileNames: '[name]-[hash].mjs' },
        },
      },
      ssr: { noExternal: true, external: EXTERNAL },
    })
    cpSync(WORKER, join(folder, 'worker.cjs'))
  } catch (error) {
    remove()
    throw error
  }
  process.env.TEST_PROGRAMS = folder
  return remove
}

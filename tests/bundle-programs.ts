import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build, type Plugin } from 'vite'
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
 * A bundled server runs the bundled import: from its sources, each file would wait seconds for the compiler. It runs it at
 * the usual priority, because tests keep all cores busy, so that a lower one would wait for them.
 */
const bundledImport: Plugin = {
  name: 'bundled-import',
  transform: {
    order: 'pre',
    handler(code, id) {
      if (!id.endsWith('/src/server/intake/import-process.ts')) return null
      const [sources, priority] = [/(?<=const SOURCES = ).*/, /(?<=const LOW_PRIORITY = ).*/]
      if (!sources.test(code) || !priority.test(code))
        throw new Error('The server runs imports in another way.')
      return code
        .replace(sources, "[fileURLToPath(new URL('import.mjs', import.meta.url))]")
        .replace(priority, '0')
    },
  },
}

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
      plugins: [bundledImport],
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

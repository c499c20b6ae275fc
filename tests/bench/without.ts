import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'
import { buildInto } from '../../src/build/build.ts'
import { startServer } from '../../src/server/main.ts'
import { freePort } from '../browser/console-process.ts'
import type { Desk } from './desk.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/** A change to one source file, for a build without an optimisation. */
export interface Patch {
  /** Path from the project's root. */
  file: string
  /** Text that occurs exactly once in the file, and its replacement. */
  replace: string
  by: string
}

/** Applies patches while the console is built; fails if a patch does not fit its file. */
export function patching(patches: readonly Patch[]): Plugin {
  const left = new Set(patches)
  const patched = (file: string, source: string) => {
    let text = source
    for (const patch of patches.filter((one) => file.endsWith(`/${one.file}`))) {
      if (text.split(patch.replace).length !== 2) {
        throw new Error(`${patch.file} does not hold exactly once: ${patch.replace}`)
      }
      text = text.replace(patch.replace, () => patch.by)
      left.delete(patch)
    }
    return text
  }
  return {
    name: 'patching',
    enforce: 'pre',
    transform: (source, id) => patched(id.split('?')[0] ?? id, source),
    buildEnd(error) {
      const unused = [...left].map(({ file }) => file)
      if (!error && unused.length > 0) throw new Error(`Not part of the build: ${unused.join(', ')}`)
    },
  }
}

/** Removes the rule that splits the code of the first rows into files. */
export const manyFiles: Plugin = {
  name: 'many-files',
  configResolved({ build: { rolldownOptions } }) {
    const { output } = rolldownOptions
    if (!output || Array.isArray(output)) throw new Error('The build has not one output.')
    output.codeSplitting = true
  },
}

/** Lets browsers compile functions when they are called, as they do by default. */
export const compiledWhenCalled: Plugin = {
  name: 'compiled-when-called',
  enforce: 'post',
  generateBundle: {
    order: 'post',
    handler(_, bundle) {
      const chunks = Object.values(bundle).filter((part) => part.type === 'chunk')
      for (const chunk of chunks) chunk.code = chunk.code.replace('//# allFunctionsCalledOnLoad\n', '')
    },
  },
}

/** Leaves the first rows to React: the page has no place for them. */
export const noPlaceForRows: Plugin = {
  name: 'no-place-for-rows',
  transformIndexHtml: { order: 'post', handler: (html) => html.replace('data-first-rows=""', '') },
}

/** Builds the console with further plugins and serves it from this process, with its own demo data. */
export async function serveConsole(plugins: Plugin[]): Promise<Desk['console']> {
  const folder = mkdtempSync(join(tmpdir(), 'console-without-'))
  const dist = join(folder, 'dist')
  await buildInto(dist, ROOT, 'bench', plugins)
  const port = await freePort()
  const server = await startServer({ port, dataDir: join(folder, 'data') }, { distDir: dist })
  return {
    url: server.url,
    async remove() {
      await server.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { SourceFile } from './architecture/source-file.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
/**
 * Ignored in the root: folders or, in a second working tree of git, files of these names. Installed packages are
 * ignored everywhere.
 */
const NOT_OURS = new Set(['.git', 'dist', 'data'])
const TEXT = /(\.(tsx?|json|css|html|md|svg|sql|ya?ml)|^run|^\.[a-z]+)$/

/** All text files of the project, from the root or below a folder, found without git, because the sources may come without it. */
export function projectFiles(folder = ''): SourceFile[] {
  return readdirSync(join(ROOT, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = folder ? `${folder}/${entry.name}` : entry.name
    if (NOT_OURS.has(path) || entry.name === 'node_modules') return []
    if (entry.isDirectory()) return projectFiles(path)
    return TEXT.test(entry.name) ? [{ path, text: readFileSync(join(ROOT, path), 'utf8') }] : []
  })
}

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** A file of the project: its path from the root, separated by `/`, and its text. */
export interface SourceFile {
  path: string
  text: string
}

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

const STATEMENT = /^(?:import|export)\s(?:[^'"=;()]*?\sfrom\s*)?['"]([^'"]+)['"]/gm
const CALL = /\bimport\(\s*['"]([^'"]+)['"]/g

/**
 * The modules that a file imports or re-exports, statically or dynamically. Formatted code has each statement at
 * the start of a line.
 */
export function importsOf(text: string): string[] {
  return [STATEMENT, CALL].flatMap((pattern) => Array.from(text.matchAll(pattern), (match) => match[1] ?? ''))
}

/** Whether a file is TypeScript. */
export const isCode = (path: string) => /\.tsx?$/.test(path)

/** Whether a file is code of the product, as opposed to its tests and tools. */
export const isOurs = (path: string) =>
  isCode(path) && (path.startsWith('src/') || path.startsWith('commands/'))

/** A file of the project: its path from the root, separated by `/`, and its text. */
export interface SourceFile {
  path: string
  text: string
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

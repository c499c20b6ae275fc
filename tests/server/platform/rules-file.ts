import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'

const folder = mkdtempSync(join(tmpdir(), 'console-rules-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
let files = 0

/** Writes a file of courier rules for the tests of a file, and returns its path. */
export function rulesFile(text: string): string {
  files += 1
  const path = join(folder, `rules-${files}.json`)
  writeFileSync(path, text)
  return path
}

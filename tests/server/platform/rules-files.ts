import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'

/** Returns a function that writes a file of courier rules and returns its path. The test file's end removes them. */
export function rulesFiles(): (text: string) => string {
  const folder = mkdtempSync(join(tmpdir(), 'console-rules-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  let files = 0
  return (text) => {
    files += 1
    const path = join(folder, `rules-${files}.json`)
    writeFileSync(path, text)
    return path
  }
}

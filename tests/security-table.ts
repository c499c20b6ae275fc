import { readFileSync } from 'node:fs'
import type { Held } from './specification-table.ts'

/** A requirement of the standard, and the evidence that it is met. */
export interface Requirement {
  /** 'V7.4.1' */
  name: string
  state: string
  /** The last column. */
  held: string
  tests: Held[]
}

const ROW = /^\| (V\d+\.\d+\.\d+) \| ([^|]+) \| ([^|]+) \| (.+) \|$/
const HELD_BY = /\[((?:[^[\]]|\[[^\]]*\]?)+?)\]\(\.\.\/tests\/([^()\s]+\.test\.tsx?)\)/g

/** The rows of `docs/security.md` that are requirements. */
export function securityLines(): string[] {
  const page = readFileSync(new URL('../docs/security.md', import.meta.url), 'utf8')
  return page.split('\n').filter((line) => line.startsWith('| V'))
}

export function readRequirements(lines: readonly string[]): Requirement[] {
  return lines.flatMap((line) => {
    const found = ROW.exec(line)
    if (!found) return []
    const [, name = '', , state = '', held = ''] = found
    const tests = Array.from(held.matchAll(HELD_BY), ([, title = '', file = '']) => ({ title, file }))
    return [{ name, state, held, tests }]
  })
}

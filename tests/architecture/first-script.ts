import { posix } from 'node:path'
import type { SourceFile } from './source-file.ts'

const VALUES = /^(?:import|export)\s(?!type\s)(?:([^'"=;()]*?)\sfrom\s*)?['"]([^'"]+)['"]/gm
const ONLY_TYPES = /^\{(?:\s*type\s[^,}]*,?)*\s*\}$/

/**
 * The packages that a file needs when it is loaded, directly or through the files that it imports statically.
 * Imports of types and dynamic imports are left out.
 */
export function packagesOf(start: string, files: readonly SourceFile[]): string[] {
  const texts = new Map(files.map(({ path, text }) => [path, text]))
  const packages = new Set<string>()
  const reached = new Set([start])
  // A set also returns what is added while it is read.
  for (const path of reached) {
    for (const [, names = '', from = ''] of (texts.get(path) ?? '').matchAll(VALUES)) {
      if (ONLY_TYPES.test(names)) continue
      if (from.startsWith('.')) reached.add(posix.join(posix.dirname(path), from))
      else packages.add(/^(@[^/]+\/)?[^/]+/.exec(from)?.[0] ?? from)
    }
  }
  return [...packages].sort()
}

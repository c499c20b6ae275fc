import { posix } from 'node:path'
import { importsOf, isOurs, type SourceFile } from './source-file.ts'

type Graph = ReadonlyMap<string, ReadonlySet<string>>

/** Groups of files that import each other, directly or indirectly, also if they import only types. */
export function fileCycles(files: readonly SourceFile[]): string[] {
  return cycles(files, (path) => path)
}

/** Groups of folders whose files import each other, directly or indirectly. */
export function folderCycles(files: readonly SourceFile[]): string[] {
  return cycles(files, posix.dirname)
}

/** Each group is sorted and joined by spaces. */
function cycles(files: readonly SourceFile[], nodeOf: (path: string) => string): string[] {
  const imported = importGraph(files, nodeOf)
  const reached = new Map(Array.from(imported.keys(), (node) => [node, reachableFrom(node, imported)]))
  const groups = Array.from(reached, ([node, others]) =>
    [...others].filter((other) => reached.get(other)?.has(node)).sort(),
  )
  return [...new Set(groups.filter((group) => group.length > 1).map((group) => group.join(' ')))]
}

function importGraph(files: readonly SourceFile[], nodeOf: (path: string) => string): Graph {
  const imported = new Map<string, Set<string>>()
  for (const { path, text } of files.filter((file) => isOurs(file.path))) {
    const targets = importsOf(text)
      .filter((name) => name.startsWith('.'))
      .map((name) => nodeOf(posix.join(posix.dirname(path), name)))
    const node = nodeOf(path)
    imported.set(node, new Set([...(imported.get(node) ?? []), ...targets]))
  }
  return imported
}

function reachableFrom(start: string, imported: Graph): Set<string> {
  const reached = new Set<string>()
  const pending = [start]
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    for (const target of imported.get(node) ?? []) {
      if (reached.has(target)) continue
      reached.add(target)
      pending.push(target)
    }
  }
  return reached
}

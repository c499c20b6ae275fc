/** Not the static files of Hono: they ignore the weights of `Accept-Encoding` and read the disk (decision 0018). */

import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { extname, join, sep } from 'node:path'

/** A file of the built console with its compressed forms. */
export interface ConsoleFile {
  type: string
  plain: Uint8Array<ArrayBuffer>
  br?: Uint8Array<ArrayBuffer>
  gzip?: Uint8Array<ArrayBuffer>
}

/** The built console, held in memory. No other file is served. */
export interface ConsoleFiles {
  /** Hash of the build, sent as `X-Console-Version`. */
  version: string
  /** index.html with its placeholders; null if the console has not been built. */
  page: string | null
  /** By path, such as '/assets/main-1a2b.js'. */
  files: ReadonlyMap<string, ConsoleFile>
}

const TYPES: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.map': 'application/json',
  '.mjs': 'text/javascript; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.ttf': 'font/ttf',
  '.txt': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json',
  '.webp': 'image/webp',
  '.woff': 'font/woff',
  '.woff2': 'font/woff2',
}

const ENCODINGS = { '.br': 'br', '.gz': 'gzip' } as const

/**
 * Reads the built console from `distDir`. Synchronously, before the server listens: a promise for each of its hundreds
 * of files takes four times as long.
 */
export function readConsole(distDir: string): ConsoleFiles {
  const folder = join(distDir, 'console')
  const files = new Map<string, ConsoleFile>()
  if (!existsSync(join(folder, 'index.html'))) return { version: 'unbuilt', page: null, files }
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
  const names = entries
    .filter((entry) => entry.isFile() && !entry.name.startsWith('.'))
    .map((entry) => join(entry.parentPath, entry.name))
  const contents = new Map(names.map((name) => [name, new Uint8Array(readFileSync(name))]))
  for (const [name, plain] of contents) {
    if (extname(name) in ENCODINGS) continue
    const file: ConsoleFile = { type: TYPES[extname(name)] ?? 'application/octet-stream', plain }
    for (const [extension, encoding] of Object.entries(ENCODINGS)) {
      const compressed = contents.get(name + extension)
      if (compressed) file[encoding] = compressed
    }
    files.set(name.slice(folder.length).split(sep).join('/'), file)
  }
  files.delete('/index.html')
  const page = readFileSync(join(folder, 'index.html'), 'utf8')
  return { version: readVersion(distDir), page, files }
}

function readVersion(distDir: string): string {
  try {
    const build: unknown = JSON.parse(readFileSync(join(distDir, 'build.json'), 'utf8'))
    if (typeof build === 'object' && build !== null && 'version' in build) return String(build.version)
  } catch {
    // Without build.json the console works, but does not notice a newer version.
  }
  return 'unknown'
}

import { createHash, randomBytes } from 'node:crypto'
import {
  access,
  constants as fileModes,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Plugin } from 'vite'
import * as z from 'zod/mini'
import { isProgram } from '../server/platform/launcher.ts'
import { ConfigError } from '../server/platform/settings.ts'
import { thirdPartyNotices } from './third-party-notices.ts'

/** Contents of `dist/build.json`, which describes the built console. */
const Build = z.object({
  /** Hash of everything sent to the browser. */
  version: z.string(),
  /** Hash of everything the console is built from. */
  sources: z.string(),
  /** The files of this build, relative to `dist/console`. */
  assets: z.array(z.string()),
  /** The files of the previous build, which tabs opened before a deploy still request. */
  previous: z.array(z.string()),
})
type Build = z.output<typeof Build>

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/** Files and folders that the built console depends on. */
const INPUTS = [
  'commands',
  'src/contract',
  'src/domain',
  'src/web',
  'index.html',
  'package-lock.json',
  'src/build/build.ts',
  'src/build/third-party-notices.ts',
  'tailwind.config.ts',
  'tsconfig.json',
  'vite.config.ts',
]

/** Suffix of a file that is being written. An older one was left by a build that was killed. */
const PARTIAL = '.partial'
const PARTIAL_KEPT_MS = 3_600_000

async function filesUnder(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
}

function digest(parts: (string | Buffer)[]): string {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part).update('\0')
  return hash.digest('hex').slice(0, 16)
}

/** Hash of the paths and contents of everything the console is built from. */
export async function hashSources(root: string, inputs: readonly string[] = INPUTS): Promise<string> {
  const found = await Promise.all(
    inputs.map(async (input) => {
      const path = join(root, input)
      const entry = await stat(path).catch(() => null)
      if (!entry) return []
      return entry.isDirectory() ? filesUnder(path) : [path]
    }),
  )
  const paths = found.flat().sort()
  const contents = await Promise.all(paths.map((path) => readFile(path)))
  return digest(paths.flatMap((path, index) => [path.slice(root.length), contents[index] ?? '']))
}

/** The description of the build in `dist`; null if there is no complete build. */
export async function readBuild(dist: string): Promise<Build | null> {
  try {
    await stat(join(dist, 'console', 'index.html'))
    return Build.parse(JSON.parse(await readFile(join(dist, 'build.json'), 'utf8')))
  } catch {
    return null
  }
}

/** Writes a file atomically: readers see the old content or the new, never a part of it. */
async function writeWhole(path: string, content: string | Buffer): Promise<void> {
  const partial = `${path}.${randomBytes(6).toString('hex')}${PARTIAL}`
  await mkdir(dirname(path), { recursive: true })
  await writeFile(partial, content)
  await rename(partial, path)
}

const toBrotli = promisify(brotliCompress)
const toGzip = promisify(gzip)

/** Writes compressed copies beside a file, so that the server never compresses a response twice. */
async function compress(path: string): Promise<string[]> {
  const content = await readFile(path)
  const quality = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: content.length }
  const [brotli, gzipped] = await Promise.all([
    toBrotli(content, { params: quality }),
    toGzip(content, { level: 9 }),
  ])
  await Promise.all([writeFile(`${path}.br`, brotli), writeFile(`${path}.gz`, gzipped)])
  return [`${path}.br`, `${path}.gz`]
}

/** Excludes the page itself, because the server fills it in for each response. */
const isCompressible = (path: string) => /\.(js|mjs|css|svg|json|txt|wasm|webmanifest)$/.test(path)

/** Removes files that neither this build nor the previous one uses. */
async function prune(folder: string, keep: ReadonlySet<string>): Promise<void> {
  for (const path of await filesUnder(folder)) {
    if (keep.has(path.slice(folder.length + 1).replaceAll('\\', '/'))) continue
    if (path.endsWith(PARTIAL) && !(await isLeftBehind(path))) continue
    await rm(path, { force: true })
  }
}

/** Whether a partial file is too old to be still in use. A missing one was completed in the meantime. */
async function isLeftBehind(path: string): Promise<boolean> {
  const found = await stat(path).catch(() => null)
  return found !== null && Date.now() - found.mtimeMs >= PARTIAL_KEPT_MS
}

/**
 * Puts the finished build from `made` into place. The page is replaced last and the old files stay, so that an
 * interrupted build leaves a complete console and two concurrent builds do not disturb each other.
 */
export async function publish(made: string, dist: string, sources: string): Promise<Build> {
  const before = await readBuild(dist)
  const paths = (await filesUnder(made)).sort()
  const names = paths.map((path) => path.slice(made.length + 1).replaceAll('\\', '/'))
  const page = await readFile(join(made, 'index.html'))
  const version = digest([page, ...names])
  const previous = before?.version === version ? before.previous : (before?.assets ?? [])
  const target = join(dist, 'console')
  for (const [index, path] of paths.entries()) {
    const name = names[index]
    if (name && name !== 'index.html') await writeWhole(join(target, name), await readFile(path))
  }
  await writeWhole(join(target, 'index.html'), page)
  const build: Build = { version, sources, assets: names, previous }
  await writeWhole(join(dist, 'build.json'), `${JSON.stringify(build, null, 2)}\n`)
  await prune(target, new Set([...names, ...previous]))
  return build
}

/** Builds the console into `dist`, unless the build there was made from the same sources. */
export async function buildConsole(root: string = ROOT): Promise<Build> {
  const dist = join(root, 'dist')
  const sources = await hashSources(root)
  const standing = await readBuild(dist)
  return standing?.sources === sources ? standing : buildInto(dist, root, sources)
}

/**
 * Builds the console into any folder.
 * @param plugins of the build tool, besides those of the project
 */
export async function buildInto(
  dist: string,
  root: string,
  sources: string,
  plugins: Plugin[] = [],
): Promise<Build> {
  await refuseReadOnly(dist)
  const made = await mkdtemp(join(tmpdir(), 'console-build-'))
  try {
    // Loaded only here, so that a start with nothing to build does not load the build tool.
    const { build } = await import('vite')
    await build({
      root,
      plugins: [thirdPartyNotices(root), ...plugins],
      logLevel: 'warn',
      build: { outDir: made, emptyOutDir: true },
    })
    const files = await filesUnder(made)
    await Promise.all(files.filter(isCompressible).map(compress))
    return await publish(made, dist, sources)
  } finally {
    await rm(made, { recursive: true, force: true })
  }
}

/** @throws {ConfigError} if the folder of the build cannot be written */
async function refuseReadOnly(dist: string): Promise<void> {
  try {
    // Not recursive, because Node then reports a read-only disk as a missing folder.
    await mkdir(dist).catch((error: unknown) => {
      if (codeOf(error) !== 'EEXIST') throw error
    })
    await access(`${dist}/.`, fileModes.W_OK)
  } catch (error) {
    const code = codeOf(error)
    throw new ConfigError(
      `The console must be built, and ${dist} cannot be written (${code}): run npm run build as a user who can write there, then start.`,
    )
  }
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : error
}

/** Builds for a command: prints the sentence of a `ConfigError`, with which the process fails, and returns null. */
export async function buildOrExplain(): Promise<Build | null> {
  try {
    return await buildConsole()
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    process.stderr.write(`${error.message}\n`)
    process.exitCode = 1
    return null
  }
}

if (isProgram(import.meta.url)) {
  const build = await buildOrExplain()
  if (build !== null) process.stdout.write(`Console ${build.version} is built.\n`)
}

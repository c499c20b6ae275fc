import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build, type Plugin } from 'vite'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { buildConsole, hashSources, publish, readBuild } from '../../src/build/build.ts'
import { thirdPartyNotices } from '../../src/build/third-party-notices.ts'
import { ConfigError } from '../../src/server/platform/settings.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'build-test-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

function write(files: Record<string, string>, under: string): string {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, under, name)), { recursive: true })
    writeFileSync(join(folder, under, name), text)
  }
  return join(folder, under)
}

const made = (name: string) =>
  write({ 'index.html': `<${name}>`, [`assets/${name}.js`]: name }, `made-${name}`)
const dist = () => join(folder, 'dist')
const served = (path: string) => existsSync(join(dist(), 'console', path))

describe('publishing a build', () => {
  test('puts every file and the record in place', async () => {
    const build = await publish(made('a'), dist(), 'sources')
    expect(build).toMatchObject({ sources: 'sources', assets: ['assets/a.js', 'index.html'], previous: [] })
    expect(readFileSync(join(dist(), 'console/index.html'), 'utf8')).toBe('<a>')
    expect(await readBuild(dist())).toEqual(build)
  })

  test('keeps the files of the build before it, and no older ones', async () => {
    const first = await publish(made('a'), dist(), '1')
    const second = await publish(made('b'), dist(), '2')
    expect(second.version).not.toBe(first.version)
    expect(served('assets/a.js')).toBe(true)
    await publish(made('c'), dist(), '3')
    expect(served('assets/a.js')).toBe(false)
    expect(served('assets/b.js')).toBe(true)
    expect(served('assets/c.js')).toBe(true)
  })

  test('keeps the previous build if other sources give the same result', async () => {
    await publish(made('a'), dist(), '1')
    await publish(made('b'), dist(), '2')
    await publish(made('b'), dist(), '3')
    expect(served('assets/a.js')).toBe(true)
  })

  test('two concurrent builds leave one complete build', async () => {
    const from = made('a')
    await Promise.all([publish(from, dist(), '1'), publish(from, dist(), '1'), publish(from, dist(), '1')])
    expect(served('assets/a.js')).toBe(true)
    expect((await readBuild(dist()))?.assets).toEqual(['assets/a.js', 'index.html'])
  })

  test('removes partial files once they are too old to be in use', async () => {
    await publish(made('a'), dist(), '1')
    const left = write({ 'old.js.1.partial': '', 'new.js.2.partial': '' }, 'dist/console/assets')
    utimesSync(join(left, 'old.js.1.partial'), 0, 0)
    await publish(made('b'), dist(), '2')
    expect(served('assets/old.js.1.partial')).toBe(false)
    expect(served('assets/new.js.2.partial')).toBe(true)
  })
})

describe('the existing build', () => {
  test('is none without its page or its record', async () => {
    expect(await readBuild(dist())).toBeNull()
    await publish(made('a'), dist(), '1')
    rmSync(join(dist(), 'console/index.html'))
    expect(await readBuild(dist())).toBeNull()
  })

  test('is none when its record cannot be read', async () => {
    await publish(made('a'), dist(), '1')
    writeFileSync(join(dist(), 'build.json'), '{"version":')
    expect(await readBuild(dist())).toBeNull()
    writeFileSync(join(dist(), 'build.json'), '{"version":1}')
    expect(await readBuild(dist())).toBeNull()
  })
})

test('a folder that cannot be written is reported in one sentence, before anything is built', async () => {
  // Not a folder, because permissions do not bind the root user.
  const root = write({ dist: '' }, 'root')
  const building = buildConsole(root)
  await expect(building).rejects.toThrow(ConfigError)
  await expect(building).rejects.toThrow(
    `The console must be built, and ${join(root, 'dist')} cannot be written (ENOTDIR): run npm run build as a user who can write there, then start.`,
  )
})

test('the hash of the sources changes with any name or content, and with nothing else', async () => {
  const root = write({ 'src/a.ts': 'a', 'src/deep/b.ts': 'b', 'page.html': 'p', 'other.txt': 'x' }, 'root')
  const inputs = ['src', 'page.html', 'absent']
  const hash = () => hashSources(root, inputs)
  const before = await hash()
  write({ 'other.txt': 'y' }, 'root')
  expect(await hash()).toBe(before)
  write({ 'src/deep/b.ts': 'c' }, 'root')
  const changed = await hash()
  expect(changed).not.toBe(before)
  write({ 'src/deep/b.ts': 'b' }, 'root')
  expect(await hash()).toBe(before)
  write({ 'src/deep/c.ts': '' }, 'root')
  expect(await hash()).not.toBe(before)
})

describe('third-party notices', () => {
  const ROOT = fileURLToPath(new URL('../..', import.meta.url))

  /** The files of a build with this script as its only source. */
  async function builtFrom(script: string) {
    const entry: Plugin = {
      name: 'entry',
      resolveId: (id) => (id === 'entry' ? `${ROOT}src/web/entry.js` : null),
      load: (id) => (id.endsWith('/entry.js') ? script : null),
    }
    const result = await build({
      root: ROOT,
      configFile: false,
      logLevel: 'silent',
      plugins: [entry, thirdPartyNotices(ROOT)],
      build: { write: false, assetsInlineLimit: 0, rolldownOptions: { input: 'entry' } },
    })
    if (!('output' in result)) throw new Error('There is more than one build.')
    return result.output
  }

  test('names the packages of code and fonts with their licences, and no others', async () => {
    const output = await builtFrom(`
    import { clsx } from 'clsx'
    import { cva } from 'class-variance-authority'
    import { zeroRightClassName } from 'react-remove-scroll-bar/constants'
    import font from '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2?url'
    document.title = clsx('a') + cva('b')() + zeroRightClassName + font`)
    const notices = output.find(({ fileName }) => fileName === 'third-party-notices.txt')
    const text = notices?.type === 'asset' ? String(notices.source) : ''
    const named = Array.from(text.matchAll(/^(\S+) \d+\.\d+\.\d+ \((.+)\)$/gm), ([, name, licence]) => [
      name,
      licence,
    ])
    expect(named).toEqual([
      ['@fontsource-variable/inter', 'OFL-1.1'],
      ['barcode-detector', 'MIT'],
      ['zxing-wasm', 'MIT'],
      ['class-variance-authority', 'Apache-2.0'],
      ['clsx', 'MIT'],
      ['react-remove-scroll-bar', 'MIT'],
      ['tailwindcss', 'MIT'],
      ['vite', 'MIT'],
    ])
    // The WebAssembly that reads bar codes is compiled from it.
    const compiled = text.split('-'.repeat(80)).find((part) => part.includes('zxing-cpp'))
    expect(compiled).toMatch(
      /^\nzxing-cpp, in zxing-wasm \d+\.\d+\.\d+ \(Apache-2\.0\)\n\n\s*Apache License\n +Version 2\.0[\s\S]+END OF TERMS AND CONDITIONS\n$/,
    )
    expect(text).toContain('Copyright 2016 The Inter Project Authors')
    // Its package names the licence without its text.
    expect(text).toContain('Copyright (c) Anton Korzunov')
    expect(text).toContain('SIL OPEN FONT LICENSE Version 1.1')
    expect(text).toContain('Apache License\n                           Version 2.0')
    expect(text).toContain('Permission is hereby granted, free of charge')
  })
})

import { fileURLToPath } from 'node:url'
import { build, type Plugin } from 'vite'
import { expect, test } from 'vitest'
import { thirdPartyNotices } from '../../src/build/third-party-notices.ts'

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
    ['class-variance-authority', 'Apache-2.0'],
    ['clsx', 'MIT'],
    ['react-remove-scroll-bar', 'MIT'],
    ['tailwindcss', 'MIT'],
    ['vite', 'MIT'],
  ])
  expect(text).toContain('Copyright 2016 The Inter Project Authors')
  // Its package names the licence without its text.
  expect(text).toContain('Copyright (c) Anton Korzunov')
  expect(text).toContain('SIL OPEN FONT LICENSE Version 1.1')
  expect(text).toContain('Apache License\n                           Version 2.0')
  expect(text).toContain('Permission is hereby granted, free of charge')
})

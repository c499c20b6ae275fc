import { expect, it } from 'vitest'
import { readConfig } from '../../../src/server/platform/config.ts'

it.each([
  [{}, null],
  [{ PREFETCH_PAGES: '0' }, 0],
  [{ PREFETCH_PAGES: '50' }, 50],
])('the pages that an idle console loads are read from %j as %j', (env, pages) => {
  expect(readConfig(env).prefetchPages).toBe(pages)
})

it.each(['51', '-1', '1.5', 'all'])('PREFETCH_PAGES=%s is refused', (PREFETCH_PAGES) => {
  const message = 'PREFETCH_PAGES must be a whole number from 0 to 50.'
  expect(() => readConfig({ PREFETCH_PAGES })).toThrow(message)
})

import { afterEach, expect, test, vi } from 'vitest'

afterEach(() => {
  document.head.innerHTML = ''
  vi.resetModules()
  vi.restoreAllMocks()
})

async function pageOf(version: string) {
  document.head.innerHTML = `<meta name="console-version" content="${version}">`
  const { newVersionAtom, noticeMissingChunk, noticeVersion } = await import(
    '../../../src/web/state/new-version.ts'
  )
  const { store } = await import('../../../src/web/state/store.ts')
  return { noticeMissingChunk, noticeVersion, isNew: () => store.get(newVersionAtom) }
}

test.each([
  ['another version', 'a1', 'b2', true],
  ['the same version', 'a1', 'a1', false],
  ['an answer without version', 'a1', undefined, false],
  ['a page that no server filled in', '%CONSOLE_VERSION%', 'b2', false],
])('%s', async (_, page, answer, expected) => {
  const { noticeVersion, isNew } = await pageOf(page)
  noticeVersion(answer)
  expect(isNew()).toBe(expected)
})

test('stays new when an older server process responds next', async () => {
  const { noticeVersion, isNew } = await pageOf('a1')
  noticeVersion('b2')
  noticeVersion('a1')
  expect(isNew()).toBe(true)
})

test.each([true, false])(
  'a chunk that is gone means a new version, with a connection (%s) only',
  async (online) => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(online)
    const { noticeMissingChunk, isNew } = await pageOf('a1')
    noticeMissingChunk()
    expect(isNew()).toBe(online)
  },
)

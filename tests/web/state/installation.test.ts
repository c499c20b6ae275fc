import { afterEach, expect, test, vi } from 'vitest'

afterEach(() => {
  vi.resetModules()
  vi.restoreAllMocks()
  document.head.replaceChildren()
})

test.each([
  ['on', true],
  ['off', false],
  ['%VERIFY_ITEMS%', false],
])('the ship station verifies items if the page says so (%s: %s)', async (content, expected) => {
  const meta = document.createElement('meta')
  Object.assign(meta, { name: 'verify-items', content })
  document.head.replaceChildren(meta)
  const { installation } = await import('../../../src/web/state/installation.ts')
  expect(installation.verifiesItems).toBe(expected)
})

test('the settings of the workstation are read when the console is loaded', async () => {
  localStorage.setItem('workstation', JSON.stringify({ labelPrinter: 'Bench 3', printWhenBooked: true }))
  vi.resetModules()
  const { workstation } = await import('../../../src/web/state/workstation.ts')
  expect(workstation()).toMatchObject({ labelPrinter: 'Bench 3', printWhenBooked: true, sound: true })
})

async function pageOf(version: string) {
  document.head.innerHTML = `<meta name="console-version" content="${version}">`
  const { newVersionAtom, noticeMissingChunk, noticeVersion } = await import(
    '../../../src/web/state/new-version.ts'
  )
  const { store } = await import('../../../src/web/state/store.ts')
  const { toastsAtom } = await import('../../../src/web/state/toasts.ts')
  const toasts = () => store.get(toastsAtom).map(({ text }) => text)
  return { noticeMissingChunk, noticeVersion, toasts, isNew: () => store.get(newVersionAtom) }
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

test.each([
  ['the server responds', () => Promise.resolve(new Response()), true],
  [
    'a proxy responds for a stopped server',
    () => Promise.resolve(new Response(null, { status: 502 })),
    false,
  ],
  ['there is no connection', () => Promise.reject(new TypeError('Failed to fetch')), false],
])(
  'a chunk that is gone means a new version if the server responds, and is reported otherwise: %s',
  async (_, respond, expected) => {
    vi.spyOn(globalThis, 'fetch').mockImplementation(respond)
    const { noticeMissingChunk, toasts, isNew } = await pageOf('a1')
    await noticeMissingChunk()
    expect(isNew()).toBe(expected)
    expect(toasts()).toEqual(expected ? [] : ['A part of the console could not be loaded. Try again.'])
  },
)

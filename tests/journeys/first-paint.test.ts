import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { ordersTable, palette, rowsOf } from './screens.ts'
import { setUpWorkbench } from './workbench.ts'

const bench = setUpWorkbench()

/** Opens a path without its script, and returns what is painted. */
async function openWithoutScript(page: Page, path: string): Promise<Page> {
  await page.route('**/assets/*.js', (route) => route.abort())
  await page.goto(path)
  return page
}

const shell = (page: Page) => page.locator('.first-paint')

describe('before any script has run', () => {
  test('the shell is painted, with its current entry and placeholders for a list', async () => {
    const page = await openWithoutScript(await bench.signedIn(), '/customers')
    await shell(page).waitFor()
    expect(await page.locator('.first-paint [aria-current]').textContent()).toBe('Customers')
    expect(await page.locator('.first-paint [data-title]').textContent()).toBe('Customers')
    expect(await page.locator('.first-list').isVisible()).toBe(true)
    expect(await shell(page).getAttribute('aria-hidden')).toBe('true')
  })

  test('a record has no placeholders for a list', async () => {
    const page = await openWithoutScript(await bench.signedIn(), '/customers/10482')
    await shell(page).waitFor()
    expect(await page.locator('.first-paint [aria-current]').textContent()).toBe('Customers')
    expect(await page.locator('.first-list').isVisible()).toBe(false)
  })

  test('it has the chosen theme', async () => {
    const page = await bench.signedIn()
    await page.evaluate(() => localStorage.setItem('theme', 'dark'))
    await openWithoutScript(page, '/orders')
    await shell(page).waitFor()
    const background = await page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)
    await page.evaluate(() => {
      document.documentElement.dataset.theme = 'light'
    })
    expect(await page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)).not.toBe(
      background,
    )
  })

  test('a visitor sees no shell', async () => {
    const page = await openWithoutScript(await bench.visitor(), '/orders')
    expect(await shell(page).isVisible()).toBe(false)
  })
})

test('nothing shifts when the console takes over', async () => {
  const page = await bench.signedIn({ viewport: { width: 1440, height: 900 } })
  const place = () =>
    page.evaluate(() =>
      [...document.querySelectorAll('aside, aside svg, header, [data-path], aside a')]
        .map((element) => element.getBoundingClientRect())
        .filter(({ width, height }) => width > 0 && height > 0)
        .map(({ x, y, width, height }) => [x, y, width, height].map(Math.round).join(' ')),
    )
  await openWithoutScript(page, '/orders')
  await shell(page).waitFor()
  const before = await place()
  expect(before).not.toEqual([])
  await page.unroute('**/assets/*.js')
  await page.reload()
  await rowsOf(ordersTable(page)).first().waitFor()
  const after = new Set(await place())
  expect(before.filter((box) => !after.has(box))).toEqual([])
  expect(await shell(page).count()).toBe(0)
})

/**
 * Holds back requests until they are released.
 * @returns the function that releases them
 */
async function hold(page: Page, urls: string): Promise<() => void> {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(urls, async (route) => {
    await released
    await route.continue()
  })
  return release
}

const holdScripts = (page: Page) => hold(page, '**/assets/*.js')

const drawn = (page: Page) => page.locator('[data-first-rows] tr[aria-rowindex]')

describe('the first rows', () => {
  test.each([
    ['light', { colorScheme: 'light', viewport: { width: 1440, height: 900 } }],
    ['dark and narrow', { colorScheme: 'dark', viewport: { width: 390, height: 844 } }],
  ] as const)('are drawn by the page as the console draws them, %s', async (_, look) => {
    const page = await bench.signedIn(look)
    // The ages do not change meanwhile.
    await page.clock.setFixedTime(Date.now())
    const lists: string[] = []
    page.on('request', (request) => {
      if (request.url().includes('/api/v1/orders?')) lists.push(request.url())
    })
    const release = await holdScripts(page)
    await page.goto('/orders', { waitUntil: 'commit' })
    await drawn(page).first().waitFor()
    await page.evaluate(() => document.fonts.ready)
    // Without the first row, which has the focus later, and what is below the rows.
    const { x, y, width, height } = (await drawn(page).nth(1).boundingBox()) ?? {
      x: 0,
      y: 0,
      width: 0,
      height: 0,
    }
    const clip = { x, y, width, height: height * 8 }
    const before = await page.screenshot({ clip })
    release()
    await rowsOf(ordersTable(page)).first().waitFor()
    expect(await drawn(page).count()).toBe(0)
    // A screenshot may come before the console's first frame.
    await expect.poll(async () => before.equals(await page.screenshot({ clip }))).toBe(true)
    expect(lists.filter((url) => !url.includes('page='))).toHaveLength(1)
  })

  test('take keys, which the console carries out in their order', async () => {
    const page = await bench.signedIn()
    const release = await holdScripts(page)
    await page.goto('/orders', { waitUntil: 'commit' })
    await drawn(page).first().waitFor()
    const third = await drawn(page).nth(2).locator('code').textContent()
    for (const key of ['j', 'j', 'Enter']) await page.keyboard.press(key)
    release()
    await page.getByRole('heading', { level: 1, name: `Order #${third}` }).waitFor()
  })

  test('are not drawn for an expired session', async () => {
    const page = await bench.signedIn()
    await page.route('**/api/v1/orders?*', (route) => route.fulfill({ status: 401, json: {} }))
    await page.goto('/orders')
    await page.waitForURL('**/auth**')
    expect(await drawn(page).count()).toBe(0)
  })

  test('are drawn also by an answer that comes while the console is loading', async () => {
    const page = await bench.signedIn()
    const releaseScripts = await holdScripts(page)
    const releaseOrders = await hold(page, '**/api/v1/orders?*')
    await page.goto('/orders', { waitUntil: 'commit' })
    // Later than the page waits for the answer.
    await page.waitForFunction(() => performance.now() > 1_000)
    releaseOrders()
    await drawn(page).first().waitFor()
    releaseScripts()
    await rowsOf(ordersTable(page)).first().waitFor()
    expect(await drawn(page).count()).toBe(0)
  })

  test('do not wait for a slow answer: the console starts without them', async () => {
    const page = await bench.signedIn()
    const release = await hold(page, '**/api/v1/orders?*')
    await page.goto('/orders')
    await page.getByRole('heading', { level: 1, name: 'Orders' }).waitFor()
    release()
    await rowsOf(ordersTable(page)).first().waitFor()
    expect(await page.evaluate(() => window.firstRowsAt)).toBeUndefined()
  })
})

test('a code typed before the script has run opens its order', async () => {
  const page = await bench.signedIn()
  const release = await holdScripts(page)
  await page.goto('/customers', { waitUntil: 'commit' })
  await shell(page).waitFor()
  await page.keyboard.type('104823')
  await page.keyboard.press('Enter')
  release()
  await page.getByRole('heading', { level: 1, name: 'Order #104823' }).waitFor()
})

// KEY-7
test('a code pasted at the ship station before the script has run opens its order', async () => {
  const page = await bench.signedIn({ permissions: ['clipboard-read', 'clipboard-write'] })
  await page.goto('/settings')
  await page.evaluate(() => navigator.clipboard.writeText('104823'))
  const release = await holdScripts(page)
  await page.goto('/ship', { waitUntil: 'commit' })
  await shell(page).waitFor()
  await page.keyboard.press('ControlOrMeta+v')
  await page.keyboard.press('Enter')
  release()
  await page.getByRole('main').getByText('104823').first().waitFor()
})

declare global {
  interface Window {
    /** Each key that the page received. Before its first paint, a browser gives a page none. */
    receivedKeys?: string[]
  }
}

/** Milliseconds after the first paint at which the first key is pressed, and between two keys. */
const PRESSED = [
  [0, 0],
  [300, 60],
  [900, 20],
] as const

// KEY-7
describe('on a slow processor, no key is lost that is pressed from the first paint on', () => {
  /** Opens a screen, presses keys while it loads, and returns the characters that it received. */
  async function pressed(
    page: Page,
    path: string,
    keys: readonly string[],
    [after, between]: (typeof PRESSED)[number],
  ): Promise<string> {
    await page.addInitScript(() => {
      window.receivedKeys = []
      window.addEventListener('keydown', ({ key }) => void window.receivedKeys?.push(key), { capture: true })
    })
    const session = await page.context().newCDPSession(page)
    await session.send('Emulation.setCPUThrottlingRate', { rate: 4 })
    await page.goto(path, { waitUntil: 'commit' })
    await page.waitForFunction(() => performance.getEntriesByType('paint').length > 0)
    await page.waitForTimeout(after)
    for (const key of keys) {
      await page.keyboard.press(key)
      await page.waitForTimeout(between)
    }
    const received = await page.evaluate(() => window.receivedKeys ?? [])
    return received
      .slice(received.indexOf('k') + 1)
      .filter((key) => key.length === 1)
      .join('')
  }

  async function expectCodeAsked(path: string, times: (typeof PRESSED)[number]): Promise<void> {
    const page = await bench.apart()
    const asked = new Set<string>()
    page.on('request', (request) => {
      const [, code] = /\/api\/v1\/orders\/([^/?]+)$/.exec(request.url()) ?? []
      if (code !== undefined) asked.add(code)
    })
    const received = await pressed(page, path, [...'104823', 'Enter'], times)
    await expect.poll(() => [...asked].at(-1)).toBe(received)
    // The palette also asks for what it has while the rest is typed.
    expect([...asked].filter((code) => !received.startsWith(code))).toEqual([])
    await page.context().close()
  }

  async function expectTextTyped(path: string, times: (typeof PRESSED)[number]): Promise<void> {
    const page = await bench.apart()
    const text = times === PRESSED[1] ? '1048' : 'smith'
    const received = await pressed(page, path, ['Control+k', ...text], times)
    await expect.poll(() => palette(page).getByRole('combobox').inputValue()).toBe(received)
    await page.context().close()
  }

  // Each load takes seconds: each screen and each time meets both kinds of keys, once.
  test.each([
    ['/ship', PRESSED[1], PRESSED[0]],
    ['/orders', PRESSED[0], PRESSED[2]],
    ['/customers', PRESSED[2], PRESSED[1]],
  ] as const)('of a code and Enter, or of mod+K and a text, at %s', async (path, code, text) => {
    await expectCodeAsked(path, code)
    await expectTextTyped(path, text)
  })
})

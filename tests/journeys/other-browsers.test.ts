import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listOrders, type Order } from '../../src/contract/orders.ts'
import { isPacked, isShipped } from '../../src/domain/orders/order-status.ts'
import type { ConsoleProcess } from '../browser/console-process.ts'
import { type Driver, OTHER_BROWSERS } from '../browser/other-browsers.ts'
import { isToBeSent } from './consignment-form.ts'
import { startJourneyConsole } from './workbench.ts'

let running: ConsoleProcess | null = null
beforeAll(async () => {
  running = await startJourneyConsole()
})
afterAll(() => running?.remove())

for (const { name, start } of OTHER_BROWSERS) {
  const isAsked = process.env.REQUIRE_BROWSERS === '1'
  if (start === null && !isAsked) console.warn(`The main job in ${name} is left out: it is not installed.`)
  describe.runIf(start !== null || isAsked)(name, () => {
    let driver: Driver | null = null
    beforeAll(async () => {
      if (start === null) throw new Error(`${name} is not installed.`)
      driver = await start()
    })
    afterAll(() => driver?.close())
    test('the main job: sign in, pay, pack, freight, consign, label, list and Back', async () => {
      if (driver === null || running === null) throw new Error('The browser is started before the job.')
      await mainJob(driver, running.url)
    })
  })
}

/** Milliseconds between two polls of the page. Each poll costs Firefox much processor time. */
const POLL_MS = 200

/** An unpaid order to be sent by courier. */
async function unpaidOrder(url: string): Promise<string> {
  const headers = { authorization: `Bearer ${process.env.JOURNEY_SESSION}` }
  const answer = await fetch(`${url}/api/v1/orders?status=unpaid`, { headers })
  const { rows } = listOrders.answer.parse(await answer.json())
  const fits = (order: Order) => isToBeSent(order) && !isPacked(order) && !isShipped(order)
  const order = rows.find(fits)
  if (!order) throw new Error('The demo data has no unpaid order to send.')
  return order.code
}

/** Checks of the page. The text is a selector. */
const LOOKS = {
  path: () => location.pathname + location.search,
  focus: () => document.activeElement?.tagName ?? '',
  words: (selector: string) =>
    [...document.querySelectorAll<HTMLElement>(selector)].map((element) => element.innerText).join('\n'),
  isThere: (selector: string) => String(document.querySelector(selector) !== null),
  value: () => (document.activeElement instanceof HTMLInputElement ? document.activeElement.value : ''),
}

/** Replaces the print dialog, which a test cannot close, and notes the paper sizes. */
function notePrint(): string {
  new MutationObserver((changes) => {
    for (const frame of changes.flatMap(({ addedNodes }) => [...addedNodes])) {
      if (!(frame instanceof HTMLIFrameElement)) continue
      const replace = () => {
        const { contentDocument: paper, contentWindow: view } = frame
        if (!view || !paper) return
        view.print = () => {
          const [, size = ''] = /@page [^{]*\{ size: ([^;]*);/.exec(paper.head.innerHTML) ?? []
          document.body.dataset.printed = size
        }
      }
      replace()
      frame.addEventListener('load', replace)
    }
  }).observe(document.body, { childList: true })
  return ''
}

/** The main job by keyboard. Each step waits for what the user would see. */
async function mainJob(driver: Driver, url: string): Promise<void> {
  const code = await unpaidOrder(url)
  const sees = (look: keyof typeof LOOKS, selector = '') =>
    expect.poll(() => driver.read(LOOKS[look], selector), {
      message: `${look} ${selector}`,
      interval: POLL_MS,
    })

  await driver.open(url)
  await sees('words', 'button:enabled').toContain('Login with Microsoft')
  await sees('isThere', 'button:focus').toBe('true')
  await driver.press('Enter')
  await sees('path').toContain('/local-identity/')
  await sees('isThere', 'button:focus').toBe('true')
  await driver.press('Enter')
  await sees('isThere', '[role=grid] [data-active]').toBe('true')

  await driver.press('Control', 'k')
  await sees('isThere', '[role=dialog] input:focus').toBe('true')
  await driver.type(code)
  await driver.press('Enter')
  await sees('words', 'h1').toBe(`Order #${code}`)
  await sees('words', 'main').toContain('Order has not been shipped yet')

  await driver.type('r')
  await sees('words', '[role=dialog]').toContain('Record payment')
  await driver.press('Control', 'Enter')
  await sees('isThere', '[role=dialog]').toBe('false')
  await sees('words', 'main').toContain('Order has not been packed yet')
  await driver.type('p')
  await sees('words', '[role=dialog]').toContain('Pack order items')
  await driver.press('Control', 'Enter')
  await sees('isThere', '[role=dialog]').toBe('false')
  await sees('words', 'main').toContain('Order items picked')

  await driver.type('t')
  await sees('words', 'main').toContain('Parcel items')
  await driver.press('Alt', 'ArrowDown')
  await sees('isThere', '[role=dialog] [role=option]').toBe('true')
  await driver.press('Enter')
  await sees('words', 'main').toContain('Address verified')
  await sees('isThere', '[aria-label="Height (cm), parcel 1"]:focus').toBe('true')
  for (const [index, measure] of ['22', '60', '30', '11'].entries()) {
    if (index > 0) await driver.press('Enter')
    await driver.type(measure)
    await sees('value').toBe(measure)
  }
  await driver.press('Control', 'Enter')
  await sees('isThere', '[role=radiogroup] input:focus').toBe('true')
  await driver.type('1')
  await sees('isThere', 'input[type=radio]:checked').toBe('true')
  await driver.press('Enter')
  await sees('isThere', 'canvas[data-drawn]').toBe('true')
  await sees('path').toMatch(/^\/consignments\/[^/]+\?tab=labels$/)

  await driver.read(notePrint)
  await driver.type('p')
  await sees('isThere', 'body[data-printed="100mm 150mm"]').toBe('true')

  await driver.type('go')
  await sees('isThere', '[role=grid]:focus [data-active]').toBe('true')
  await driver.type('gg')
  await sees('words', 'nav').toContain('Row 1 of')
  await driver.type('jj')
  await sees('words', 'nav').toContain('Row 3 of')
  await driver.type('x')
  await sees('words', 'main').toContain('1 selected')
  await driver.press('Enter')
  await sees('path').toMatch(/^\/orders\/[^/]+$/)
  await sees('words', '[role=tab]').toContain('Freight')
  await driver.back()
  await sees('words', 'nav').toContain('Row 3 of')
  await sees('isThere', '[role=grid]:focus [data-active][aria-selected=true]').toBe('true')
}

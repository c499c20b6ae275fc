import type { Page, Request } from 'playwright-core'
import { expect, test } from 'vitest'
import { isPaid, isShipped } from '../../src/domain/orders/order-stage.ts'
import { isToBeSent } from './consignment-form.ts'
import { ordersTable, rowsOf } from './screens.ts'
import { setUpWorkbench } from './workbench.ts'

const bench = setUpWorkbench()

/** Orders beyond the first page of the list, which the browser has not seen. */
const UNSEEN = '?status=unpaid&page=2'

/** Delays each answer about orders, and notes each call that changes something, in the order of the calls. */
async function delayed(page: Page, ms: number): Promise<string[]> {
  const calls: string[] = []
  const note = (request: Request) => {
    const { pathname, searchParams } = new URL(request.url())
    const call = pathname.replace('/api/v1/', '')
    if (request.method() === 'POST') calls.push(call)
    else if (searchParams.has('after')) calls.push(`next after ${searchParams.get('after')}`)
    else if (call.endsWith('/labels')) calls.push('labels')
  }
  page.on('request', note)
  await page.route(/\/api\/v1\/(orders\/|consignments|dispatch|address)/, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, ms))
    await route.continue()
  })
  return calls
}

const DELAYS = process.env.TYPE_AHEAD_DELAYS?.split(',').map(Number) ?? [0, 150, 800]

test.each(DELAYS)('a whole order typed ahead is carried out in order, with answers after %i ms', async (ms) => {
  const { code } = await bench.takeOrder(UNSEEN, isToBeSent)
  const page = await bench.open('/orders')
  await rowsOf(ordersTable(page)).first().waitFor()
  const calls = await delayed(page, ms)
  await page.keyboard.type(code, { delay: 60 })
  for (const key of ['Enter', 'Control+Shift+Enter', 'Control+Enter', 't', 'Alt+1', 'Control+Enter', 'Shift+2', 'p', 'n']) {
    await page.keyboard.press(key)
    await page.waitForTimeout(60)
  }
  await expect
    .poll(() => calls.at(-1), { timeout: 12_000 })
    .toBe(`next after ${code}`)
    .catch(async (error: unknown) => {
      const texts = await page.locator('[role=dialog], [role=status], [role=alert]').allInnerTexts()
      throw new Error(JSON.stringify({ calls, url: page.url(), texts }), { cause: error })
    })
  const order = await bench.order(code)
  expect([isPaid(order), isShipped(order)]).toEqual([true, true])
})

import type { Page, Request } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import type { Order } from '../../src/contract/orders.ts'
import { isReady, isShipped } from '../../src/domain/orders/order-stage.ts'
import { MESSAGES } from '../../src/domain/records/catalogue.ts'
import { focused } from '../browser/keyboard.ts'
import { ACTION_FAULTS, breakCall, FAULTS, type Fault } from './faults.ts'
import { dialog, opened, orderOpen, statusBadge } from './screens.ts'
import { setUpWorkbench } from './workbench.ts'

const bench = setUpWorkbench()

interface Action {
  title: string
  key: string
  /** The last segment of the call's path. */
  call: string
  message: string
  /** Label of the field to type into. */
  field: string
  faults: Record<string, Fault>
  status: string
  order(): Promise<Order>
}

/** For the further actions, which handle all failures as the first one does. */
const ONE_FAULT = { 'answers 500': FAULTS['answers 500'] }

const ACTIONS: Action[] = [
  {
    title: 'Record payment',
    key: 'r',
    call: 'payment',
    message: MESSAGES.markPaid,
    field: 'Reference',
    faults: ACTION_FAULTS,
    status: 'Paid',
    order: () => bench.takeOrder('?status=unpaid'),
  },
  {
    title: 'Pack order items',
    key: 'p',
    call: 'ready',
    message: MESSAGES.markReady,
    field: 'Message',
    faults: ONE_FAULT,
    status: 'Ready To Ship',
    order: () =>
      bench.takeOrder('?status=paid', (one) => !one.freight.is_pickup && !isReady(one) && !isShipped(one)),
  },
  {
    title: 'Record collection',
    key: 'l',
    call: 'collected',
    message: MESSAGES.markCollected,
    field: 'Collected by',
    faults: ONE_FAULT,
    status: 'Collected',
    order: () => bench.takeOrder('?status=ready', (one) => one.freight.is_pickup === true && !isShipped(one)),
  },
  {
    title: 'Add tracking info',
    key: 'a',
    call: 'shipped',
    message: MESSAGES.shippingUpdate,
    field: 'Tracking code',
    faults: ONE_FAULT,
    status: 'Shipped',
    order: () =>
      bench.takeOrder(
        '?status=unpaid',
        (one) => !one.freight.is_pickup && !one.freight.tracking_code && !isShipped(one),
      ),
  },
]

async function openDialog(action: Action, order: Order): Promise<Page> {
  const page = await bench.navigate(`/orders/${order.code}`)
  await orderOpen(page, order.code)
  await page.keyboard.press(action.key)
  await dialog(page, action.title).getByLabel(action.field).fill(`typed for ${action.title}`)
  return page
}

const typedIn = (page: Page, action: Action) =>
  dialog(page, action.title).getByLabel(action.field).inputValue()

describe.each(ACTIONS)('$title', (action) => {
  test("says the catalogue's message when the call fails, keeps what is typed, and succeeds when tried again", async () => {
    const order = await action.order()
    const page = await openDialog(action, order)
    for (const [name, fault] of Object.entries(action.faults)) {
      const mend = await breakCall(page, `**/orders/${order.code}/${action.call}`, fault)
      // Ignores requests of the record index.
      const ofAction = (request: Request) => request.url().endsWith(`/${order.code}/${action.call}`)
      const finished = page.waitForEvent('requestfinished', ofAction).catch(() => null)
      const failed = page.waitForEvent('requestfailed', ofAction).catch(() => null)
      await page.keyboard.press('ControlOrMeta+Enter')
      await Promise.race([finished, failed])
      const alert = dialog(page, action.title).getByRole('alert')
      await alert.filter({ hasText: action.message }).waitFor()
      expect(await alert.textContent(), name).toContain(MESSAGES.somethingWrong)
      expect(await typedIn(page, action), name).toBe(`typed for ${action.title}`)
      await expect.poll(() => focused(page), { message: name }).not.toBe('body')
      await mend()
    }
    await page.keyboard.press('ControlOrMeta+Enter')
    await statusBadge(page, action.status).waitFor()
    await dialog(page, action.title).waitFor({ state: 'detached' })
  })
})

test('a cancelled dialog sends nothing and opens empty', async () => {
  const order = await bench.takeOrder('?status=unpaid')
  const page = await bench.navigate(`/orders/${order.code}`)
  await orderOpen(page, order.code)
  await page.keyboard.press('r')
  await opened(dialog(page, 'Record payment'))
  await page.keyboard.press('Escape')
  await dialog(page, 'Record payment').waitFor({ state: 'detached' })
  await statusBadge(page, 'Unpaid').waitFor()
})

import { expect, test } from 'vitest'
import { isPaid } from '../../src/domain/orders/order-stage.ts'
import { dialog, jumpTo, orderOpen, ordersTable, statusBadge } from './screens.ts'
import { setUpWorkbench } from './workbench.ts'

const bench = setUpWorkbench()

test('payments recorded by typed codes are kept, however often the server is killed, and are still shown', async () => {
  const page = await bench.open('/orders')
  await ordersTable(page).waitFor()
  let last = ''
  for (let round = 0; round < 3; round += 1) {
    const { code } = await bench.takeOrder('?status=unpaid')
    await jumpTo(page, code)
    await statusBadge(page, 'Unpaid').waitFor()
    await page.keyboard.press('r')
    await dialog(page, 'Record payment').waitFor()
    const answered = page.waitForResponse((response) => response.url().endsWith(`/orders/${code}/payment`))
    await page.keyboard.press('ControlOrMeta+Enter')
    expect((await answered).status()).toBe(200)
    await bench.console.kill()
    await bench.console.start()
    expect(isPaid(await bench.order(code))).toBe(true)
    await dialog(page, 'Record payment').waitFor({ state: 'detached' })
    await statusBadge(page, 'Paid').waitFor()
    last = code
  }
  await page.reload()
  await orderOpen(page, last)
  await statusBadge(page, 'Paid').waitFor()
})

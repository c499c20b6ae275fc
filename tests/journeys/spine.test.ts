import { expect, test } from 'vitest'
import { isPaid } from '../../src/domain/orders/order-stage.ts'
import { signIn } from '../browser/sign-in.ts'
import { dialog, jumpTo, orderOpen, ordersTable, statusBadge } from './screens.ts'
import { setUpWorkbench } from './workbench.ts'

const bench = setUpWorkbench()

test('sign in, type a code, record its payment, lose the server: still paid', async () => {
  const { code } = await bench.takeOrder('?status=unpaid')
  const page = await bench.visitor()
  await signIn(page, bench.url)
  await page.waitForURL('**/orders')
  await ordersTable(page).waitFor()

  await jumpTo(page, code)
  await statusBadge(page, 'Unpaid').waitFor()
  await page.keyboard.press('r')
  await dialog(page, 'Record payment').waitFor()
  await page.keyboard.press('ControlOrMeta+Enter')
  await dialog(page, 'Record payment').waitFor({ state: 'detached' })
  await statusBadge(page, 'Paid').waitFor()

  await bench.console.kill()
  await bench.console.start()
  await page.reload()
  await orderOpen(page, code)
  await statusBadge(page, 'Paid').waitFor()
  expect(isPaid(await bench.order(code))).toBe(true)
})

test('nothing acknowledged is lost however often the server is killed', async () => {
  const page = await bench.signedIn()
  for (let round = 0; round < 3; round += 1) {
    const { code } = await bench.takeOrder('?status=unpaid')
    await page.goto('/orders')
    await ordersTable(page).waitFor()
    await jumpTo(page, code)
    await page.keyboard.press('r')
    await dialog(page, 'Record payment').waitFor()
    const answered = page.waitForResponse((response) => response.url().endsWith(`/orders/${code}/payment`))
    await page.keyboard.press('ControlOrMeta+Enter')
    expect((await answered).status()).toBe(200)
    await bench.console.kill()
    await bench.console.start()
    expect(isPaid(await bench.order(code))).toBe(true)
  }
})

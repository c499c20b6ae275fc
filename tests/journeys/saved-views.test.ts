import { expect, test } from 'vitest'
import { goTo } from '../browser/navigate.ts'
import { signInHere } from '../browser/sign-in.ts'
import { dialog, opened, ordersTable, palette, rowsOf } from './screens.ts'
import { setUpWorkbench } from './workbench.ts'

const bench = setUpWorkbench()

test('a view is saved, opened, found and made the default by keyboard, and follows its user', async () => {
  const page = await bench.open('/orders?status=unpaid&branch=auckland')
  await rowsOf(ordersTable(page)).first().waitFor()
  await page.keyboard.press('Shift+V')
  await opened(dialog(page, 'Save view'))
  await page.keyboard.type('Unpaid here')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Space')
  await page.keyboard.press('ControlOrMeta+Enter')
  await page.getByText('Saved “Unpaid here”: press v 1').waitFor()

  await page.keyboard.press('g')
  await page.keyboard.press('c')
  await page.waitForURL('**/customers')
  await page.keyboard.press('v')
  await page.getByRole('status', { name: 'Saved views' }).getByText('Unpaid here').waitFor()
  await page.keyboard.press('1')
  await page.waitForURL('**/orders?branch=auckland&status=unpaid')

  await page.keyboard.press('g')
  await page.keyboard.press('c')
  await page.waitForURL('**/customers')
  await page.keyboard.press('ControlOrMeta+k')
  await page.keyboard.type('unpaid here')
  await palette(page)
    .getByRole('option', { name: /Unpaid here/ })
    .first()
    .waitFor()
  await page.keyboard.press('Enter')
  await page.waitForURL('**/orders?branch=auckland&status=unpaid')

  // A sign-out leaves nothing in the browser, so the view comes from the server.
  await goTo(page, '/logout')
  await page.waitForURL('**/auth')
  await signInHere(page)
  await expect.poll(() => new URL(page.url()).search).toBe('?branch=auckland&status=unpaid')
  await rowsOf(ordersTable(page)).first().waitFor()
})

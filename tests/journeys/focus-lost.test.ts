import { expect, test } from 'vitest'
import { tabTo } from '../browser/keyboard.ts'
import { dialog, expectFocus, opened, ordersTable, rowsOf } from './screens.ts'
import { setUpWorkbench } from './workbench.ts'

const bench = setUpWorkbench()

const GRID = /"Orders"$/

test('a step to a page that does not exist focuses the rows', async () => {
  const page = await bench.navigate('/orders?page=2')
  await rowsOf(ordersTable(page)).first().waitFor()
  const pages = page.getByRole('navigation', { name: 'Pages' })
  await tabTo(page, pages.getByRole('link', { name: 'Previous' }))
  await page.keyboard.press('Enter')
  await pages.getByRole('button', { name: 'Previous' }).waitFor()
  await expectFocus(page, GRID)
})

test('so does the action of a row that leaves the list', async () => {
  const page = await bench.navigate('/orders?status=unpaid')
  const row = rowsOf(ordersTable(page)).first()
  const code = (await row.getByRole('link').textContent()) ?? ''
  expect(code).not.toBe('')
  await row.getByRole('button', { name: 'Record payment' }).click()
  await opened(dialog(page, 'Record payment'))
  await page.keyboard.press('ControlOrMeta+Enter')
  await dialog(page, 'Record payment').waitFor({ state: 'detached' })
  await row.getByRole('link', { name: code, exact: true }).waitFor({ state: 'detached' })
  await expectFocus(page, GRID)
})

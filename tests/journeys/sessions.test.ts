import { expect, test } from 'vitest'
import { tabTo } from '../browser/keyboard.ts'
import { goTo } from '../browser/navigate.ts'
import { signIn, signInHere } from '../browser/sign-in.ts'
import { jumpTo, orderOpen, ordersTable } from './screens.ts'
import { setUpWorkbench } from './workbench.ts'

const bench = setUpWorkbench()

test('a session is ended from another one by keyboard, and its user signs in again where they were', async () => {
  const { code } = await bench.takeOrder('')
  const [here, there] = [await bench.visitor(), await bench.visitor()]
  await signIn(here, bench.url)
  await signIn(there, bench.url)
  await jumpTo(there, code)
  await orderOpen(there, code)
  await goTo(here, '/settings')
  await here.getByText('This session').waitFor()
  await tabTo(here, here.getByRole('button', { name: 'End all other sessions', exact: true }))
  await here.keyboard.press('Enter')
  await here.getByText(/sessions? ended/).waitFor()
  await expect.poll(() => here.getByRole('button', { name: /^End .+, signed in/ }).count()).toBe(0)
  await there.reload()
  await there.waitForURL('**/auth')
  await signInHere(there)
  await orderOpen(there, code)
  await here.goto('/orders')
  await ordersTable(here).waitFor()
})

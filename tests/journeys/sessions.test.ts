import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { MESSAGES } from '../../src/domain/records/catalogue.ts'
import { findings } from '../browser/axe.ts'
import { tabTo } from '../browser/keyboard.ts'
import { goTo } from '../browser/navigate.ts'
import { signInHere } from '../browser/sign-in.ts'
import { holdCall } from './faults.ts'
import { dialog, jumpTo, opened, orderOpen, ordersTable, palette, rowsOf } from './screens.ts'
import { setUpWorkbench, TOKEN_KEY } from './workbench.ts'

const bench = setUpWorkbench()

const DAY = 24 * 60 * 60_000

interface Kept {
  /** Drafts, and the texts typed into the palette. */
  drafts: number
  /** Number of records in the index, and their user. */
  records: number
  owners: string[]
  /** Keys in session storage. */
  tab: string[]
}

/** Data that this browser stores about users. */
function kept(page: Page): Promise<Kept> {
  return page.evaluate(async () => {
    const opening = indexedDB.open('record-index', 1)
    opening.onupgradeneeded = () => opening.result.createObjectStore('records')
    const database = await new Promise<IDBDatabase>((resolve) => {
      opening.onsuccess = () => resolve(opening.result)
    })
    const keys = database.transaction('records').objectStore('records').getAllKeys()
    await new Promise((resolve) => {
      keys.onsuccess = resolve
    })
    database.close()
    const owners = keys.result.flatMap((key) => (Array.isArray(key) ? [String(key[0])] : []))
    return {
      drafts: Object.keys(localStorage).filter((key) => key.startsWith('draft:')).length,
      records: owners.length,
      owners: [...new Set(owners)],
      tab: Object.keys(sessionStorage).filter((key) => key !== 'kept-for'),
    }
  })
}

const NOTHING: Kept = { drafts: 0, records: 0, owners: [], tab: [] }

/** Stores a draft, and a record index of this age. */
function storeData(page: Page, milliseconds: number): Promise<void> {
  return page.evaluate(async (age) => {
    localStorage.setItem('draft:mere@example.com:record-payment/1', '{"reference":"typed by Mere"}')
    const opening = indexedDB.open('record-index', 1)
    opening.onupgradeneeded = () => opening.result.createObjectStore('records')
    const database = await new Promise<IDBDatabase>((resolve) => {
      opening.onsuccess = () => resolve(opening.result)
    })
    const transaction = database.transaction('records', 'readwrite')
    const records = transaction.objectStore('records')
    records.put({ record: {}, openedAt: 0 }, ['mere@example.com', 'order/1'])
    records.put(Date.now() - age, '')
    await new Promise((resolve) => {
      transaction.oncomplete = resolve
    })
    database.close()
  }, milliseconds)
}

const storedToken = (page: Page) => page.evaluate((key) => localStorage.getItem(key), TOKEN_KEY)

const reference = (page: Page) => dialog(page, 'Record payment').getByLabel('Reference')

/** Opens the payment of an order by its code, and leaves indexed records, the code and a draft. */
async function work(page: Page, code: string): Promise<void> {
  await jumpTo(page, code)
  await orderOpen(page, code)
  await page.keyboard.press('r')
  await reference(page).fill('typed by Mere')
  await expect.poll(() => kept(page)).toMatchObject({ drafts: 2 })
  await expect.poll(async () => (await kept(page)).records).toBeGreaterThan(200)
}

/** A tab of the same user in which the server accepts no session. */
async function refusedTab(page: Page): Promise<Page> {
  const other = await page.context().newPage()
  await other.route('**/api/v1/**', (route) => route.fulfill({ status: 401, json: { success: false } }))
  return other
}

// SIGN-9
describe('an expired session', () => {
  test('leaves its user’s data, and in each tab its address and typed text, until they sign in again', async () => {
    const { code } = await bench.takeOrder('?status=unpaid')
    const page = await bench.navigate('/orders')
    await ordersTable(page).waitFor()
    await work(page, code)
    const other = await refusedTab(page)
    await other.goto('/orders?status=unpaid')
    await Promise.all([page.waitForURL('**/auth'), other.waitForURL('**/auth')])
    const { drafts, records } = await kept(page)
    expect([await storedToken(page), drafts, records > 200]).toEqual([null, 2, true])
    await other.unrouteAll()
    await signInHere(other)
    await other.waitForURL('**/orders?status=unpaid')
    await rowsOf(ordersTable(other)).first().waitFor()
    await page.waitForURL(`**/orders/${code}`)
    await expect.poll(() => reference(page).inputValue()).toBe('typed by Mere')
  })
})

// In the session that the journey above has begun: it ends by signing out, and the workbench needs its own one.
test('a view is saved, opened, found and made the default by keyboard, and follows its user', async () => {
  const page = await bench.navigate('/orders?status=unpaid&branch=auckland')
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
  // The second key follows within two seconds.
  await expect
    .poll(async () => {
      await page.keyboard.press('Escape')
      await page.keyboard.press('v')
      await page.getByRole('status', { name: 'Saved views' }).getByText('Unpaid here').waitFor()
      await page.keyboard.press('1')
      return palette(page).count()
    })
    .toBe(0)
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

describe('an expired session, followed by another user or a later visit', () => {
  // V14.3.1
  test('leaves nothing to another user who signs in, and a sign-out in another tab leaves nothing of them', async () => {
    const { code } = await bench.takeOrder('?status=unpaid')
    const page = await bench.navigate('/orders')
    await ordersTable(page).waitFor()
    await work(page, code)
    const [first] = (await kept(page)).owners
    await page.route('**/payment', (route) => route.fulfill({ status: 401, json: { success: false } }))
    await page.keyboard.press('ControlOrMeta+Enter')
    await page.waitForURL('**/auth')
    expect(await storedToken(page)).toBeNull()
    await page.getByRole('button', { name: 'Login with Microsoft' }).press('Enter')
    await page.waitForURL('**/local-identity/**')
    await page.keyboard.press('2')
    await page.waitForURL('**/orders')
    await page.getByText('tane@example.com').first().waitFor()
    await expect.poll(() => kept(page)).toMatchObject({ drafts: 0, owners: [expect.any(String)] })
    expect((await kept(page)).owners).not.toContain(first)

    await work(page, code)
    const headers = { authorization: `Bearer ${await storedToken(page)}` }
    const other = await page.context().newPage()
    const signedOut = other.waitForResponse('**/identity/logout')
    await other.goto('/logout')
    expect((await signedOut).request().method()).toBe('POST')
    await Promise.all([page.waitForURL('**/auth'), other.waitForURL('**/auth')])
    await expect.poll(() => kept(page)).toEqual(NOTHING)
    expect([await storedToken(page), (await kept(other)).tab]).toEqual([null, []])
    expect((await fetch(`${bench.url}/api/v1/orders`, { headers })).status).toBe(401)
  })

  // V14.3.3
  test('keeps the drafts, and the index for a day', async () => {
    const page = await bench.visitor()
    await storeData(page, DAY - 60_000)
    // The console preloads this screen when idle, after it has looked for old data.
    const idle = page.waitForResponse(/\/assets\/order-screen/)
    await page.goto('/auth')
    await idle
    expect(await kept(page)).toMatchObject({ drafts: 1, records: 1 })
    await storeData(page, DAY)
    await page.reload()
    await expect.poll(() => kept(page)).toMatchObject({ drafts: 1, records: 0 })
  })
})

interface Claims {
  given_name: string
  email: string
}

function claimsOf(token: string): Claims {
  return JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())
}

async function chooseInUserMenu(page: Page, user: Claims, item: string): Promise<void> {
  await page.getByRole('button', { name: new RegExp(user.given_name) }).press('Enter')
  await page.getByRole('menuitem', { name: item }).press('Enter')
}

// SIGN-4, SIGN-7, V7.4.4, V7.5.2
test('an unusable token leads to the sign-in, a failed login can be tried again, and the user menu leads to the sessions and signs out', async () => {
  const page = await bench.visitor()
  await page.evaluate((key) => localStorage.setItem(key, 'not.a.token'), TOKEN_KEY)
  await page.route('**/identity/auth', (route) => route.fulfill({ status: 500, json: {} }), { times: 1 })
  await page.goto('/orders/104823')
  await page.waitForURL('**/auth')
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  const button = page.getByRole('button', { name: 'Login with Microsoft' })
  await tabTo(page, button)
  await page.keyboard.press('Enter')
  const alert = page.getByRole('alert').filter({ hasText: MESSAGES.loginFailed })
  await alert.waitFor()
  expect(await alert.textContent()).toContain(MESSAGES.loginFailedDetail)
  expect(await findings(page, 'sign-in')).toEqual([])

  const call = await holdCall(page, '**/identity/auth')
  await button.press('Enter')
  await alert.waitFor({ state: 'detached' })
  await page.locator('button[aria-busy=true], button:disabled').waitFor()
  call.release()
  await page.waitForURL('**/local-identity/**')
  await page.getByRole('heading', { name: 'Demo sign-in' }).waitFor()
  const fonts = await page.evaluate(() => document.fonts.load('13px "Inter Variable"'))
  expect(fonts.length).toBe(1)
  await page.keyboard.press('9')
  await page.keyboard.press('1')
  await ordersTable(page).waitFor()

  const token = (await storedToken(page)) ?? ''
  const user = claimsOf(token)
  await page.getByText(user.email.toLowerCase(), { exact: true }).first().waitFor()
  await bench.orders('?query=none')
  await chooseInUserMenu(page, user, 'Settings')
  await page.getByText('This session').waitFor()
  await tabTo(page, page.getByRole('button', { name: 'End all other sessions', exact: true }))
  await page.keyboard.press('Enter')
  await page.getByText(/sessions? ended/).waitFor()
  await expect.poll(() => page.getByRole('button', { name: /^End .+, signed in/ }).count()).toBe(0)
  // The session of the workbench is another one of this user.
  await expect(bench.orders('?query=none')).rejects.toThrow('401')

  const signedOut = page.waitForResponse('**/identity/logout')
  await chooseInUserMenu(page, user, 'Sign out')
  expect((await signedOut).status()).toBe(200)
  await page.waitForURL('**/auth')
  expect(await storedToken(page)).toBeNull()
})

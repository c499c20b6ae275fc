import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { signInHere } from '../browser/sign-in.ts'
import { dialog, jumpTo, orderOpen, ordersTable, rowsOf } from './screens.ts'
import { setUpWorkbench, TOKEN_KEY } from './workbench.ts'

const bench = setUpWorkbench()

const DAY = 24 * 60 * 60_000

interface Kept {
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

/** Opens the payment of an order, and leaves indexed records and a draft. */
async function work(page: Page, code: string): Promise<void> {
  await jumpTo(page, code)
  await orderOpen(page, code)
  await page.keyboard.press('r')
  await reference(page).fill('typed by Mere')
  await expect.poll(() => kept(page)).toMatchObject({ drafts: 1 })
  await expect.poll(async () => (await kept(page)).records).toBeGreaterThan(200)
}

/** A tab of the same user in which the server accepts no session. */
async function refusedTab(page: Page): Promise<Page> {
  const other = await page.context().newPage()
  await other.route('**/api/v1/**', (route) => route.fulfill({ status: 401, json: { success: false } }))
  return other
}

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
    expect([await storedToken(page), drafts, records > 200]).toEqual([null, 1, true])
    await other.unrouteAll()
    await signInHere(other)
    await other.waitForURL('**/orders?status=unpaid')
    await rowsOf(ordersTable(other)).first().waitFor()
    await page.waitForURL(`**/orders/${code}`)
    await expect.poll(() => reference(page).inputValue()).toBe('typed by Mere')
  })

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

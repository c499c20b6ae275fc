import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { signInHere } from '../browser/sign-in.ts'
import { dialog, jumpTo, orderOpen, ordersTable } from './screens.ts'
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

/** Makes the index appear to be this old. */
function ageIndex(page: Page, milliseconds: number): Promise<void> {
  return page.evaluate(async (age) => {
    const opening = indexedDB.open('record-index', 1)
    const database = await new Promise<IDBDatabase>((resolve) => {
      opening.onsuccess = () => resolve(opening.result)
    })
    const transaction = database.transaction('records', 'readwrite')
    transaction.objectStore('records').put(Date.now() - age, '')
    await new Promise((resolve) => {
      transaction.oncomplete = resolve
    })
    database.close()
  }, milliseconds)
}

/** Intercepts the sign-out, because all journeys of this file share one session. */
const keepSession = (page: Page) =>
  page.route('**/identity/logout', (route) => route.fulfill({ json: { success: true } }))

/** A signed-in page on an order's screen, with indexed records and a draft. */
async function worked(): Promise<Page> {
  const { code } = await bench.takeOrder('?status=unpaid')
  const page = await bench.signedIn()
  await keepSession(page)
  await page.goto('/orders')
  await ordersTable(page).waitFor()
  await jumpTo(page, code)
  await orderOpen(page, code)
  await page.keyboard.press('r')
  await dialog(page, 'Record payment').getByLabel('Reference').fill('typed by Mere')
  await expect.poll(() => kept(page)).toMatchObject({ drafts: 1 })
  await expect.poll(async () => (await kept(page)).records).toBeGreaterThan(200)
  return page
}

async function expire(page: Page): Promise<void> {
  await page.route('**/api/v1/**', (route) => route.fulfill({ status: 401, json: { success: false } }))
  await page.reload()
  await page.waitForURL('**/auth')
  await page.unroute('**/api/v1/**')
}

describe('a sign-out leaves nothing of its user in the browser', () => {
  test('by the menu', async () => {
    const page = await worked()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: /@/ }).press('Enter')
    await page.getByRole('menuitem', { name: 'Sign out' }).press('Enter')
    await page.waitForURL('**/auth')
    await expect.poll(() => kept(page)).toEqual(NOTHING)
  })

  test('by the address /logout, loaded afresh', async () => {
    const page = await worked()
    const told = page.waitForRequest('**/identity/logout')
    await page.goto('/logout')
    await page.waitForURL('**/auth')
    expect((await told).method()).toBe('POST')
    await expect.poll(() => kept(page)).toEqual(NOTHING)
    expect(await page.evaluate((key) => localStorage.getItem(key), TOKEN_KEY)).toBeNull()
  })

  test('by that address when the server does not answer', async () => {
    const page = await worked()
    await page.unroute('**/identity/logout')
    await page.route('**/identity/logout', (route) => route.abort('connectionrefused'))
    await page.goto('/logout')
    await page.waitForURL('**/auth')
    await expect.poll(() => kept(page)).toEqual(NOTHING)
  })

  test('by that address when the session had expired before', async () => {
    const page = await worked()
    await expire(page)
    await page.goto('/logout')
    await page.waitForURL('**/auth')
    await expect.poll(() => kept(page)).toEqual(NOTHING)
  })

  test('in another tab', async () => {
    const page = await worked()
    const other = await page.context().newPage()
    await keepSession(other)
    await other.goto('/auth/microsoft')
    await ordersTable(other).waitFor()
    await other.goto('/logout')
    await page.waitForURL('**/auth')
    await expect.poll(() => kept(page)).toEqual(NOTHING)
  })
})

describe('an expired session', () => {
  test('keeps the drafts, and the index for a day', async () => {
    const page = await worked()
    await expire(page)
    await ageIndex(page, DAY - 60_000)
    await page.reload()
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    await expect.poll(async () => (await kept(page)).records).toBeGreaterThan(200)
    await ageIndex(page, DAY)
    await page.reload()
    await expect.poll(() => kept(page)).toMatchObject({ drafts: 1, records: 0 })
  })

  test('leaves nothing to another user who signs in', async () => {
    const page = await worked()
    const [first] = (await kept(page)).owners
    await expire(page)
    await page.getByRole('button', { name: 'Login with Microsoft' }).press('Enter')
    await page.waitForURL('**/local-identity/**')
    await page.getByRole('button').nth(1).press('Enter')
    await page.waitForURL('**/orders')
    await expect.poll(() => kept(page)).toMatchObject({ drafts: 0, owners: [expect.any(String)] })
    expect((await kept(page)).owners).not.toContain(first)
  })

  test('leaves all of it to its own user', async () => {
    const page = await worked()
    await expire(page)
    await signInHere(page)
    await page.waitForURL('**/orders/*')
    const reference = dialog(page, 'Record payment').getByLabel('Reference')
    await expect.poll(() => reference.inputValue()).toBe('typed by Mere')
    expect((await kept(page)).records).toBeGreaterThan(200)
  })
})

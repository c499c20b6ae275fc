import './fake-server.ts'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { listOrders } from '../../../src/contract/orders.ts'
import { DEFAULT_ORDER_FILTER } from '../../../src/domain/lists/order-filter.ts'
import { send } from '../../../src/web/api/client.ts'
import { listQuery } from '../../../src/web/api/orders.ts'
import { readToken, storeToken } from '../../../src/web/state/session.ts'
import { exampleOrder } from '../../domain/example-records.ts'
import { HEMI, MERE } from '../state/tokens.ts'
import { fakeServer } from './fake-server.ts'

const page = new DOMParser().parseFromString(
  readFileSync(join(import.meta.dirname, '../../../index.html'), 'utf8').replace('%DATA_HOST%', ''),
  'text/html',
)
const inline = [...page.querySelectorAll('script:not([src])')]
  .map(({ textContent }) => textContent)
  .join('\n')

const fetched = vi.fn<typeof fetch>()

/** Does what the page does at an address before its modules are loaded. */
function openPage(address: string): void {
  history.replaceState(null, '', address)
  document.head.innerHTML = '<meta name="data-host" content="">'
  new Function(inline)()
}

const list = () => send(listOrders, { query: listQuery(DEFAULT_ORDER_FILTER) })

const orders = [exampleOrder()]
const answered = (status: number, body: unknown) =>
  new Response(JSON.stringify(body), { status, headers: { 'x-console-version': 'v1' } })

beforeEach(() => {
  localStorage.clear()
  storeToken(MERE)
  delete window.earlyRequest
  vi.stubGlobal('fetch', fetched)
  fetched.mockReset().mockImplementation(async () => answered(200, orders))
  fakeServer.answer(() => ({ body: [] }))
})

describe('the early request of the page', () => {
  test.each(['/', '/orders'])(
    'at %s is exactly the call of the list, which uses its response',
    async (path) => {
      openPage(path)
      expect(fetched).toHaveBeenCalledOnce()
      expect((await list()).rows).toEqual(orders)
      expect(fakeServer.sent).toEqual([])
      expect(fetched).toHaveBeenCalledOnce()
    },
  )

  test('serves one call; the next one is requested again', async () => {
    openPage('/orders')
    await list()
    await list()
    expect(fakeServer.sent).toMatchObject([{ url: '/api/v1/orders?daterange=30days' }])
  })

  test.each(['/orders?status=paid', '/orders/104823', '/customers', '/sign-in'])(
    'is not made at %s',
    (path) => {
      openPage(path)
      expect(fetched).not.toHaveBeenCalled()
    },
  )

  test('is not made without a session', () => {
    localStorage.clear()
    openPage('/orders')
    expect(fetched).not.toHaveBeenCalled()
  })

  test('is not used for another user', async () => {
    openPage('/orders')
    storeToken(HEMI)
    expect((await list()).rows).toEqual([])
    expect(fakeServer.sent).toHaveLength(1)
  })

  test('ends the session when it is refused', async () => {
    fetched.mockImplementation(async () => answered(401, { success: false }))
    openPage('/orders')
    await expect(list()).rejects.toMatchObject({ status: 401 })
    expect(readToken()).toBeNull()
  })

  test('reports a failing server and a lost connection', async () => {
    fetched.mockImplementation(async () => answered(500, { success: false, message: 'Down' }))
    openPage('/orders')
    await expect(list()).rejects.toMatchObject({ status: 500, message: 'Down' })
    fetched.mockRejectedValue(new TypeError('Failed to fetch'))
    openPage('/orders')
    await expect(list()).rejects.toMatchObject({ status: 0 })
  })

  test('can be aborted', async () => {
    fetched.mockReturnValue(new Promise(() => undefined))
    openPage('/orders')
    const abort = new AbortController()
    const asked = send(listOrders, { query: listQuery(DEFAULT_ORDER_FILTER), signal: abort.signal })
    abort.abort()
    await expect(asked).rejects.toMatchObject({ name: 'AbortError' })
  })
})

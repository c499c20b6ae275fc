import './fake-server.ts'
import { QueryObserver } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { DEFAULT_ORDER_FILTER } from '../../../src/domain/lists/order-filter.ts'
import { orderQueries } from '../../../src/web/api/orders.ts'
import { queryClient } from '../../../src/web/api/query-client.ts'
import { storeToken } from '../../../src/web/state/session.ts'
import { exampleOrder } from '../../domain/example-records.ts'
import { MERE } from '../state/tokens.ts'
import { fakeServer } from './fake-server.ts'

// LIST-8
test('an order that a list has is never loading, and is requested anew', async () => {
  storeToken(MERE)
  const order = exampleOrder({ code: '104823' })
  fakeServer.answer(() => ({ body: { ...order, status: 'Shipped' } }))
  queryClient.setQueryData(orderQueries.list(DEFAULT_ORDER_FILTER).queryKey, { rows: [order], unreadable: 0 })
  const observer = new QueryObserver(queryClient, orderQueries.detail('104823'))
  const shown: unknown[] = [observer.getCurrentResult().data?.status]
  const stop = observer.subscribe(({ data }) => shown.push(data?.status))
  await expect.poll(() => shown.at(-1)).toBe('Shipped')
  stop()
  expect(shown).not.toContain(undefined)
  expect(fakeServer.sent).toHaveLength(1)
})

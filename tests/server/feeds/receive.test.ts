import { beforeEach, expect, it, vi } from 'vitest'
import { shopWebhooks } from '../../../src/server/platform/metrics.ts'
import { GENEROUS } from '../../time-outs.ts'
import { onEachDatabase } from '../databases.ts'
import {
  feedsOnTest,
  SHOP,
  SHOPIFY_SECRET,
  shopifyOrder,
  signatureOf,
  WOOCOMMERCE_SECRET,
  woocommerceOrder,
} from './feeds-on-test.ts'

async function countOf(feed: string, outcome: string): Promise<number> {
  const { values } = await shopWebhooks.get()
  return values.find(({ labels }) => labels.feed === feed && labels.outcome === outcome)?.value ?? 0
}

onEachDatabase((database) => {
  const feeds = feedsOnTest(database)
  const stored = () => database.db.selectFrom('feed_messages').selectAll().orderBy('id').execute()
  beforeEach(() => database.db.deleteFrom('feed_messages').execute())

  // FEED-1
  it('stores a signed message as it came before it is answered', async () => {
    const body = JSON.stringify(shopifyOrder(), null, 2)
    const answer = await feeds.shopify('orders/create', body, {
      'x-shopify-webhook-id': 'b54557e4',
      'x-shopify-event-id': '98880550',
      'x-shopify-triggered-at': '2026-11-19T20:00:05.877041743Z',
    })
    expect([answer.status, await answer.json()]).toEqual([200, { success: true }])
    const [message, ...others] = await stored()
    expect(others).toEqual([])
    expect(message).toMatchObject({
      feed: 'shopify',
      shop: SHOP,
      kind: 'order',
      topic: 'orders/create',
      order_key: `shopify/${SHOP}/820982911946`,
      body,
      settled_at: null,
    })
    expect(JSON.parse(message?.headers ?? '')).toEqual({
      'x-shopify-webhook-id': 'b54557e4',
      'x-shopify-event-id': '98880550',
      'x-shopify-triggered-at': '2026-11-19T20:00:05.877041743Z',
    })
  })

  // FEED-2
  it('stores a delivery that is repeated once, and another one with the same id', async () => {
    const id = { 'x-wc-webhook-delivery-id': '36e520ebabc2' }
    const before = await countOf('woocommerce', 'repeated')
    for (const number of ['1', '1', '2']) {
      // WooCommerce makes the id from the second of the delivery.
      const answer = await feeds.woocommerce(
        'order.created',
        woocommerceOrder({ id: Number(number), number }),
        id,
      )
      expect(answer.status).toBe(200)
    }
    expect((await stored()).map(({ order_key }) => order_key)).toEqual([
      'woocommerce/shop.example.nz/1',
      'woocommerce/shop.example.nz/2',
    ])
    expect(await countOf('woocommerce', 'repeated')).toBe(before + 1)
  })

  // FEED-3
  it.each<[string, string, Record<string, string>]>([
    ['no signature', 'shopify', {}],
    [
      'the signature of another secret',
      'shopify',
      { 'x-shopify-hmac-sha256': signatureOf('another secret 16', '{}') },
    ],
    ['no base64', 'shopify', { 'x-shopify-hmac-sha256': 'abc' }],
    ['the signature as hexadecimal digits', 'shopify', { 'x-shopify-hmac-sha256': 'ab'.repeat(32) }],
    [
      'the signature of another secret',
      'woocommerce',
      { 'x-wc-webhook-signature': signatureOf(SHOPIFY_SECRET, '{}') },
    ],
    ['no signature', 'woocommerce', {}],
  ])('refuses a message with %s of %s, counts it and stores nothing', async (_, program, headers) => {
    const before = await countOf(program, 'unsigned')
    const answer = await feeds.send(program, '{}', { 'x-shopify-shop-domain': SHOP, ...headers })
    expect([answer.status, await answer.json()]).toEqual([
      401,
      { success: false, message: 'The signature is not valid.' },
    ])
    expect(await stored()).toEqual([])
    expect(await countOf(program, 'unsigned')).toBe(before + 1)
  })

  // FEED-3
  it('refuses a signed message of another shop', async () => {
    const answer = await feeds.shopify('orders/create', shopifyOrder(), {
      'x-shopify-shop-domain': 'other.myshopify.com',
    })
    expect([answer.status, (await answer.json()).message]).toEqual([
      403,
      'The webhook is of another shop than the settings name.',
    ])
    expect(await stored()).toEqual([])
  })

  // FEED-3
  it('accepts of each of several shops only what it signs itself', async () => {
    const [one, two] = ['first secret 16 characters', 'second secret 16 characters']
    const both = feedsOnTest(database, {
      shops: {
        shopify: [],
        woocommerce: [
          { shop: 'one.example/shop', secret: one },
          { shop: 'two.example', secret: two },
        ],
      },
    })
    const statusOf = async (source: string, secret: string) => {
      const body = JSON.stringify(woocommerceOrder())
      const headers = { 'x-wc-webhook-source': source, 'x-wc-webhook-signature': signatureOf(secret, body) }
      return (await both.woocommerce('order.created', body, headers)).status
    }
    expect(await statusOf('https://One.example/shop/', one)).toBe(200)
    expect(await statusOf('https://two.example/', two)).toBe(200)
    expect(await statusOf('https://two.example/', one)).toBe(403)
    expect(await statusOf('https://two.example/', WOOCOMMERCE_SECRET)).toBe(401)
    expect((await stored()).map(({ shop }) => shop)).toEqual(['one.example/shop', 'two.example'])
  })

  // FEED-3
  it('refuses a body over the limit, and does not read the rest', async () => {
    const answer = await feeds.shopify('orders/create', `"${'x'.repeat(4 * 1024 * 1024)}"`)
    expect([answer.status, (await answer.json()).message]).toEqual([413, 'The body may have at most 4 MB.'])
    expect(await stored()).toEqual([])
  })

  // FEED-3
  it('receives few bodies at once, because anybody can send some that are not signed', async () => {
    const app = feeds.app()
    const waiting: (() => void)[] = []
    let [open, most] = [0, 0]
    const send = () => {
      const body = new ReadableStream<Uint8Array>(
        {
          async pull(controller) {
            open += 1
            most = Math.max(most, open)
            await new Promise<void>((resolve) => waiting.push(resolve))
            open -= 1
            controller.enqueue(new TextEncoder().encode('{}'))
            controller.close()
          },
        },
        { highWaterMark: 0 },
      )
      const headers = { 'x-shopify-hmac-sha256': signatureOf('another secret 16', '[]') }
      const given = { method: 'POST', body, headers, duplex: 'half' } as const
      return app.request('/api/v1/intake/shopify', given)
    }
    let isDone = false
    const answers = Promise.all(Array.from({ length: 70 }, send)).finally(() => {
      isDone = true
    })
    await vi.waitFor(() => expect(waiting.length).toBeGreaterThanOrEqual(50), GENEROUS)
    await vi.waitFor(() => {
      for (const finish of waiting.splice(0)) finish()
      expect(isDone).toBe(true)
    }, GENEROUS)
    expect((await answers).map(({ status }) => status)).toEqual(Array.from({ length: 70 }, () => 401))
    expect(most).toBe(50)
  })

  it('answers and counts topics that say nothing of an order', async () => {
    const before = await countOf('shopify', 'other')
    for (const topic of ['products/update', 'toString', '']) {
      expect((await feeds.shopify(topic, {})).status).toBe(200)
    }
    expect(await stored()).toEqual([])
    expect(await countOf('shopify', 'other')).toBe(before + 3)
  })

  it('answers the test that WooCommerce sends before it saves a webhook, which has no signature', async () => {
    const form = { 'content-type': 'application/x-www-form-urlencoded' }
    expect((await feeds.send('woocommerce', 'webhook_id=3', form)).status).toBe(200)
    expect((await feeds.send('woocommerce', 'webhook_id=3&status=x', form)).status).toBe(401)
    expect((await feeds.send('shopify', 'webhook_id=3', form)).status).toBe(401)
    expect(await stored()).toEqual([])
  })

  it('has no such addresses unless a secret is set', async () => {
    const none = feedsOnTest(database, { shops: { shopify: [], woocommerce: [] } })
    expect((await none.shopify('orders/create', shopifyOrder())).status).toBe(404)
    expect((await none.woocommerce('order.created', woocommerceOrder())).status).toBe(404)
    expect(await stored()).toEqual([])
  })

  it('stores a body with a NUL, which PostgreSQL cannot store', async () => {
    expect((await feeds.shopify('orders/create', '{"id":1,"note":"a\0b"}')).status).toBe(200)
    expect((await stored()).map(({ body }) => body)).toEqual(['{"id":1,"note":"a\uFFFDb"}'])
  })
})

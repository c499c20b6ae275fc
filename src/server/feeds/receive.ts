import { createHmac, timingSafeEqual } from 'node:crypto'
import { type Context, Hono, type MiddlewareHandler } from 'hono'
import type { Clock } from '../../domain/calendar/nz-time.ts'
import type { FeedMessageKind } from '../db/intake-tables.ts'
import type { Connections } from '../db/named-connections.ts'
import { timestamp } from '../db/times.ts'
import { receiveBody } from '../http/receive-body.ts'
import { Refusal } from '../http/refusal.ts'
import { boundRequests } from '../http/requests-in-progress.ts'
import { parsedJson } from '../platform/json.ts'
import { logSecurity } from '../platform/log.ts'
import { shopWebhooks } from '../platform/metrics.ts'
import { type ShopSecret, type ShopWebhooks, shopAddress } from '../platform/shop-settings.ts'
import type { Feed } from './feed.ts'
import { type NewMessage, storeMessages } from './messages.ts'
import { SHOPIFY_TOPICS, shopifyFeed } from './shopify.ts'
import { WOOCOMMERCE_TOPICS, woocommerceFeed } from './woocommerce.ts'

/** How the webhooks of a program are sent. */
interface WebhookFormat {
  feed: Feed
  /** The topics that say something of an order. Others are answered and counted. */
  topics: Readonly<Record<string, FeedMessageKind>>
  /** The base64 of an HMAC-SHA256 of the body. */
  signature: string
  topic: string
  shop: string
  /** The time of the event; null if it is not sent. */
  triggeredAt: string | null
  /** By which a message is recognised and can be traced. */
  kept: readonly string[]
  /** The unsigned request that tests the address before the webhook is saved; null if there is none. */
  ping: RegExp | null
}

const FORMATS: Readonly<Record<keyof ShopWebhooks, WebhookFormat>> = {
  shopify: {
    feed: shopifyFeed,
    topics: SHOPIFY_TOPICS,
    signature: 'x-shopify-hmac-sha256',
    topic: 'x-shopify-topic',
    shop: 'x-shopify-shop-domain',
    triggeredAt: 'x-shopify-triggered-at',
    kept: ['x-shopify-webhook-id', 'x-shopify-event-id', 'x-shopify-triggered-at', 'x-shopify-api-version'],
    ping: null,
  },
  woocommerce: {
    feed: woocommerceFeed,
    topics: WOOCOMMERCE_TOPICS,
    signature: 'x-wc-webhook-signature',
    topic: 'x-wc-webhook-topic',
    shop: 'x-wc-webhook-source',
    triggeredAt: null,
    kept: ['x-wc-webhook-delivery-id', 'x-wc-webhook-id'],
    ping: /^webhook_id=\d{1,20}$/,
  },
}

/** Limit of a body in MiB: far more than an order with the most lines that shops allow. */
const LONGEST_BODY_MIB = 4
/** Characters of a header that is kept. */
const LONGEST_HEADER = 200
/**
 * Bodies of a program in memory at once, of at most 200 MiB, and requests whose bodies wait to be received: many, because
 * WooCommerce does not repeat a refused message.
 */
const AT_A_TIME = 50
const MOST_WAITING = 2000

interface ReceiveDeps {
  clock: Clock
  shops: ShopWebhooks
  store: Store
}

/**
 * Receives the webhooks of shops: a signed message is stored as it came before it is answered, and applied afterwards. So
 * what was answered is never lost, and a shop waits for nothing but the disk.
 */
export function shopWebhookRoutes({ db, ...given }: Omit<ReceiveDeps, 'store'> & { db: Connections }): Hono {
  const routes = new Hono()
  const deps = { ...given, store: storeTogether(db, given.clock) }
  for (const name of ['shopify', 'woocommerce'] as const) {
    const { maySend, isSigned, receive } = receiving(deps, name)
    const places = boundRequests(AT_A_TIME, MOST_WAITING, () => name)
    // Whether a body is signed is known only after it has arrived: it takes a place before.
    routes.post(`/${name}`, maySend, places, receiveBody(LONGEST_BODY_MIB), isSigned, receive)
  }
  return routes
}

function receiving(deps: ReceiveDeps, name: keyof ShopWebhooks) {
  const format = FORMATS[name]
  const shops = deps.shops[name]
  const refuse = (status: 401 | 403, outcome: 'unsigned' | 'unknown-shop', message: string) => {
    shopWebhooks.inc({ feed: name, outcome })
    logSecurity('unauthorised', { webhook: name, reason: outcome })
    return new Refusal(status, message)
  }
  // Anybody can send requests: only those that may be signed are received.
  const maySend: MiddlewareHandler = async (c, next) => {
    if (shops.length === 0) throw new Refusal(404, 'There is no such address.')
    const signature = c.req.header(format.signature)
    if (signature === undefined ? format.ping === null : !SIGNATURE.test(signature)) {
      throw refuse(401, 'unsigned', 'The signature is not valid.')
    }
    return await next()
  }
  const isSigned: MiddlewareHandler = async (c, next) => {
    const body = Buffer.from(await c.req.arrayBuffer())
    const signature = c.req.header(format.signature)
    if (signature === undefined && format.ping?.test(body.toString('utf8'))) {
      shopWebhooks.inc({ feed: name, outcome: 'other' })
      return c.json({ success: true })
    }
    const signers = shops.filter(({ secret }) => isSignedWith(secret, body, signature ?? ''))
    if (signers.length === 0) throw refuse(401, 'unsigned', 'The signature is not valid.')
    const shop = shopAddress(c.req.header(format.shop) ?? '')
    if (!signers.some((signer) => isOf(signer, shop))) {
      throw refuse(403, 'unknown-shop', 'The webhook is of another shop than the settings name.')
    }
    return await next()
  }
  const receive = async (c: Context) => {
    const shop = shopAddress(c.req.header(format.shop) ?? '')
    const topic = c.req.header(format.topic) ?? ''
    const kind = Object.hasOwn(format.topics, topic) ? format.topics[topic] : undefined
    const text = await c.req.text()
    const isStored = kind !== undefined && (await storeSigned(deps, format, { shop, topic, kind, text, c }))
    const outcome = kind === undefined ? 'other' : isStored ? 'stored' : 'repeated'
    shopWebhooks.inc({ feed: name, outcome })
    return c.json({ success: true })
  }
  return { maySend, isSigned, receive }
}

interface Signed {
  shop: string
  topic: string
  kind: FeedMessageKind
  text: string
  c: Context
}

/** Stores a message. Resolves once it is on the disk, and says whether it is new. */
type Store = (message: NewMessage) => Promise<boolean>

/** Stores all messages that wait in one transaction, so that a burst waits for the disk a few times only. */
function storeTogether(db: Connections, clock: Clock): Store {
  let waiting: { message: NewMessage; stored: (isNew: boolean) => void; failed: (error: unknown) => void }[] =
    []
  let isStoring = false
  const storeWaiting = async () => {
    isStoring = true
    while (waiting.length > 0) {
      const together = waiting
      waiting = []
      try {
        const messages = together.map(({ message }) => message)
        const areNew = await storeMessages(db, messages, clock())
        for (const [index, { stored }] of together.entries()) stored(areNew[index] ?? false)
      } catch (error) {
        for (const { failed } of together) failed(error)
      }
    }
    isStoring = false
  }
  return (message) =>
    new Promise((stored, failed) => {
      waiting.push({ message, stored, failed })
      if (!isStoring) void storeWaiting()
    })
}

async function storeSigned(
  { store, clock }: ReceiveDeps,
  { feed, kept, triggeredAt }: WebhookFormat,
  { shop, topic, kind, text, c }: Signed,
): Promise<boolean> {
  const now = clock()
  const times = {
    triggeredAt: triggeredAt === null ? null : (c.req.header(triggeredAt) ?? null),
    receivedAt: timestamp(now),
  }
  const { orderId = null, version = '' } = feed.identify(kind, parsedJson(text), times) ?? {}
  const headers = Object.fromEntries(
    kept.flatMap((header) => {
      const value = c.req.header(header)
      return value === undefined ? [] : [[header, value.slice(0, LONGEST_HEADER)]]
    }),
  )
  const message = { feed: feed.name, shop, kind, topic, orderId, version, headers, body: text }
  return store(message)
}

/** An HMAC-SHA256 in base64. */
const SIGNATURE = /^[A-Za-z0-9+/]{43}=$/

function isSignedWith(secret: string, body: Buffer, signature: string): boolean {
  const expected = createHmac('sha256', secret).update(body).digest()
  const given = Buffer.from(signature, 'base64')
  return given.length === expected.length && timingSafeEqual(given, expected)
}

/** Whether a secret is that of a shop. One without a shop is that of any. */
function isOf(signer: ShopSecret, shop: string): boolean {
  return signer.shop === null || signer.shop === shop
}

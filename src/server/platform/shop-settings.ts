import * as z from 'zod'

/** A shop whose webhooks are accepted. */
export interface ShopSecret {
  /** Its address as its webhooks name it, see `shopAddress`; null accepts every shop that signs with the secret. */
  shop: string | null
  secret: string
}

/** The shops of each program. Without any, the address for its webhooks answers 404. */
export interface ShopWebhooks {
  shopify: readonly ShopSecret[]
  woocommerce: readonly ShopSecret[]
}

/** Shorter secrets could be guessed from a webhook's body and signature. */
const SHORTEST_SECRET = 16

/** Programs generate secrets with any signs, also commas, equals signs and spaces. */
const PRINTABLE = /^[ -~]+$/
/** The address of a shop in front of its secret: 'example.myshopify.com=', 'example.co.nz/shop='. */
const ADDRESS = '(?:https?://)?(?:[a-z0-9-]+\\.)+[a-z]{2,}(?::\\d+)?(?:/[\\w./-]*)?='
const BEGINS_WITH_SHOP = new RegExp(`^${ADDRESS}`, 'i')
/** A comma separates two shops only if the address of another one follows. */
const BETWEEN_SHOPS = new RegExp(`, *(?=${ADDRESS})`, 'i')

/**
 * The secret of the only shop, or several shops with a secret each: 'one.example=secret, two.example=secret'. Errors never
 * show a secret.
 */
export const shopSecrets = z.string().transform((text, { addIssue }): ShopSecret[] => {
  const fail = (message: string) => {
    addIssue(message)
    return z.NEVER
  }
  const whole = text.trim()
  const parts = BEGINS_WITH_SHOP.test(whole) ? whole.split(BETWEEN_SHOPS) : [whole]
  const secrets = parts.map((part) => {
    const [before = ''] = BEGINS_WITH_SHOP.exec(part) ?? []
    const shop = before === '' ? null : shopAddress(before.slice(0, -1))
    return { shop, secret: part.slice(before.length) }
  })
  if (secrets.some(({ secret }) => secret.length < SHORTEST_SECRET)) {
    return fail(`must have at least ${SHORTEST_SECRET} characters${parts.length > 1 ? ' for each shop' : ''}`)
  }
  if (!PRINTABLE.test(whole)) return fail('must be letters, digits and signs')
  if (new Set(secrets.map(({ shop }) => shop)).size < secrets.length) {
    return fail('must name each shop only once')
  }
  return secrets
})

/** The domain that Shopify gives a shop; its own domain is not the one that webhooks name. */
export const shopifyDomain = z
  .string()
  .trim()
  .toLowerCase()
  .regex(/^[a-z0-9][a-z0-9-]*\.myshopify\.com$/, {
    error: 'must be the domain that Shopify gave the shop, such as example.myshopify.com',
  })

/** The address of a shop for comparison: without scheme and final slash, in lower case. */
export function shopAddress(text: string): string {
  return text
    .trim()
    .toLowerCase()
    .replace(/^https?:\/\//, '')
    .replace(/\/+$/, '')
}

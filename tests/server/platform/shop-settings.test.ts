import { expect, it } from 'vitest'
import { readConfig } from '../../../src/server/platform/config.ts'

const SECRET = '0123456789abcdef'

it('takes one shop of Shopify by its domain, and one of WooCommerce', () => {
  const { shops } = readConfig({
    SHOPIFY_WEBHOOK_SECRET: SECRET,
    SHOPIFY_SHOP: ' Example.MyShopify.com ',
    WOOCOMMERCE_WEBHOOK_SECRET: 'a,b=c d{2}[;,=0123456789',
  })
  expect(shops).toEqual({
    shopify: [{ shop: 'example.myshopify.com', secret: SECRET }],
    // As WordPress generates them.
    woocommerce: [{ shop: null, secret: 'a,b=c d{2}[;,=0123456789' }],
  })
})

it('takes several shops, each with its secret', () => {
  const { shops } = readConfig({
    SHOPIFY_WEBHOOK_SECRET: `one.myshopify.com=${SECRET}, two.myshopify.com=${SECRET}=`,
    WOOCOMMERCE_WEBHOOK_SECRET: `https://Shop.example/=a,b,${SECRET},example.co.nz/shop=${SECRET}`,
  })
  expect(shops).toEqual({
    shopify: [
      { shop: 'one.myshopify.com', secret: SECRET },
      { shop: 'two.myshopify.com', secret: `${SECRET}=` },
    ],
    woocommerce: [
      { shop: 'shop.example', secret: `a,b,${SECRET}` },
      { shop: 'example.co.nz/shop', secret: SECRET },
    ],
  })
})

it('accepts no shop by default', () => {
  expect(readConfig({}).shops).toEqual({ shopify: [], woocommerce: [] })
})

it.each([
  [
    { SHOPIFY_WEBHOOK_SECRET: SECRET },
    'SHOPIFY_SHOP must be set too: a webhook of Shopify needs its secret and its shop.',
  ],
  [
    { SHOPIFY_SHOP: 'example.myshopify.com' },
    'SHOPIFY_WEBHOOK_SECRET must be set too: a webhook of Shopify needs its secret and its shop.',
  ],
  [
    { SHOPIFY_WEBHOOK_SECRET: `one.myshopify.com=${SECRET}`, SHOPIFY_SHOP: 'one.myshopify.com' },
    'SHOPIFY_SHOP must not be set where SHOPIFY_WEBHOOK_SECRET names the shops.',
  ],
  [
    { SHOPIFY_WEBHOOK_SECRET: SECRET, SHOPIFY_SHOP: 'shop.example' },
    'SHOPIFY_SHOP must be the domain that Shopify gave the shop, such as example.myshopify.com.',
  ],
  [{ WOOCOMMERCE_WEBHOOK_SECRET: 'short' }, 'WOOCOMMERCE_WEBHOOK_SECRET must have at least 16 characters.'],
  [
    { WOOCOMMERCE_WEBHOOK_SECRET: `one.example=${SECRET},two.example=short` },
    'WOOCOMMERCE_WEBHOOK_SECRET must have at least 16 characters for each shop.',
  ],
  [
    { WOOCOMMERCE_WEBHOOK_SECRET: `one.example=${SECRET},ONE.example=${SECRET}` },
    'WOOCOMMERCE_WEBHOOK_SECRET must name each shop only once.',
  ],
  [
    { WOOCOMMERCE_WEBHOOK_SECRET: `${SECRET}ā` },
    'WOOCOMMERCE_WEBHOOK_SECRET must be letters, digits and signs.',
  ],
])('refuses %o without showing a secret', (env, message) => {
  expect(() => readConfig(env)).toThrow(message)
})

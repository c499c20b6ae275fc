import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { isShipped } from '../../src/domain/orders/order-stage.ts'
import { setUpWorkbench } from './workbench.ts'

const bench = setUpWorkbench({ TITUS_TRACKING_HOST: 'track.titus.example' })

/** Opens the Freight tab of a shipped order with this courier and tracking URL. */
async function openShipped(courier: string, url: string): Promise<Page> {
  const order = await bench.takeOrder('?status=shipped', (one) => isShipped(one) && !one.freight.is_pickup)
  const page = await bench.signedIn()
  await page.route('https://*.titus.example/**', (route) =>
    route.fulfill({ contentType: 'text/html', body: 'Titus' }),
  )
  const freight = { ...order.freight, tracking_company: courier, tracking_code: 'T1', tracking_url: url }
  await page.route(`**/api/v1/orders/${order.code}`, (route) =>
    route.fulfill({ json: { ...order, freight } }),
  )
  await page.goto(`/orders/${order.code}?tab=freight`)
  await page.getByRole('heading', { name: 'Tracking details' }).waitFor()
  return page
}

test.each([
  ['the host itself', 'https://track.titus.example/T1'],
  ['a host under it', 'https://nz.track.titus.example/T1'],
])('embeds the page of titus at %s: %s', async (_, url) => {
  const page = await openShipped('titus', url)
  await expect.poll(() => page.locator('iframe').getAttribute('src')).toBe(url)
  expect(await page.locator('iframe').getAttribute('sandbox')).not.toBeNull()
})

test.each([
  ['another host that ends alike', 'https://eviltrack.titus.example.com/T1'],
  ['a host that only contains it', 'https://track.titus.example.evil.test/T1'],
  ['no https', 'http://track.titus.example/T1'],
  ['a script', 'javascript:alert(1)//track.titus.example'],
  ['a user name that looks like it', 'https://track.titus.example@evil.test/'],
])('embeds nothing of titus at %s: %s', async (_, url) => {
  const page = await openShipped('titus', url)
  await expect.poll(() => page.locator('iframe').count()).toBe(0)
  await expect.poll(() => page.locator('a[href^="javascript:"]').count()).toBe(0)
})

test('embeds nothing for another courier with the address of titus', async () => {
  const page = await openShipped('nzpost', 'https://track.titus.example/T1')
  await expect.poll(() => page.locator('iframe').count()).toBe(0)
})

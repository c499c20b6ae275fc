import type { Page, Route } from 'playwright-core'

export type Fault = (route: Route) => Promise<void>

/** Ways in which a call can fail, each as the handler of an intercepted request. */
export const FAULTS = {
  'is cut off': (route) => route.abort('connectionreset'),
  'answers 404': (route) => route.fulfill({ status: 404, json: { success: false, message: 'Not found' } }),
} satisfies Record<string, Fault>

/** Makes a call fail until the returned function is called. */
export async function breakCall(
  page: Page,
  url: string | RegExp,
  fault: Fault,
): Promise<() => Promise<void>> {
  await page.route(url, fault)
  return () => page.unroute(url, fault)
}

/** Holds all requests of a call. `release` answers them, by default with the server, and later ones at once. */
export async function holdCall(
  page: Page,
  url: string | RegExp,
  answer: Fault = (route) => route.continue(),
): Promise<{ count(): number; release(): void }> {
  let release: () => void = () => undefined
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  let count = 0
  await page.route(url, async (route) => {
    count += 1
    await released
    await answer(route)
  })
  return { count: () => count, release: () => release() }
}

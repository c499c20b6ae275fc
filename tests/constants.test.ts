import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
/** The sources as they run: without comments, and without the demo's products, prices and people. */
const sources = ['src', 'commands']
  .flatMap((folder) =>
    readdirSync(ROOT + folder, { encoding: 'utf8', recursive: true }).map((file) => `${folder}/${file}`),
  )
  .filter((path) => /\.tsx?$/.test(path) && !path.startsWith('src/server/demo/'))
  .map((path) => ({
    path,
    code: readFileSync(ROOT + path, 'utf8').replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, ''),
  }))

/** Section 9, line by line: how each constant is written, and the one place where it is. */
test.each([
  ['the key of the session token', /'session-token'/, 'src/web/state/session.ts'],
  ['the base path of data', /\/api\/v1/, 'src/contract/call.ts'],
  ['the base path of authentication', /'\/auth\/validate'/, 'src/contract/sign-in.ts'],
  ['the page size', /PAGE_SIZE = /, 'src/contract/call.ts'],
  ['the window of page numbers', /\bWINDOW = /, 'src/domain/records/paging.ts'],
  ['the date ranges', /'30days', '90days', '12months'/, 'src/contract/orders.ts'],
  ['the words of the date ranges', /'90 days'/, 'src/web/screens/orders/order-filter.ts'],
  ['the default date range', /daterange: '30days'/, 'src/web/screens/orders/order-filter.ts'],
  ['the statuses of the filter', /'paid', 'ready', 'shipped', 'unpaid'/, 'src/contract/orders.ts'],
  ['the branches', /'auckland', 'christchurch'/, 'src/contract/orders.ts'],
  ['the freight that is rural', /\b1_?086\b/, 'src/domain/orders/order-stage.ts'],
  ['the first threshold of age', /\b23 \* HOUR/, 'src/domain/orders/order-age.ts'],
  ['the second threshold of age', /RED_FROM = /, 'src/domain/orders/order-age.ts'],
  ['the payment method of cards', /'egate3p'/, 'src/domain/orders/payment-method.ts'],
  ['the word for cards', /'Credit Card'/, 'src/domain/orders/payment-method.ts'],
  ['the word for transfers', /'Bank Transfer'/, 'src/domain/orders/payment-method.ts'],
  ['the methods that can be recorded', /'bank', 'cash', 'card'/, 'src/contract/orders.ts'],
  ['the tier Drip', /(0\.|\b)7524\b/, 'src/domain/orders/pricing.ts'],
  ['the tier Wholesale', /(0\.|\b)8262\b/, 'src/domain/orders/pricing.ts'],
  ['the tier Retail', /\b1\.15\b|\b11_?500\b/, 'src/domain/orders/pricing.ts'],
  ['the cost of the list', /cost: 5000/, 'src/domain/orders/pricing.ts'],
  ['the form of money', /style: 'currency'/, 'src/domain/format/money.ts'],
  ['the form of dates', /hourCycle: /, 'src/domain/calendar/nz-time.ts'],
  ['the form of consignment dates', /dd\/LL\/yyyy HH:mm a/, 'src/domain/calendar/nz-calendar.ts'],
  ['the time zone', /Pacific\/Auckland/, 'src/domain/calendar/nz-time.ts'],
  ['the divisor of volumes', /\bVOLUME_DIVISOR = 1_000_000/, 'src/domain/freight/parcels.ts'],
  ['the divisor of the consignment detail', /\b100_?000\b/, 'src/domain/freight/consignment-parts.ts'],
  ['the decimals of weights', /WEIGHT_DECIMALS = /, 'src/domain/freight/parcels.ts'],
  ['the decimals of volumes', /VOLUME_DECIMALS = /, 'src/domain/freight/parcels.ts'],
  ['the least volume shown', /\b0\.0001\b/, 'src/domain/freight/parcels.ts'],
  ['the characters of an address search', /LEAST_CHARACTERS = 3/, 'src/domain/freight/address-state.ts'],
  ['the delay after an address', /STAND_MS = /, 'src/web/screens/consignment-form/use-address-search.ts'],
  ['the default quantity', /quantity: '1'/, 'src/domain/freight/parcel-rows.ts'],
  ['the default of tracking e-mails', /send_tracking: true/, 'src/domain/freight/consignment-payload.ts'],
  ['the default country', /'New Zealand'/, 'src/domain/freight/address-line.ts'],
  ['the default city of a job', /suburb: '',\s+city: 'Auckland'/, 'src/web/screens/jobs/new-job-screen.tsx'],
  ['the default courier of tracking', /DEFAULT_COURIER: \w+ = /, 'src/domain/freight/couriers.ts'],
  ['the longest code without an order', /LONGEST_INVOICE = /, 'src/domain/freight/consignment-order.ts'],
  ['the staff of jobs', /STAFF_NAMES = /, 'src/domain/records/staff.ts'],
  ['the couriers of the filter', /CONSIGNMENT_COURIERS = /, 'src/domain/freight/couriers.ts'],
  ['the shipping companies', /SHIPPING_COMPANIES = /, 'src/contract/orders.ts'],
])('%s stands in one place', (_, written, place) => {
  const found = sources.flatMap(({ path, code }) =>
    Array.from(code.matchAll(new RegExp(written, 'g')), () => path),
  )
  expect(found).toEqual([place])
})

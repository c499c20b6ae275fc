import '../api/fake-server.ts'
import { act, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { queryClient } from '../../../src/web/api/query-client.ts'
import { storeToken } from '../../../src/web/state/session.ts'
import { fakeServer } from '../api/fake-server.ts'
import { PAID } from '../orders/order-of.ts'
import { MERE } from '../state/tokens.ts'
import { fillParcel, PRICES, press, showForm, targets, verifyBefore } from './form-on-screen.tsx'

beforeEach(() => {
  localStorage.clear()
  storeToken(MERE)
  verifyBefore('104823', 'Mere@Example.com')
})
afterEach(() => {
  queryClient.clear()
  vi.restoreAllMocks()
})

const chosen = () => screen.queryByRole('radio', { checked: true })?.closest('label')?.textContent

test('→ shows what the price of the chosen option is made of, ← hides it; without parts they move the choice', async () => {
  const breakdown = [
    { description: 'Base rate', total: 3000 },
    { description: 'Rural delivery', total: 374 },
  ]
  const prices = PRICES.map((price) => (price.id === 'q2' ? { ...price, breakdown } : price))
  fakeServer.answer(({ url }) => ({ body: url.endsWith('/consignments/pricing') ? prices : [] }))
  showForm(PAID, ['/'])
  fillParcel()
  act(() => targets().consignmentForm?.getOptions())
  await screen.findAllByRole('radio')
  press('ArrowRight')
  expect(chosen()).toContain('Post Haste')
  expect(targets().freight?.hasParts).toBe(false)
  press('ArrowRight')
  expect(chosen()).toContain('NZ Post')
  expect(targets().freight?.hasParts).toBe(true)
  const button = screen.getByRole('button', { name: 'Price parts of NZ Post, Parcel, 3 days' })
  expect(button.getAttribute('aria-expanded')).toBe('false')
  press('ArrowRight')
  expect([chosen(), button.getAttribute('aria-expanded')]).toEqual([
    expect.stringContaining('NZ Post'),
    'true',
  ])
  const parts = document.getElementById(button.getAttribute('aria-controls') ?? '')
  expect(parts?.textContent).toBe('Base rate$30.00Rural delivery$3.74Total excl. GST$33.74')
  press('ArrowLeft')
  expect([parts?.textContent, button.getAttribute('aria-expanded')]).toEqual(['', 'false'])
  fireEvent.click(button)
  expect(parts?.textContent).toContain('Rural delivery')
  expect(screen.queryAllByRole('button', { name: /^Price parts/ })).toHaveLength(1)
})

test('before an option is chosen, → and ← show and hide what the price of the first one is made of', async () => {
  const error = vi.spyOn(console, 'error')
  const breakdown = (cost: number) => [
    { description: 'Surcharge', total: cost - 74 },
    { description: 'Surcharge', total: 74 },
  ]
  const prices = PRICES.map((price) => ({ ...price, breakdown: breakdown(Number(price.cost)) }))
  fakeServer.answer(({ url }) => ({ body: url.endsWith('/consignments/pricing') ? prices : [] }))
  showForm(PAID, ['/'])
  fillParcel()
  act(() => targets().consignmentForm?.getOptions())
  const [first] = await screen.findAllByRole('radio')
  expect(document.activeElement).toBe(first)
  expect(targets().freight?.hasParts).toBe(true)
  press('ArrowRight')
  const [button] = screen.getAllByRole('button', { name: /^Price parts/ })
  expect(chosen()).toBeUndefined()
  expect(button?.getAttribute('aria-expanded')).toBe('true')
  press('ArrowLeft')
  expect(chosen()).toBeUndefined()
  expect(button?.getAttribute('aria-expanded')).toBe('false')
  press('ArrowRight')
  const parts = document.getElementById(button?.getAttribute('aria-controls') ?? '')
  expect(parts?.textContent).toMatch(/^Surcharge\$[\d.]+Surcharge\$0\.74Total/)
  expect(error).not.toHaveBeenCalled()
})

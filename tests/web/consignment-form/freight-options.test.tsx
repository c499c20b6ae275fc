import '../api/fake-server.ts'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { queryClient } from '../../../src/web/api/query-client.ts'
import { contextAtom } from '../../../src/web/commands/context.ts'
import { hintsOf } from '../../../src/web/hotkeys/hint-bar.tsx'
import { Hotkeys } from '../../../src/web/hotkeys/hotkeys.tsx'
import { installation } from '../../../src/web/state/installation.ts'
import { storeToken } from '../../../src/web/state/session.ts'
import { store } from '../../../src/web/state/store.ts'
import { fakeServer, type SentRequest } from '../api/fake-server.ts'
import { press as pressAt } from '../hotkeys/scan-on-screen.ts'
import { PAID } from '../orders/order-of.ts'
import { MERE } from '../state/tokens.ts'
import { fillParcel, PRICES, press, showForm, targets, verifyBefore } from './form-on-screen.tsx'

const chosen = () => screen.queryByRole('radio', { checked: true })?.closest('label')?.textContent

describe('the parts of a price', () => {
  beforeEach(() => {
    localStorage.clear()
    storeToken(MERE)
    verifyBefore(PAID, 'Mere@Example.com')
  })

  afterEach(() => {
    queryClient.clear()
    vi.restoreAllMocks()
  })

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
})

describe('the rules for couriers', () => {
  const RURAL = { name: 'rural', courier: 'aramex', when: { rural: true } }
  let rules: () => ReturnType<typeof fakeServer.handler>
  const isRules = ({ url }: SentRequest) => url.includes('/courier-rules')

  beforeEach(() => {
    localStorage.clear()
    storeToken(MERE)
    verifyBefore(PAID, 'Mere@Example.com')
    installation.capabilities = new Set(['courier-rules'])
    rules = () => ({ body: { rules: [RURAL], customer: { pricing: 'retail' } } })
    fakeServer.answer((request) =>
      isRules(request) ? rules() : { body: request.url.endsWith('/pricing') ? PRICES : [] },
    )
  })

  afterEach(() => {
    installation.capabilities = new Set()
    queryClient.clear()
  })

  async function priced() {
    showForm(PAID, ['/'], <Hotkeys />)
    fillParcel()
    act(() => targets().consignmentForm?.getOptions())
    await screen.findAllByRole('radio')
  }

  const hints = () => hintsOf(store.get(contextAtom)).map(({ label }) => label)

  test('an option that a rule marks says why, and r chooses it without booking', async () => {
    await priced()
    const reason = await screen.findByText('rule: rural → Aramex')
    expect(reason.closest('label')?.textContent).toContain('$35.60')
    expect(chosen()).toBeUndefined()
    expect(hints()).toContain('By rule')
    pressAt('r', performance.now())
    await waitFor(() => expect(chosen()).toContain('Aramex'))
    expect(fakeServer.sent.filter(({ url }) => url.endsWith('/consignments'))).toEqual([])
  })

  test('the rules are requested for the customer of the form', async () => {
    await priced()
    await screen.findByText('rule: rural → Aramex')
    const [request] = fakeServer.sent.filter(isRules)
    const { searchParams } = new URL(request?.url ?? '', 'http://host')
    expect(searchParams.get('customer')).toBe(PAID.customer.code)
    expect(searchParams.get('order')).toBe(PAID.code)
  })

  test('what rules require is shown in the form and above the options (FRT-22)', async () => {
    rules = () => ({
      body: {
        rules: [
          { name: 'valuables', signature: true },
          { name: 'solvent', when: { dangerous_goods: true }, refuse: ['aramex'], warn: 'call first' },
        ],
        order: { dangerous_goods: true },
      },
    })
    showForm(PAID, ['/'], <Hotkeys />)
    const listed = () =>
      screen
        .getAllByRole('list', { name: 'Courier rules', hidden: true })
        .map(({ children }) => Array.from(children, ({ textContent }) => textContent))
    const sentences = [
      'rule: solvent → call first',
      'rule: valuables → signature required (only with GoSweetSpot)',
      'rule: solvent → not by Aramex',
    ]
    await waitFor(() => expect(listed()).toEqual([sentences]))
    fillParcel()
    act(() => targets().consignmentForm?.getOptions())
    await screen.findAllByRole('radio')
    expect(listed()).toEqual([sentences, sentences])
  })

  test('a refused courier has its reason and cannot be chosen or booked (FRT-21)', async () => {
    const reason = 'rule: solvent → not by Aramex'
    const refused = { id: null, cost: null, type: null, description: reason }
    const prices = [{ ...refused, provider_name: 'Aramex', provider_slug: 'aramex' }, ...PRICES.slice(1, 2)]
    fakeServer.answer((request) =>
      isRules(request) ? rules() : { body: request.url.endsWith('/pricing') ? prices : [] },
    )
    await priced()
    screen.getByText(reason)
    expect(screen.getAllByRole('radio')).toHaveLength(1)
    for (const key of ['2', 'r', 'Enter']) pressAt(key, performance.now())
    press('@', { code: 'Digit2', shiftKey: true })
    expect(chosen()).toBeUndefined()
    expect(fakeServer.sent.filter(({ url }) => url.endsWith('/consignments'))).toEqual([])
  })

  test('without a rule that applies no option is marked, and r does nothing', async () => {
    rules = () => ({ body: { rules: [{ ...RURAL, when: { rural: false } }], customer: null } })
    await priced()
    const query = ['courier-rules', PAID.customer.code, PAID.code]
    await waitFor(() => expect(queryClient.getQueryState(query)?.status).toBe('success'))
    expect(screen.queryByText(/^rule:/)).toBeNull()
    expect(targets().freight?.chooseByRule).toBeNull()
    expect(hints()).not.toContain('By rule')
  })

  test.each([
    ['cannot be loaded', { status: 400, body: {} }],
    ['cannot all be read', { body: { rules: [RURAL, { ...RURAL, later: 1 }], customer: null } }],
  ])('rules that %s mark nothing, and the panel says so', async (_, answer) => {
    rules = () => answer
    await priced()
    await screen.findByText('The courier rules could not be loaded: no option is marked.')
    expect(screen.queryByText(/^rule:/)).toBeNull()
  })

  test('no rules are requested from another back end', async () => {
    installation.capabilities = new Set()
    await priced()
    expect(fakeServer.sent.filter(isRules)).toEqual([])
    expect(hints()).not.toContain('By rule')
  })
})
